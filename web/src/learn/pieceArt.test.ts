import { expect, it } from 'vitest'
import { spread } from './pieceArt'

it('takes a hand apart, however it is written', () => {
  expect(spread({ a: 2, b: 1 })).toEqual(['a', 'a', 'b'])
  expect(spread('S3 HT HR')).toEqual(['S3', 'HT', 'HR'])
  expect(spread([3, 9])).toEqual(['3', '9'])
  expect(spread('')).toEqual([])
  expect(spread(undefined)).toEqual([])
})
