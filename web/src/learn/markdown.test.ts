import { describe, expect, it } from 'vitest'
import { GAMES } from '../games'
import { parse, runs } from './markdown'

const books = import.meta.glob<string>('../../../src/qipai/games/*/book.*.md', { query: '?raw', import: 'default', eager: true })
const book = (game: string, lang: string) => books[`../../../src/qipai/games/${game}/book.${lang}.md`] ?? ''

describe('rule books', () => {
  it('marks strong words, emphasis and code', () => {
    expect(runs('a **b** *c* `d`')).toEqual([
      { text: 'a ', kind: 'plain' },
      { text: 'b', kind: 'strong' },
      { text: ' ', kind: 'plain' },
      { text: 'c', kind: 'em' },
      { text: ' ', kind: 'plain' },
      { text: 'd', kind: 'code' },
    ])
  })

  it('reads titles, lists, tables and figures, and joins Chinese lines without a blank', () => {
    const blocks = parse('# T\n\n一行\n二行\n\none\ntwo\n\n- a\n  b\n- c\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n<!-- figure: ranks -->\n')
    expect(blocks.map((one) => one.kind)).toEqual(['title', 'text', 'text', 'list', 'table', 'figure'])
    expect(blocks[1]).toMatchObject({ runs: [{ text: '一行二行' }] })
    expect(blocks[2]).toMatchObject({ runs: [{ text: 'one two' }] })
    expect(blocks[3]).toMatchObject({ items: [[{ text: 'a b' }], [{ text: 'c' }]] })
    expect(blocks[5]).toEqual({ kind: 'figure', name: 'ranks' })
  })

  it('leaves out what is only for a terminal', () => {
    expect(parse('a\n\n<!-- terminal -->\n\ntype this\n\nb')).toHaveLength(2)
  })

  it.each(GAMES)('both books of %s have the same figures in the same order', (game) => {
    const figures = (lang: string) => parse(book(game, lang)).flatMap((one) => (one.kind === 'figure' ? [one.name] : []))
    expect(figures('zh')).toEqual(figures('en'))
    expect(figures('zh').length).toBeGreaterThanOrEqual(3)
  })
})
