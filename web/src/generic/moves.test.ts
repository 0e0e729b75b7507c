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
      title: '',
      choices: [
        { move: 'card 3', label: '出 3' },
        { move: 'card 9', label: 'card 9' },
      ],
    },
    { verb: 'pass', title: '不要', choices: [{ move: 'pass', label: '不要' }] },
  ])
})

it('heads a group with what the words of its moves have in common, in the language of the page', () => {
  const said = [
    { move: 'card 3', words: { zh: '出 3', en: 'lay card 3' } },
    { move: 'card 9', words: { zh: '出 9', en: 'lay card 9' } },
  ]
  expect(groups(['card 3', 'card 9'], said, 'zh')[0]?.title).toBe('出')
  expect(groups(['card 3', 'card 9'], said, 'en')[0]?.title).toBe('lay card')
  expect(groups(['card 3', 'card 9'], [], 'zh')[0]?.title).toBe('card')
  expect(groups(['card 3', 'card 9'], [{ move: 'card 3', words: { zh: '三', en: 'three' } }], 'zh')[0]?.title).toBe('')
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
