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
const LARGEST = 104
const SMALLEST = 30
const GAP = 4
const LIFT = 0.14 // a selected card is raised by this part of its height
const FINGER = 24

/** How tightly cards may lie. */
interface Fit {
  readonly step: number // of the card's width, to the next column
  readonly strip: number // of the card's height, to the next card below
  readonly finger: number
  readonly front: number // of the card's height, of the front card that the next row of columns leaves visible
  readonly comfort: number // what a pixel of a card's width is worth
}
const FITS: readonly Fit[] = [
  { step: 1.03, strip: 0.31, finger: FINGER, front: 1.05, comfort: 1 },
  { step: 1.03, strip: 0.31, finger: FINGER, front: 0.6, comfort: 0.92 },
  { step: 0.8, strip: 0.31, finger: FINGER, front: 0.5, comfort: 0.7 },
  { step: 0.8, strip: 0.31, finger: 0, front: 0.4, comfort: 0.66 },
  { step: 0.6, strip: 0.26, finger: 0, front: 0.34, comfort: 0.55 },
  { step: 0.4, strip: 0.2, finger: 0, front: 0.3, comfort: 0.1 }, // hides suits: only where nothing else fits
]
const ROW = 0.85 // what one more row of columns costs in comfort
const LARGE = 76 // cards need not be larger than this to be comfortable

/** Columns side by side, in as many rows and as close as makes the hand most comfortable. */
export function columns(groups: readonly Group[], width: number, height: number): Layout {
  let best: { card: number; fit: Fit; rows: Group[][] } | null = null
  let most = 0
  for (const fit of FITS) {
    for (let n = 1; n <= Math.min(3, Math.max(1, groups.length)); n++) {
      const rows = inRows(groups, n)
      const card = largest(rows, width, height, fit)
      const worth = (Math.min(card, LARGE) + card / 10) * fit.comfort * ROW ** (n - 1)
      if (worth > most) {
        most = worth
        best = { card, fit, rows }
      }
    }
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

/** For the order by suits: a row for each group, or, where it is wide and low, all of them in one line. */
export function rows(groups: readonly Group[], width: number, height: number): Layout {
  const stacked = inStack(groups, width, height)
  const line = inLine(groups, width, height)
  return line.card > stacked.card * 1.1 ? line : stacked
}

function inStack(groups: readonly Group[], width: number, height: number): Layout {
  const longest = Math.max(1, ...groups.map(({ cards }) => cards.length))
  const fits = (size: number, front: number): boolean =>
    size * RATIO * (1 + LIFT + front * (groups.length - 1)) <= height && size + (longest - 1) * size * 0.5 <= width
  // with 0.58 of a card its rank and suit are seen, with 0.44 the rank
  let front = 0.58
  let card = LARGEST
  while (card > SMALLEST && !fits(card, front)) card--
  if (card < 44) {
    front = 0.44
    while (card < LARGEST && fits(card + 1, front)) card++
  }
  const h = card * RATIO
  const spots: Spot[] = []
  groups.forEach(({ cards }, r) => {
    const step = cards.length > 1 ? Math.min(card + GAP, (width - card) / (cards.length - 1)) : 0
    const left = (width - card - step * (cards.length - 1)) / 2
    cards.forEach(({ id }, k) => spots.push({ id, x: left + k * step, y: h * LIFT + r * h * front, z: 100 * r + k, edge: r > 0 }))
  })
  return { card, height: h * (1 + LIFT + front * Math.max(0, groups.length - 1)), spots }
}

const SEEN = 22 // pixels of a card's left edge that tell it

function inLine(groups: readonly Group[], width: number, height: number): Layout {
  const n = groups.reduce((sum, { cards }) => sum + cards.length, 0)
  const between = 10
  const room = (card: number): number => (width - card - between * (groups.length - 1)) / Math.max(1, n - 1)
  let card = LARGEST
  while (card > 0 && (card * RATIO * (1 + LIFT) > height || room(card) < Math.max(SEEN, card * 0.38))) card--
  const step = Math.min(card * 0.62, room(card))
  const used = card + step * (n - 1) + between * (groups.length - 1)
  const spots: Spot[] = []
  let x = (width - used) / 2
  let z = 0
  for (const { cards } of groups) {
    for (const { id } of cards) {
      spots.push({ id, x, y: card * RATIO * LIFT, z: z++, edge: false })
      x += step
    }
    x += between
  }
  return { card, height: card * RATIO * (1 + LIFT), spots }
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
