import { expect, it } from 'vitest'
import { spread } from './pieces'

it('spreads the hand of every game into single pieces', () => {
  expect(spread('xianqi', { R_SHI: 2, B_NIU: 1 })).toEqual(['R_SHI', 'R_SHI', 'B_NIU'])
  expect(spread('mahjong', '123p55s')).toEqual(['1p', '2p', '3p', '5s', '5s'])
  expect(spread('guandan', 'S3 HT HR')).toEqual(['S3', 'HT', 'HR'])
  expect(spread('guandan', '')).toEqual([])
})
