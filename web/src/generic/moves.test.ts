import { expect, it } from 'vitest'
import { columns, filtered, groups } from './moves'

const words = [
  { move: 'card 3', words: { zh: '出 3', en: 'card 3' } },
  { move: 'pass', words: { zh: '不要', en: 'pass' } },
]

it('groups moves by their first word, in their order, and shows them in words', () => {
  expect(groups(['card 3', 'pass', 'card 9'], words, 'zh')).toEqual([
    {
      verb: 'card',
      choices: [
        { move: 'card 3', label: '出 3' },
        { move: 'card 9', label: 'card 9' },
      ],
    },
    { verb: 'pass', choices: [{ move: 'pass', label: '不要' }] },
  ])
})

it('finds moves by their words and by their notation', () => {
  const all = groups(['card 3', 'card 9', 'pass'], words, 'zh')
  expect(filtered(all, '不').map((one) => one.verb)).toEqual(['pass'])
  expect(filtered(all, 'card 9')[0]?.choices.map((one) => one.move)).toEqual(['card 9'])
  expect(filtered(all, ' ')).toHaveLength(2)
  expect(filtered(all, 'nothing')).toEqual([])
})

it('counts columns as a terminal does', () => {
  expect(columns('第 1 轮')).toBe(7)
  expect(columns('▸ ▮▮')).toBe(4)
})
