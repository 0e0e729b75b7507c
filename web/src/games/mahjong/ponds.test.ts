import { describe, expect, it } from 'vitest'
import { fit, GAP, handRows, handTile, SPACE, tileHeight } from './ponds'

/** Centres as they come out on the five screens, from the narrowest phone to a desk. */
const CENTRES: [number, number][] = [
  [336, 190],
  [366, 380],
  [520, 170],
  [440, 620],
  [610, 440],
]

describe('the four rivers', () => {
  it('fit into the centre of every screen, also with the longest rivers', () => {
    for (const [width, height] of CENTRES)
      for (const counts of [
        [0, 0, 0, 0],
        [15, 15, 15, 15],
        [19, 17, 18, 20],
      ]) {
        const hub = 50
        const { tile, ends, sides, rows } = fit(width, height, counts, hub)
        expect(ends * (tile + GAP) - GAP).toBeLessThanOrEqual(width)
        expect(2 * (sides * (tile + GAP) - GAP) + hub + 2 * SPACE).toBeLessThanOrEqual(width)
        const high = rows.map((n) => n * (tileHeight(tile) + GAP))
        expect(high[0]! + high[2]! + Math.max(hub, high[1]!, high[3]!) + 2 * SPACE).toBeLessThanOrEqual(height)
        counts.forEach((count, place) => expect(rows[place]! * (place % 2 ? sides : ends)).toBeGreaterThanOrEqual(count))
      }
  })

  it('stay legible: 18 pixels on the smallest phone, 22 on all others', () => {
    for (const [width, height] of CENTRES) expect(fit(width, height, [15, 15, 15, 15], 48).tile).toBeGreaterThanOrEqual(width < 360 ? 18 : 22)
  })

  it('keep their size while an ordinary deal fills them', () => {
    for (const [width, height] of CENTRES)
      for (let n = 0; n <= 15; n++) expect(fit(width, height, [n, 15 - n, n, 15 - n], 50)).toEqual(fit(width, height, [0, 0, 0, 0], 50))
  })

  it('an impossible room still gives a layout', () => {
    expect(fit(0, 0, [0, 0, 0, 0], 46).tile).toBeGreaterThan(0)
  })
})

describe('my hand', () => {
  it('stands in two rows of seven under 420 pixels, with targets of 44 pixels', () => {
    expect(handRows(336)).toBe(2)
    expect(handRows(366)).toBe(2)
    expect(handRows(744)).toBe(1)
    expect(handTile(336, 640)).toBeGreaterThanOrEqual(44)
    expect(7 * handTile(336, 640) + 6 * 3).toBeLessThanOrEqual(336)
  })

  it('fits in one row with 14 tiles', () => {
    for (const width of [420, 560, 744, 820, 1000]) expect(14 * handTile(width, 900) + 13 * 3).toBeLessThanOrEqual(width)
    expect(handTile(820, 390)).toBe(44)
  })
})
