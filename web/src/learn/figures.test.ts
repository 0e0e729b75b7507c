import { expect, it } from 'vitest'
import { GAMES } from '../games'
import { figuresOf } from './figures'
import { parse } from './markdown'

const books = import.meta.glob<string>('../../../src/qipai/games/*/book.zh.md', { query: '?raw', import: 'default', eager: true })

it.each(GAMES)('every figure of the book of %s is drawn, and every drawing stands in the book', async (game) => {
  const book = books[`../../../src/qipai/games/${game}/book.zh.md`] ?? ''
  const asked = parse(book).flatMap((one) => (one.kind === 'figure' ? [one.name] : []))
  expect(asked.toSorted()).toEqual(Object.keys(await figuresOf(game)).toSorted())
})
