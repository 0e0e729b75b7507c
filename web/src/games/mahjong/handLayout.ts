// How my tiles stand: in one row wherever a tile stays wide enough for a finger, else in two that break between suits.
import type { Held } from './hand'

/** A tile narrower than this is hard to touch and to read. */
export const NARROWEST = 32
const GAP = 3
const TIGHT = 1
const DRAWN = 4 // at least, before the drawn tile
const WIDEST = 54 // in two rows

export interface HandLayout {
  readonly rows: 1 | 2
  readonly tile: number
  readonly gap: number
}

const across = (width: number, n: number, gap: number): number => Math.floor((width - (n - 1) * gap - DRAWN) / n)

/**
 * `most` is how many tiles the hand will hold before it is sorted anew, so that tiles do not change their size with every draw; melds
 * are smaller than the tiles that they were. `one`: the player wants one row, however narrow; `size`: or larger or smaller tiles.
 */
export function handLayout(width: number, tall: number, most: number, one = false, size = 1): HandLayout {
  const limit = Math.max(NARROWEST, Math.floor((tall <= 560 ? 44 : tall < 800 ? 60 : 72) * size))
  const roomy = Math.floor((width - (most - 1) * GAP - 16) / (most + 0.6))
  if (roomy >= NARROWEST) return { rows: 1, tile: Math.min(limit, roomy), gap: GAP }
  const tight = across(width, most, TIGHT)
  if (tight >= NARROWEST || one) return { rows: 1, tile: Math.min(limit, tight), gap: TIGHT }
  return { rows: 2, tile: Math.min(Math.floor(WIDEST * size), across(width, Math.ceil(most / 2), GAP)), gap: GAP }
}

/**
 * How many of the tiles stand in the first row: the break between two suits, or two groups, that leaves the rows most alike.
 * `below` is how many have a place in the second row, which melds may share.
 */
export function broken(held: readonly Held[], fits: number, below = fits): number {
  if (held.length <= fits) return held.length
  let best = Math.min(fits, Math.max(Math.ceil(held.length / 2), held.length - below))
  let least = Infinity
  for (let k = 1; k < held.length; k++) {
    const between = held[k - 1]?.tile[1] !== held[k]?.tile[1] && !held[k]?.drawn
    const cost = Math.abs(held.length - 2 * k) + (k > fits || held.length - k > below ? 100 : 0)
    if (between && cost < least && cost < 100) {
      least = cost
      best = k
    }
  }
  return best
}

const BESIDE = 0.62 // of a tile: those of melds that stand beside the hand
const SMALLEST = 0.5
const LYING = 86 / 60
const APART = 0.3

/** How wide melds are, counted in their own tiles: the claimed one lies. */
export function meldUnits(melds: readonly { kind: string }[]): number {
  const width = (kind: string): number => (kind === 'kong_concealed' ? 4 : LYING + (kind === 'kong_exposed' ? 3 : 2))
  return melds.reduce((sum, { kind }) => sum + width(kind) + APART, 0)
}

/** How many tiles may stand before the melds in a row for `fits` tiles. */
export const beforeMelds = (fits: number, units: number): number => Math.max(0, Math.floor(fits - units * SMALLEST))

/** Width of a meld's tile in the room that is left beside the hand. */
export const meldTile = (tile: number, room: number, units: number): number =>
  units ? Math.floor(Math.min(tile * BESIDE, room / units)) : tile * BESIDE
