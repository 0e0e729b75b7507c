// Where every card of the hand stands, so that the whole hand fits: as large as the room allows, and never so tight that a finger
// could not touch one card alone.
import type { Group } from './hand'

export interface Spot {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly z: number
  /** The back card of a column, or a card of a row, that stands before another row. */
  readonly edge: boolean
}
/** A group of one's own, and where the button that takes it apart has room. */
export interface Handle {
  readonly ids: readonly string[]
  readonly x: number
  readonly y: number
  /** Its height; its width is HANDLE. */
  readonly size: number
}
export interface Layout {
  readonly card: number
  readonly height: number
  readonly spots: readonly Spot[]
  readonly handles: readonly Handle[]
  /** Cards lie side by side: it is their left edge that is seen. */
  readonly fan: boolean
}

export const RATIO = 84 / 60
/** What a finger needs of every card, both ways: 24 pixels, wherever the edges fall between two of the screen's. */
export const FINGER = 25
export const HANDLE = 40
const SMALL = 32 // the least height of a handle
const LARGEST = 104
const SMALLEST = 40
const GAP = 4
const ASIDE = 10 // before the groups of one's own
const LIFT = 0.14 // a selected card is raised by this part of its height

/** How tightly columns may stand. */
interface Fit {
  readonly step: number // of the card's width, to the next column
  readonly front: number // of the card's height, of the front card that the next row of columns leaves visible
  readonly comfort: number // what a pixel of a card's width is worth
}
const FITS: readonly Fit[] = [
  { step: 1.03, front: 1.05, comfort: 1 },
  { step: 1.03, front: 0.6, comfort: 0.92 },
  { step: 0.8, front: 0.5, comfort: 0.7 },
  { step: 0.8, front: 0.4, comfort: 0.66 },
]
const STRIP = 0.31 // of the card's height, to the next card below
const ROW = 0.85 // what one more row of columns costs in comfort
const LARGE = 76 // cards need not be larger than this to be comfortable
const FAN = 0.45 // what a pixel of a card in a row is worth beside one in a column
const LOW = 170 // pixels below which columns are no columns

/** By rank: columns, as players hold them; where a finger would not find the cards so, rows. */
export function byRank(groups: readonly Group[], width: number, height: number): Layout {
  const standing = height < LOW ? null : columns(groups, width, height)
  const lying = rows(groups, width, height)
  return standing && standing.card >= lying.card * FAN ? standing : lying
}

/** Columns side by side, in as many rows and as close as makes the hand most comfortable; null where they do not fit. */
export function columns(groups: readonly Group[], width: number, height: number): Layout | null {
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
  return best && place(best, width)
}

/** Contiguous parts of about equal length. */
function inRows(groups: readonly Group[], n: number): Group[][] {
  const out: Group[][] = []
  for (let k = 0; k < n; k++) {
    out.push(groups.slice(Math.round((k * groups.length) / n), Math.round(((k + 1) * groups.length) / n)))
  }
  return out.filter((row) => row.length)
}

const strip = (card: number): number => Math.max(card * RATIO * STRIP, FINGER)
const deepest = (row: readonly Group[]): number => Math.max(...row.map(({ cards }) => cards.length))
const aside = (row: readonly Group[]): number => (row.some(({ own }) => own) && row.some(({ own }) => !own) ? ASIDE : 0)

function total(rows: readonly Group[][], card: number, fit: Fit): number {
  const h = card * RATIO
  return rows.reduce((sum, row, k) => sum + (deepest(row) - 1) * strip(card) + (k === rows.length - 1 ? h : h * fit.front), h * LIFT)
}

function largest(rows: readonly Group[][], width: number, height: number, fit: Fit): number {
  for (let card = LARGEST; card >= SMALLEST; card--) {
    const wide = rows.every((row) => card + (row.length - 1) * card * fit.step + aside(row) <= width)
    if (wide && card * fit.step >= FINGER && card * RATIO * fit.front >= FINGER && total(rows, card, fit) <= height) return card
  }
  return 0
}

