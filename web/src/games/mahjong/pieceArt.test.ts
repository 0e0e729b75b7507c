import { expect, it } from 'vitest'
import { spread } from './pieceArt'

it('reads a hand tile by tile', () => {
  expect(spread('123p55s')).toEqual(['1p', '2p', '3p', '5s', '5s'])
  expect(spread(null)).toEqual([])
})
