// Where every card of the hand stands, so that the whole hand fits: as large as the room allows.
import type { Group } from './hand'

export interface Spot {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly z: number
  /** The back card of a column that stands before another row. */
  readonly edge: boolean
}
export interface Layout {
  readonly card: number
  readonly height: number
  readonly spots: readonly Spot[]
}

export const RATIO = 84 / 60
const LARGEST = 92
const SMALLEST = 30
const GAP = 4
const LIFT = 0.14 // a selected card is raised by this part of its height
const FINGER = 24

/** How tightly cards may lie: comfortable first, then closer, until the hand fits. */
interface Fit {
  readonly step: number // of the card's width, to the next column
  readonly strip: number // of the card's height, to the next card below
  readonly finger: number
  readonly front: number // of the card's height, of the front card that the next row of columns leaves visible
  readonly enough: number // cards of this width need not be larger: no tighter fit is tried
}
const FITS: readonly Fit[] = [
  { step: 1.03, strip: 0.31, finger: FINGER, front: 1.05, enough: 46 },
  { step: 1.03, strip: 0.31, finger: FINGER, front: 0.6, enough: 46 },
  { step: 0.8, strip: 0.31, finger: FINGER, front: 0.5, enough: 46 },
  { step: 0.8, strip: 0.31, finger: 0, front: 0.4, enough: 44 },
  { step: 0.6, strip: 0.26, finger: 0, front: 0.34, enough: 40 },
  { step: 0.4, strip: 0.18, finger: 0, front: 0.3, enough: 0 },
]
const LARGE = 56 // cards of this width need no second row
const WORTH = 1.25 // below it, one more row of columns must make the cards larger by this

/** Columns side by side, in as many rows as make the cards largest. */
export function columns(groups: readonly Group[], width: number, height: number): Layout {
  let best: { card: number; fit: Fit; rows: Group[][] } | null = null
  for (const fit of FITS) {
    for (let n = 1; n <= Math.min(3, Math.max(1, groups.length)); n++) {
      const rows = inRows(groups, n)
      const card = largest(rows, width, height, fit)
      if (card > (best?.card ?? 0) * (best?.fit === fit ? WORTH : 1)) best = { card, fit, rows }
      if (best && best.card >= LARGE) break
    }
    if (best && best.card >= fit.enough) break
  }
  return place(best ?? { card: SMALLEST, fit: FITS[FITS.length - 1] as Fit, rows: inRows(groups, 2) }, width)
}

/** Contiguous parts of about equal length. */
function inRows(groups: readonly Group[], n: number): Group[][] {
  const out: Group[][] = []
  for (let k = 0; k < n; k++) {
    out.push(groups.slice(Math.round((k * groups.length) / n), Math.round(((k + 1) * groups.length) / n)))
  }
  return out.filter((row) => row.length)
}

function strip(card: number, fit: Fit): number {
  return Math.max(card * RATIO * fit.strip, Math.min(fit.finger, card * RATIO * 0.5))
}

const deepest = (row: readonly Group[]): number => Math.max(...row.map(({ cards }) => cards.length))

function total(rows: readonly Group[][], card: number, fit: Fit): number {
  const h = card * RATIO
  return rows.reduce((sum, row, k) => sum + (deepest(row) - 1) * strip(card, fit) + (k === rows.length - 1 ? h : h * fit.front), h * LIFT)
}

function largest(rows: readonly Group[][], width: number, height: number, fit: Fit): number {
  for (let card = LARGEST; card > SMALLEST; card--) {
    const wide = rows.every((row) => card + (row.length - 1) * card * fit.step <= width)
    if (wide && total(rows, card, fit) <= height) return card
  }
  return 0
}

function place({ card, fit, rows }: { card: number; fit: Fit; rows: readonly Group[][] }, width: number): Layout {
  const h = card * RATIO
  const down = strip(card, fit)
  const spots: Spot[] = []
  let top = h * LIFT
  rows.forEach((row, r) => {
    const step = row.length > 1 ? Math.min(card + GAP, (width - card) / (row.length - 1)) : 0
    const left = (width - card - step * (row.length - 1)) / 2
    const depth = deepest(row)
    row.forEach(({ cards }, c) => {
      cards.forEach(({ id }, k) => {
        spots.push({ id, x: left + c * step, y: top + (depth - cards.length + k) * down, z: 1000 * r + 30 * c + k, edge: r > 0 && k === 0 })
      })
    })
    top += (depth - 1) * down + (r === rows.length - 1 ? h : h * fit.front)
  })
  return { card, height: top, spots }
}

/** A row for each group, for the order by suits. */
export function rows(groups: readonly Group[], width: number, height: number): Layout {
  const longest = Math.max(1, ...groups.map(({ cards }) => cards.length))
  let card = LARGEST
  const front = 0.44
  const fits = (size: number): boolean => {
    const h = size * RATIO
    return h * (1 + LIFT + front * (groups.length - 1)) <= height && size + (longest - 1) * size * 0.5 <= width
  }
  while (card > SMALLEST && !fits(card)) card--
  const h = card * RATIO
  const spots: Spot[] = []
  groups.forEach(({ cards }, r) => {
    const step = cards.length > 1 ? Math.min(card + GAP, (width - card) / (cards.length - 1)) : 0
    const left = (width - card - step * (cards.length - 1)) / 2
    cards.forEach(({ id }, k) => spots.push({ id, x: left + k * step, y: h * LIFT + r * h * front, z: 100 * r + k, edge: r > 0 }))
  })
  return { card, height: h * (1 + LIFT + front * Math.max(0, groups.length - 1)), spots }
}

/** The card next to one in a direction, for the arrow keys: the nearest in that direction, straight ahead preferred. */
export function neighbour(spots: readonly Spot[], from: string, dx: number, dy: number): string {
  const here = spots.find(({ id }) => id === from)
  if (!here) return spots[0]?.id ?? from
  let best = from
  let least = Infinity
  for (const spot of spots) {
    const ahead = (spot.x - here.x) * dx + (spot.y - here.y) * dy
    if (ahead <= 1) continue
    const aside = Math.abs((spot.x - here.x) * dy) + Math.abs((spot.y - here.y) * dx)
    const cost = ahead + 2.5 * aside
    if (cost < least) {
      least = cost
      best = spot.id
    }
  }
  return best
}
