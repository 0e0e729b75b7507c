// How my tiles stand: in one row wherever a tile stays wide enough for a finger, else in two that break between suits.
import type { Held } from './hand'

/** A tile narrower than this is hard to touch and to read. */
export const NARROWEST = 32
export const GAP = 3
const TIGHT = 1
const DRAWN = 4 // at least, before the drawn tile
/** Before the drawn tile in two rows, besides the gap; so the place of the narrowest tile is as wide as a button. */
export const ASIDE = 9
const WIDEST = 54 // in two rows

interface HandLayout {
  readonly rows: 1 | 2
  /** In two rows the widest that a tile may be. */
  readonly tile: number
  readonly gap: number
}

const across = (width: number, n: number, gap: number, drawn: number): number => Math.floor((width - (n - 1) * gap - drawn) / n)

/**
 * `most` is how many tiles the hand will hold before it is sorted again, so that tiles do not change their size with every draw; melds
 * are smaller than the tiles that they were. `one`: the player wants one row, however narrow; `size`: or larger or smaller tiles.
 */
export function handLayout(width: number, tall: number, most: number, one = false, size = 1): HandLayout {
  const limit = Math.max(NARROWEST, Math.floor((tall <= 560 ? 44 : tall < 800 ? 60 : 72) * size))
  const roomy = Math.floor((width - (most - 1) * GAP - 16) / (most + 0.6))
  if (roomy >= NARROWEST) return { rows: 1, tile: Math.min(limit, roomy), gap: GAP }
  const tight = across(width, most, TIGHT, DRAWN)
  if (tight >= NARROWEST || one) return { rows: 1, tile: Math.min(limit, tight), gap: TIGHT }
  // Suits seldom share a hand by halves, so the usual tile has room for one more than half: larger ones would not stay so for long.
  const half = Math.ceil(most / 2)
  const usual = Math.floor(across(width, half + 1, GAP, ASIDE) * size)
  return { rows: 2, tile: Math.max(NARROWEST, Math.min(Math.floor(WIDEST * size), across(width, half, GAP, ASIDE), usual)), gap: GAP }
}

const BESIDE = 0.62 // of a tile: those of melds that stand beside the hand
const READABLE = 18 // pixels of a meld's tile
const LYING = 86 / 60
const APART = 0.3
const SPACE = 12 // between tiles and melds

/** How wide melds are, counted in their own tiles: the claimed one lies. */
export function meldUnits(melds: readonly { kind: string }[]): number {
  const width = (kind: string): number => (kind === 'kong_concealed' ? 4 : LYING + (kind === 'kong_exposed' ? 3 : 2))
  return melds.reduce((sum, { kind }) => sum + width(kind) + APART, 0)
}

export interface TwoRows {
  readonly tile: number
  /** How many of the tiles stand in the first row. */
  readonly first: number
  /** The row whose end the melds are. */
  readonly melds: 0 | 1
  /** Width of a meld's tile. */
  readonly meld: number
  /** The suits before and after the break: a sign by which it is found again in the next hand. */
  readonly between: string
  readonly units: number
}

/** The drawn tile has its place in both rows, so that tiles are as large whichever is the longer one. */
const filled = (tiles: number, tile: number): number => (tiles ? tiles * (tile + GAP) - GAP + ASIDE : 0)

/** Tiles in the rows of a hand that breaks after `first`, with the one that it will draw. */
function rowsOf(first: number, held: readonly Held[]): readonly [number, number] {
  const all = held.length + (held.length % 3 === 1 ? 1 : 0)
  return first < held.length ? [first, all - first] : [all, 0]
}

/**
 * Two rows: first where they break, then how large the tiles are. They break between two suits, or two groups, wherever tiles stay wide
 * enough with that, and inside a suit only if there is no such break; a hand that fits into the first row leaves the second to the melds.
 * `widest` is the widest tile, `units` how wide the melds are.
 *
 * A hand has a place for the tile that it will draw, so that no draw changes anything. After a discard it stays as it was, `before`, as
 * long as that fits and at most one more tile would have room in a row with it: suits grow and shrink by one tile all the time, and
 * tiles whose size and row followed each of them would never be at rest.
 */
export function twoRows(width: number, widest: number, held: readonly Held[], units: number, before: TwoRows | null = null): TwoRows {
  const least = Math.min(READABLE, Math.floor((width - SPACE) / units))
  const beside = units ? least * units + SPACE : 0

  function laid(first: number, melds: 0 | 1): TwoRows {
    const fits = rowsOf(first, held).map((tiles, at) =>
      tiles ? Math.floor((width - filled(tiles, 0) - (at === melds ? beside : 0)) / tiles) : widest,
    )
    const between = first < held.length ? `${held[first - 1]?.tile[1]}${held[first]?.tile[1]}` : ''
    return { tile: Math.min(widest, ...fits), first, melds, meld: 0, between, units }
  }
  const uneven = ({ first }: TwoRows): number => {
    const [one, two] = rowsOf(first, held)
    return two && Math.abs(one - two)
  }
  const better = (a: TwoRows, b: TwoRows): number => b.tile - a.tile || b.melds - a.melds || uneven(a) - uneven(b) || b.first - a.first

  const anywhere = held.flatMap((one, k) => (k && !one.drawn ? [laid(k, 1), laid(k, 0)] : [])).sort(better)
  const border = ({ first }: TwoRows): boolean => held[first]!.apart || held[first]!.tile[1] !== held[first - 1]!.tile[1]
  const borders = [laid(held.length, 1), ...anywhere.filter(border)].filter(({ tile }) => tile >= NARROWEST).sort(better)
  const found = borders.length ? borders : anywhere
  const best = found[0] ?? laid(held.length, 1)

  let chosen = best
  if (before && before.tile >= NARROWEST && before.tile <= best.tile && places(width, before.tile) <= places(width, best.tile) + 1) {
    const same =
      units === before.units &&
      found.find(({ tile, melds, between }) => tile >= before.tile && melds === before.melds && between === before.between)
    chosen = { ...(same || best), tile: before.tile }
  }
  const left = width - filled(rowsOf(chosen.first, held)[chosen.melds], chosen.tile) - SPACE
  return { ...chosen, meld: Math.floor(Math.min(chosen.tile * BESIDE, units ? left / units : Infinity)) }
}

/** How many tiles of this width have room in a row. */
const places = (width: number, tile: number): number => Math.floor((width + GAP) / (tile + GAP))

/** Where an arrow leads from the tile `at`: to the next one, or to the one above or below; the shorter row ends with its last tile. */
export function step(at: number, dx: number, dy: number, first: number, all: number): number {
  if (!dy || first >= all) return Math.max(0, Math.min(all - 1, at + dx))
  if (at < first) return dy > 0 ? Math.min(all - 1, first + at) : at
  return dy < 0 ? Math.min(first - 1, at - first) : at
}
