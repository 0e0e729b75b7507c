import { expect, test } from 'vitest'
import { failureLimit, whyNoReturn } from './rules'

const usual = { return_max: 10, return_allow_level: false, match_end: 'pass_a', a_fail_limit: 3 }
const LOW = ['return S5', 'return HT']

test('why a card is no return follows the options of the table', () => {
  const says = (rules: object, level = '2', legal = LOW) => whyNoReturn({ ...usual, ...rules }, level, legal)
  expect(says({})).toEqual({ zh: '还贡要 10 以内、不是级牌的牌。', en: 'Return a card up to 10 that isn’t a level card.' })
  expect(says({ return_max: 8 }, '2', ['return S5']).zh).toBe('还贡要 8 以内、不是级牌的牌。')
  expect(says({ return_allow_level: true }, '5').zh).toBe('还贡要 10 以内的牌，级牌也可以。')
})

test('where no card fits, the lowest is asked for', () => {
  const lowest = '没有合适的牌，要还最小的一张。'
  expect(whyNoReturn(usual, '2', ['return SJ']).zh).toBe(lowest)
  expect(whyNoReturn(usual, '5', ['return S5']).zh).toBe(lowest)
  expect(whyNoReturn({ ...usual, return_max: 8 }, '2', ['return S9']).zh).toBe(lowest)
  expect(whyNoReturn(usual, '2', ['return SB']).zh).toBe(lowest)
})

test('until the options are known no rule is claimed', () => {
  expect(whyNoReturn(null, '2', LOW).zh).toBe('这张不能还。')
  expect(failureLimit(null)).toBe(0)
})

test('failures at A are counted as the table says, and not where reaching A is enough', () => {
  expect(failureLimit(usual)).toBe(3)
  expect(failureLimit({ ...usual, match_end: 'deals:8', a_fail_limit: 2 })).toBe(2)
  expect(failureLimit({ ...usual, match_end: 'reach_a' })).toBe(0)
})
