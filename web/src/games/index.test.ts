import { expect, it } from 'vitest'
import { load } from '.'

it('a game is loaded once, so that a table is not put up anew with every event', () => {
  expect(load('mahjong')).toBe(load('mahjong'))
})
