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
  /** So far it is raised when it is selected: of what lies behind it a finger's place stays free. */
  readonly lift: number
  /** The row it lies in, and which of the parts that stand apart from each other it belongs to. */
  readonly row: number
  readonly part: number
}
/** A group of one's own, and where the button that takes it apart has room. */
interface Handle {
  readonly ids: readonly string[]
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Of the group's last card, on which it lies. */
  readonly part: number
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
const HANDLE = 40
const SMALL = 32 // the least height of a handle below the finger's place
const NARROW = 22 // the least width of one beside it
const LARGEST = 104
const SMALLEST = 40
const GAP = 4
const ASIDE = 10 // between parts that stand apart
const LIFT = 0.14 // a selected card is raised by this part of its height, where there is room

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
const EDGE = 0.021 // of the card's height, by which the edge of a selected card is wider
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

function total(rows: readonly Group[][], card: number, fit: Fit): number {
  const h = card * RATIO
  return rows.reduce((sum, row, k) => sum + (deepest(row) - 1) * strip(card) + (k === rows.length - 1 ? h : h * fit.front), h * LIFT)
}

/** From a column to the next where that stands apart: nothing overlaps. Null where it may. */
function clear(row: readonly Group[], c: number, card: number): number | null {
  if (!row[c]?.apart) return null
  return card + (row[c - 1]?.own ? GAP : ASIDE)
}

/** What a row's columns that stand apart take, and how many others there are after the first. */
function apart(row: readonly Group[], card: number): { taken: number; others: number } {
  let taken = 0
  let others = 0
  for (let c = 1; c < row.length; c++) {
    const own = clear(row, c, card)
    if (own === null) others += 1
    else taken += own
  }
  return { taken, others }
}

function largest(rows: readonly Group[][], width: number, height: number, fit: Fit): number {
  for (let card = LARGEST; card >= SMALLEST; card--) {
    const wide = rows.every((row) => {
      const { taken, others } = apart(row, card)
      return card + taken + others * card * fit.step <= width
    })
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
  let part = 0
  rows.forEach((row, r) => {
    const { taken, others } = apart(row, card)
    const step = others ? Math.min(card + GAP, (width - card - taken) / others) : 0
    let x = (width - card - taken - step * others) / 2
    const depth = deepest(row)
    row.forEach(({ cards, own, apart: alone }, c) => {
      if (c > 0) x += clear(row, c, card) ?? step
      if (alone) part += 1
      cards.forEach(({ id }, k) => {
        const aside = (depth - cards.length + k) * down
        const behind = k > 0 ? down : r > 0 ? h * Math.min(1, fit.front) + aside : Infinity
        spots.push({ id, x, y: top + aside, z: 1000 * r + 30 * c + k, edge: r > 0 && k === 0, lift: lifted(h, behind), row: r, part })
      })
      const seen = r === rows.length - 1 ? h : Math.min(h, h * fit.front)
      if (own) handles.push(...handle(cards, x, top + (depth - 1) * down, card, seen, part))
    })
    top += (depth - 1) * down + (r === rows.length - 1 ? h : h * fit.front)
  })
  return { card, height: top, spots, handles, fan: false }
}

/** How far a card is raised, of which so much of what is behind it is in sight. */
function lifted(h: number, behind: number): number {
  return Math.max(0, Math.min(h * LIFT, behind - FINGER - h * EDGE))
}

/** On the last card, which is seen whole or to the next row: at its foot, or, where that is too low, beside the finger's place. */
function handle(cards: Group['cards'], x: number, y: number, card: number, seen: number, part: number): Handle[] {
  const ids = cards.map(({ id }) => id)
  const height = Math.min(HANDLE, seen - FINGER)
  if (height >= SMALL) {
    const width = Math.min(HANDLE, card)
    return [{ ids, x: x + (card - width) / 2, y: y + seen - height, width, height, part }]
  }
  const width = Math.min(HANDLE, card - FINGER)
  const low = Math.min(HANDLE, seen)
  return width < NARROW ? [] : [{ ids, x: x + card - width, y: y + seen - low, width, height: low, part }]
}

/** From a rank to the next in one row: a little. */
const between = (groups: readonly unknown[]): number => (groups.length > 8 ? 3 : 10)
const INDEX = 0.4 // of a card's width, that shows its index
const FRONTS = [0.58, 0.44] // of a card's height before the next row: rank and suit, or the rank
const EVEN = 8 // pixels in which rows are made equal

/** A row's widths: of the cards that nothing of the next may cover, of the little gaps, and how many steps there are besides. */
function measured(row: readonly Group[], card: number, near: number): { fixed: number; steps: number } {
  let fixed = card
  let steps = -1
  row.forEach(({ cards, apart }, k) => {
    steps += cards.length
    if (k === 0) return
    fixed += apart ? card + ASIDE : near
    if (apart) steps -= 1
  })
  return { fixed, steps }
}

/** Cards side by side in as few rows as bear large cards; groups are kept whole where that is possible. */
export function rows(groups: readonly Group[], width: number, height: number): Layout {
  const near = between(groups)
  for (const front of FRONTS) {
    for (let card = LARGEST; card >= SMALLEST; card--) {
      const made = filled(groups, width, card, near)
      const h = card * RATIO
      if (h * front >= FINGER && h * (1 + LIFT + front * (made.length - 1)) <= height)
        return laid(evened(made, groups, width, card, near), width, card, front, near)
    }
  }
  return laid(filled(groups, width, SMALLEST, near), width, SMALLEST, FRONTS[1] ?? 0.44, near)
}

/** As many rows, but of about equal length, unless that would break a group. */
function evened(made: Group[][], groups: readonly Group[], width: number, card: number, near: number): Group[][] {
  const parts = made.flat().length
  let best = made
  for (let less = width - EVEN; made.length > 1 && less > card; less -= EVEN) {
    const next = filled(groups, less, card, near)
    if (next.length > made.length || next.flat().length > parts) break
    best = next
  }
  return best
}

/** Rows of parts of groups, none wider than the hand. */
function filled(groups: readonly Group[], width: number, card: number, near: number): Group[][] {
  const step = Math.max(FINGER, card * INDEX)
  const room = (row: readonly Group[], group: Group): number => {
    const { fixed, steps } = measured([...row, { ...group, cards: [] }], card, near)
    return Math.floor((width - fixed - steps * step) / step + 0.001)
  }
  const out: Group[][] = [[]]
  for (const group of groups) {
    let left = group.cards
    while (left.length) {
      const row = out.at(-1) ?? []
      const fits = room(row, group)
      if (left.length > fits && row.length && (left.length <= room([], group) || fits < 3)) {
        out.push([])
        continue
      }
      const part = left.slice(0, Math.max(1, fits))
      left = left.slice(part.length)
      row.push({ ...group, cards: part })
    }
  }
  return out
}

function laid(made: readonly Group[][], width: number, card: number, front: number, near: number): Layout {
  const h = card * RATIO
  const spots: Spot[] = []
  const handles: Handle[] = []
  let part = 0
  let last = ''
  made.forEach((row, r) => {
    const { fixed, steps } = measured(row, card, near)
    const step = Math.min(card * 0.66, (width - fixed) / Math.max(1, steps))
    let x = (width - fixed - step * steps) / 2
    const y = h * LIFT + r * h * front
    let z = 100 * r
    row.forEach(({ key, cards, own, apart }, k) => {
      if (apart && key !== last) part += 1
      last = key
      if (k > 0) x += apart ? card - step + ASIDE : near
      for (const { id } of cards) {
        spots.push({ id, x, y, z: z++, edge: r > 0, lift: lifted(h, r > 0 ? h * front : Infinity), row: r, part })
        x += step
      }
      const seen = r === made.length - 1 ? h : h * front
      const goesOn = made[r + 1]?.[0]?.key === key
      if (own && !goesOn) handles.push(...handle(cards, x - step, y, card, seen, part))
    })
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
