import { expect, it } from 'vitest'
import { figures } from './figures'
import { parse } from './markdown'

const books = import.meta.glob<string>('../../../src/qipai/games/*/book.zh.md', { query: '?raw', import: 'default', eager: true })

it.each(Object.keys(figures))('every figure of the book of %s is drawn, and every drawing stands in the book', (game) => {
  const book = books[`../../../src/qipai/games/${game}/book.zh.md`] ?? ''
  const asked = parse(book).flatMap((one) => (one.kind === 'figure' ? [one.name] : []))
  expect(asked.toSorted()).toEqual(Object.keys(figures[game]!).toSorted())
})
