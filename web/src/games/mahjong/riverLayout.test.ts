import { describe, expect, it } from 'vitest'
import { across, apart, fit, GAP, SPACE, tileHeight } from './riverLayout'

/** Centres as they come out on the five screens, from the narrowest phone to a desk; the first with and without melds on the plates. */
const CENTRES: [number, number][] = [
  [336, 222],
  [336, 244],
  [366, 380],
  [520, 170],
  [744, 560],
  [700, 440],
]
const LONG = [
  [0, 0, 0, 0],
  [16, 16, 16, 16],
  [19, 17, 18, 20],
  [20, 12, 14, 14],
  [12, 20, 14, 14],
]

describe('the four rivers', () => {
  it('fit into the centre of every screen without touching, also with the longest rivers', () => {
    for (const [width, height] of CENTRES)
      for (const counts of LONG) {
        const hub = 50
        const { shape, tile, ends, sides, rows } = fit(width, height, counts, hub)
        const [below = 0, right = 0, above = 0, left = 0] = rows.map((n) => n * (tileHeight(tile) + GAP))
        const beside = Math.max(left, right)
        if (shape === 'bands') {
          expect(across(ends, tile)).toBeLessThanOrEqual(width)
          expect(2 * across(sides, tile) + hub + 2 * SPACE).toBeLessThanOrEqual(width)
          expect(below + above + Math.max(hub, beside) + 2 * SPACE).toBeLessThanOrEqual(height)
        } else {
          expect(2 * (across(sides, tile) + apart(tile)) + Math.max(hub, across(ends, tile))).toBeLessThanOrEqual(width)
          expect(Math.max(beside, below + above + hub + 2 * SPACE)).toBeLessThanOrEqual(height)
        }
        counts.forEach((count, place) => expect(rows[place]! * (place % 2 ? sides : ends)).toBeGreaterThanOrEqual(count))
      }
  })

  it('stay legible: 22 pixels and more on every screen in an ordinary deal', () => {
    for (const [width, height] of CENTRES) expect(fit(width, height, [16, 16, 16, 16], 44).tile).toBeGreaterThanOrEqual(22)
  })

  it('are large where there is room', () => {
    expect(fit(744, 560, [0, 0, 0, 0], 90).tile).toBeGreaterThanOrEqual(50)
  })

  it('keep their size while an ordinary deal fills them', () => {
    for (const [width, height] of CENTRES)
      for (let n = 0; n <= 16; n++) expect(fit(width, height, [n, 16 - n, n, 16 - n], 50)).toEqual(fit(width, height, [0, 0, 0, 0], 50))
  })

  it('stay where they are when they grow longer than usual', () => {
    for (const [width, height] of CENTRES) {
      const shapes = LONG.map((counts) => fit(width, height, counts, 46).shape)
      expect(new Set(shapes).size).toBe(1)
    }
  })

  it('an impossible room still gives a layout', () => {
    expect(fit(0, 0, [0, 0, 0, 0], 46).tile).toBeGreaterThan(0)
  })
})
