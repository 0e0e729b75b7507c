import { expect, test } from 'vitest'
import { arrange, tilesOf } from './hand'
import { beforeMelds, broken, handLayout, meldTile, meldUnits, NARROWEST } from './handLayout'

test('eleven tiles stand in one row on a phone of 390 pixels, in two on one of 360', () => {
  expect(handLayout(366, 844, 11)).toEqual({ rows: 1, tile: 32, gap: 1 })
  expect(handLayout(336, 640, 11).rows).toBe(2)
  expect(handLayout(336, 640, 11).tile).toBeGreaterThanOrEqual(44)
})

test('whoever wants one row has one, of narrow tiles', () => {
  const { rows, tile, gap } = handLayout(336, 640, 11, true)
  expect([rows, tile < NARROWEST]).toEqual([1, true])
  expect(11 * tile + 10 * gap).toBeLessThanOrEqual(336)
})

test('the whole hand fits at every width', () => {
  for (const most of [11, 14])
    for (let width = 300; width < 1100; width += 7)
      for (const one of [true, false]) {
        const { rows, tile, gap } = handLayout(width, 900, most, one)
        const n = rows === 1 ? most : Math.ceil(most / 2)
        expect(n * tile + (n - 1) * gap + 4).toBeLessThanOrEqual(width)
        if (rows === 1 && !one) expect(tile).toBeGreaterThanOrEqual(NARROWEST)
      }
  expect(handLayout(744, 1024, 11).tile).toBeGreaterThan(handLayout(744, 1024, 14).tile)
})

test('two rows break between suits, as evenly as that allows', () => {
  const breaks = (hand: string, drawn: string | null = null, fits = 7) => {
    const held = arrange(tilesOf(hand), drawn, 'suit', null)
    const at = broken(held, fits)
    return [held.slice(0, at), held.slice(at)].map((row) => row.map(({ tile }) => tile).join(''))
  }
  expect(breaks('1234p56s78999m')).toEqual(['1p2p3p4p5s6s', '7m8m9m9m9m'])
  expect(breaks('12345678p9s99m')).toEqual(['1p2p3p4p5p6p', '7p8p9s9m9m']) // no break fits: in the middle
  expect(breaks('12345p678m', null)).toEqual(['1p2p3p4p5p', '6m7m8m'])
  expect(breaks('123p4s', null)).toEqual(['1p2p3p4s', ''])
})

test('melds have a place beside the second row, however many there are', () => {
  for (const width of [336, 366])
    for (const kind of ['peng', 'kong_exposed', 'kong_concealed'])
      for (let melds = 1; melds <= 4; melds++) {
        const { tile, gap } = handLayout(width, 800, 14)
        const fits = Math.floor((width + gap) / (tile + gap))
        const units = meldUnits(Array.from({ length: melds }, () => ({ kind })))
        const held = arrange(tilesOf('123p456s78999m'.slice(0, 14)), null, 'suit', null).slice(0, 14 - 3 * melds)
        const below = held.length - broken(held, fits, beforeMelds(fits, units))
        const room = width - below * (tile + gap) - 12
        expect(meldTile(tile, room, units) * units).toBeLessThanOrEqual(room)
        expect(meldTile(tile, room, units)).toBeGreaterThanOrEqual(16)
      }
})
