import { expect, test } from 'vitest'
import { missing, store, stored, withDeal } from './promotions'

const won = (team: 0 | 1, gain: number, levels: string[]) => ({ team, gain, levels })

test('each deal stands once in the history, in the order of the match, whenever it became known', () => {
  const later = withDeal([], 3, won(1, 2, ['5', '4']))
  const all = withDeal(withDeal(later, 1, won(0, 3, ['5', '2'])), 3, won(0, 1, ['6', '4']))
  expect(all).toEqual([
    { deal: 1, team: 0, gain: 3, level: '5' },
    { deal: 3, team: 1, gain: 2, level: '4' },
  ])
  expect(withDeal(all, 4, null)).toBe(all)
})

test('the deals to ask for are those before this one that nobody has told', () => {
  const list = withDeal([], 2, won(0, 1, ['3', '2']))
  expect(missing(list, 4)).toEqual([1, 3])
  expect(missing(list, 1)).toEqual([])
  expect(missing([], 0)).toEqual([])
})

test('a browser that keeps nothing does no harm', () => {
  expect(() => store('abc', [])).not.toThrow()
  expect(stored('abc')).toEqual([])
})