function place({ card, fit, rows }: { card: number; fit: Fit; rows: readonly Group[][] }, width: number): Layout {
  const h = card * RATIO
  const down = strip(card)
  const spots: Spot[] = []
  const handles: Handle[] = []
  let top = h * LIFT
  rows.forEach((row, r) => {
    const space = aside(row)
    const step = row.length > 1 ? Math.min(card + GAP, (width - card - space) / (row.length - 1)) : 0
    let x = (width - card - space - step * (row.length - 1)) / 2
    const depth = deepest(row)
    row.forEach(({ cards, own }, c) => {
      if (c > 0 && own && !row[c - 1]?.own) x += space
      cards.forEach(({ id }, k) => {
        spots.push({ id, x, y: top + (depth - cards.length + k) * down, z: 1000 * r + 30 * c + k, edge: r > 0 && k === 0 })
      })
      const seen = r === rows.length - 1 ? h : Math.min(h, h * fit.front)
      if (own) handles.push(...handle(cards, x, top + (depth - 1) * down, seen))
      x += step
    })
    top += (depth - 1) * down + (r === rows.length - 1 ? h : h * fit.front)
  })
  return { card, height: top, spots, handles, fan: false }
}

/** At the foot of the lowest card, as large as that card leaves room for; without room, a tap on a card and the button undo the group. */
function handle(cards: Group['cards'], x: number, y: number, seen: number): Handle[] {
  const size = Math.min(HANDLE, seen - FINGER)
  return size < SMALL ? [] : [{ ids: cards.map(({ id }) => id), x, y: y + seen - size, size }]
}

/** Between the groups of a row: suits stand well apart, a rank from the next a little. */
const between = (groups: readonly unknown[]): number => (groups.length > 8 ? 3 : 10)
const INDEX = 0.4 // of a card's width, that shows its index
const FRONTS = [0.58, 0.44] // of a card's height before the next row: rank and suit, or the rank

/** Cards side by side in as few rows as bear large cards; groups are kept whole where that is possible. */
export function rows(groups: readonly Group[], width: number, height: number): Layout {
  for (const front of FRONTS) {
    for (let card = LARGEST; card >= SMALLEST; card--) {
      const made = filled(groups, width, card, between(groups))
      const h = card * RATIO
      if (h * front >= FINGER && h * (1 + LIFT + front * (made.length - 1)) <= height) {
        const even = filled(groups, width, card, between(groups), made.length)
        return laid(even.length === made.length ? even : made, width, card, front, between(groups))
      }
    }
  }
  const gap = between(groups)
  return laid(filled(groups, width, SMALLEST, gap), width, SMALLEST, FRONTS[1] ?? 0.44, gap)
}

/** Rows of parts of groups, none wider than the hand; of about equal length where their number is known. */
function filled(groups: readonly Group[], width: number, card: number, gap: number, rows = 1): Group[][] {
  const step = Math.max(FINGER, card * INDEX)
  const all = groups.reduce((sum, { cards }) => sum + cards.length, 0)
  const most = Math.max(1, Math.min((width - card) / step + 1, rows > 1 ? all / rows + 2.5 : Infinity))
  const out: Group[][] = [[]]
  let used = 0 // of the last row
  for (const group of groups) {
    let left = group.cards
    while (left.length) {
      const apart = used ? gap / step : 0
      const room = Math.floor(most - used - apart)
      if (left.length > room && used && (left.length <= most || room < 3)) {
        out.push([])
        used = 0
        continue
      }
      const part = left.slice(0, Math.max(1, room))
      left = left.slice(part.length)
      out.at(-1)?.push({ ...group, cards: part })
      used += part.length + apart
    }
  }
  return out
}

function laid(made: readonly Group[][], width: number, card: number, front: number, gap: number): Layout {
  const h = card * RATIO
  const spots: Spot[] = []
  const handles: Handle[] = []
  made.forEach((row, r) => {
    const n = row.reduce((sum, { cards }) => sum + cards.length, 0)
    const gaps = gap * (row.length - 1)
    const step = Math.min(card * 0.66, (width - card - gaps) / Math.max(1, n - 1))
    let x = (width - card - gaps - step * (n - 1)) / 2
    const y = h * LIFT + r * h * front
    let z = 100 * r
    for (const { cards, own } of row) {
      for (const { id } of cards) {
        spots.push({ id, x, y, z: z++, edge: r > 0 })
        x += step
      }
      const seen = r === made.length - 1 ? h : h * front
      if (own) handles.push(...handle(cards, x - step, y, seen))
      x += gap
    }
  })
  return { card, height: h * (1 + LIFT + front * Math.max(0, made.length - 1)), spots, handles, fan: true }
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
