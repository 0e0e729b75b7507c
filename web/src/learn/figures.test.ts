import { expect, it } from 'vitest'
import { GAMES } from '../games'
import { figuresOf } from './figures'
import { parse } from './markdown'

const books = import.meta.glob<string>('../../../src/qipai/games/*/book*.zh.md', { query: '?raw', import: 'default', eager: true })

it.each(GAMES)('every figure of the books of %s is drawn, and every drawing stands in a book', async (game) => {
  const own = Object.keys(books).filter((path) => path.includes(`/games/${game}/`))
  const asked = own.flatMap((path) => parse(books[path]!)).flatMap((one) => (one.kind === 'figure' ? [one.name] : []))
  expect([...new Set(asked)].toSorted()).toEqual(Object.keys(await figuresOf(game)).toSorted())
})
