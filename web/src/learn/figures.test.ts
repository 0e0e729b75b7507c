import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { figures } from './figures'
import { parse } from './markdown'

it.each(Object.keys(figures))('every figure of the book of %s is drawn, and every drawing stands in the book', (game) => {
  const book = readFileSync(new URL(`../../../src/qipai/games/${game}/book.zh.md`, import.meta.url), 'utf8')
  const asked = parse(book).flatMap((one) => (one.kind === 'figure' ? [one.name] : []))
  expect(asked.toSorted()).toEqual(Object.keys(figures[game]!).toSorted())
})
