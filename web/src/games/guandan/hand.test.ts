import { expect, test } from 'vitest'
import { arranged, asRead, groups, held, left, take, type Group } from './hand'
import { byRank, FINGER, neighbour, RATIO, rows, type Layout } from './layout'
import { cardsOf } from './moves'
import { kept, NOTHING, sweep, toggle, useful } from './pick'

const HAND = 'S2 C3 D3 D3 H6 C6 C7 S8 H8 C8 D8 H9 D9 HT CT DT DT CJ HQ CQ DQ SK HK HK DK SA SB'
const hand = held(HAND)
const names = (cards: readonly { card: string }[]) => cards.map((item) => item.card).join(' ')

test('the two copies of a card are two things on the screen', () => {
  expect(held('D3 D3').map(({ id }) => id)).toEqual(['D3.0', 'D3.1'])
  expect(new Set(hand.map(({ id }) => id)).size).toBe(27)
})

test('a copy that stays keeps its id when the other one goes', () => {
  const two = held('D3 D3 S4')
  expect(held('D3 S4', two).map(({ id }) => id)).toEqual(['D3.0', 'S4.0'])
  const one = held('D3 S4', two, (id) => Number(id === 'D3.0'))
  expect(one.map(({ id }) => id)).toEqual(['D3.1', 'S4.0'])
  expect(held('D3 S4 S5', one).map(({ id }) => id)).toEqual(['D3.1', 'S4.0', 'S5.0'])
  expect(held('D3 D3 S4', one).map(({ id }) => id)).toEqual(['D3.1', 'D3.0', 'S4.0'])
  expect(left('D3 S5', two)).toEqual(['D3', 'S4'])
})

test('by rank the jokers stand first, then the level, then A down', () => {
  const keys = groups(hand, 'rank', '2').map(({ key }) => key)
  expect(keys).toEqual(['SB', '2', 'A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '3'])
  expect(
    groups(hand, 'rank', '8')
      .map(({ key }) => key)
      .slice(0, 3),
  ).toEqual(['SB', '8', 'A'])
})

test('by suit each suit is a part, the jokers apart', () => {
  const rowsOf = groups(hand, 'suit', '2')
  expect(rowsOf.map(({ key }) => key)).toEqual(['jokers', 'S', 'H', 'C', 'D'])
  expect(names(rowsOf[1]!.cards)).toBe('S2 SA SK S8')
})

test('every order shows every card exactly once', () => {
  for (const sort of ['rank', 'suit'] as const) {
    const shown = groups(hand, sort, '2', [['C3.0', 'C7.0']]).flatMap(({ cards }) => cards.map(({ id }) => id))
    expect(shown.toSorted()).toEqual(hand.map(({ id }) => id).toSorted())
  }
})

test('a group of my own stays together in every order until its cards are gone', () => {
  const own = [['C3.0', 'D3.0', 'SA.0']]
  for (const sort of ['rank', 'suit'] as const) {
    const last = groups(hand, sort, '2', own).at(-1)!
    expect([names(last.cards), last.own]).toEqual(['C3 D3 SA', true])
  }
  const later = held(HAND.replace('C3 D3 D3', 'D3'))
  expect(names(groups(later, 'rank', '2', own).at(-1)!.cards)).toBe('D3 SA')
})

test('a group lies as it is read: what there is most of first, an ace low where it is', () => {
  const read = (cards: string): string =>
    asRead(held(cards))
      .map(({ card }) => card)
      .join(' ')
  expect(read('D3 C3 SJ HJ DJ')).toBe('SJ HJ DJ D3 C3')
  expect(read('S2 S3 S4 S5 SA')).toBe('SA S2 S3 S4 S5')
  expect(read('SA ST SK SQ SJ')).toBe('ST SJ SQ SK SA')
  expect(read('SA DA S2 D2 S3 D3')).toBe('SA DA S2 D2 S3 D3')
  expect(read('H2 S9 D9 C9')).toBe('S9 D9 C9 H2')
  expect(read('HR SB S4')).toBe('S4 SB HR')
})

test('the arrangement of the server becomes groups, but a rank that stands whole stays a column', () => {
  const sets = [['S8', 'H8', 'C8', 'D8'], ['C3', 'D3', 'D3', 'H6', 'C6'], ['CJ'], ['HT', 'CT']]
  expect(arranged(hand, sets)).toEqual([
    ['C3.0', 'D3.0', 'D3.1', 'H6.0', 'C6.0'],
    ['HT.0', 'CT.0'],
  ])
})

test('one tap is one card, there and back', () => {
  const once = toggle(NOTHING, 'S8.0')
  expect([...once]).toEqual(['S8.0'])
  expect([...toggle(once, 'H8.0')]).toEqual(['S8.0', 'H8.0'])
  expect([...toggle(once, 'S8.0')]).toEqual([])
})

test('a sweep selects what it touches; begun on a selected card it lets go', () => {
  expect([...sweep(NOTHING, ['S8.0', 'H8.0'])]).toEqual(['S8.0', 'H8.0'])
  expect([...sweep(new Set(['S8.0', 'C3.0']), ['S8.0', 'H8.0'])]).toEqual(['C3.0'])
})

test('cards that have left the hand leave the selection', () => {
  const choice = toggle(toggle(NOTHING, 'C3.0'), 'SA.0')
  expect([...kept(choice, held('SA'))]).toEqual(['SA.0'])
  expect(kept(choice, hand)).toBe(choice)
})

test('a card is useful when its rank can be played; in a tribute only the very card', () => {
  expect([...useful(hand, ['pass', 'play S8 H8'])]).toEqual(['S8.0', 'H8.0', 'C8.0', 'D8.0'])
  expect([...useful(hand, ['tribute SB'])]).toEqual(['SB.0'])
  expect([...useful(hand, ['return C3'])]).toEqual(['C3.0'])
})

test('cards are taken by name, preferred copies first, and never twice', () => {
  expect(take(hand, ['D3', 'D3'])?.map(({ id }) => id)).toEqual(['D3.0', 'D3.1'])
  expect(take(hand, ['D3'], new Set(['D3.1']))?.[0]?.id).toBe('D3.1')
  expect(take(hand, ['SA', 'SA'])).toBeNull()
})

function inside(layout: Layout, width: number, height: number): boolean {
  const h = layout.card * RATIO
  return (
    layout.height <= height + 0.5 &&
    layout.spots.every(({ x, y }) => x >= -0.5 && y >= 0 && x + layout.card <= width + 0.5 && y + h <= layout.height + 0.5)
  )
}

/** A generator of hands that the tests share, worst cases included. */
function hands(): string[] {
  const pack = [...'SHCD'].flatMap((suit) => [...'23456789TJQKA'].map((rank) => suit + rank)).concat('SB', 'HR')
  const both = [...pack, ...pack]
  let seed = 7
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648
  const out = [
    'S8 S8 H8 H8 C8 C8 D8 D8 S9 S9 H9 H9 C9 C9 D9 D9 ST ST HT HT CT CT DT DT SB SB HR HR',
    pack.slice(0, 13).concat('SB', 'HR', both.slice(13, 26)).join(' '),
  ]
  for (let k = 0; k < 60; k++) {
    const deck = [...both]
    for (let i = deck.length - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1))
      const swap = deck[i]!
      deck[i] = deck[j]!
      deck[j] = swap
    }
    out.push(deck.slice(0, 28).join(' '))
  }
  return out
}

/** Cards of which no piece of a finger's size can be touched: the part that nothing lies over, looked for on a fine grid. */
function untouchable({ card, spots, handles }: Layout): string[] {
  const h = card * RATIO
  const step = 2
  const lies = (spot: { x: number; y: number }, x: number, y: number): boolean =>
    x >= spot.x && x < spot.x + card && y >= spot.y && y < spot.y + h
  return spots
    .filter((spot) => {
      const above = spots.filter((other) => other.z > spot.z && Math.abs(other.x - spot.x) < card && Math.abs(other.y - spot.y) < h)
      const free = (x: number, y: number): boolean =>
        !above.some((other) => lies(other, x, y)) &&
        !handles.some((one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height)
      for (let top = 0; top + FINGER <= h + 0.01; top += step)
        for (let left = 0; left + FINGER <= card + 0.01; left += step) {
          const corners = [0.5, FINGER - 0.5].flatMap((dx) => [0.5, FINGER - 0.5].map((dy) => free(spot.x + left + dx, spot.y + top + dy)))
          if (corners.every(Boolean)) return false
        }
      return true
    })
    .map(({ id }) => id)
}

/** Cards whose rank lies under another card. */
function hidden({ card, spots }: Layout): string[] {
  const over = (x: number, y: number, z: number): boolean =>
    spots.some((other) => other.z > z && x >= other.x && x < other.x + card && y >= other.y && y < other.y + card * RATIO)
  return spots.filter(({ x, y, z }) => over(x + 3, y + 6, z) || over(x + card * 0.35, y + card * 0.34, z)).map(({ id }) => id)
}

/** Parts that must stand apart and do not: no felt is seen between them. */
function close(layout: Layout): number {
  const ends = new Map<string, { from: number; to: number }>()
  for (const { x, row, part } of layout.spots) {
    const end = ends.get(`${row} ${part}`)
    ends.set(`${row} ${part}`, { from: Math.min(end?.from ?? x, x), to: Math.max(end?.to ?? 0, x + layout.card) })
  }
  return [...ends].filter(([key, { to }]) => {
    const [row, part] = key.split(' ')
    const next = ends.get(`${row} ${Number(part) + 1}`)
    return next !== undefined && next.from < to + 4 - 0.01
  }).length
}

/** Handles that lie on a card of another group, or on one that is not the last of theirs. */
function misplaced({ card, spots, handles }: Layout): number {
  return handles.filter(({ ids, x, y, width, height }) => {
    const inner = [x + 0.5, x + width - 0.5].flatMap((px) => [y + 0.5, y + height - 0.5].map((py) => [px, py] as const))
    const top = ([px, py]: readonly [number, number]) =>
      spots.filter((spot) => px >= spot.x && px < spot.x + card && py >= spot.y && py < spot.y + card * RATIO).sort((a, b) => b.z - a.z)[0]
        ?.id
    return inner.some((point) => top(point) !== ids.at(-1))
  }).length
}

const SCREENS = [
  [336, 237],
  [366, 312],
  [820, 140],
  [744, 330],
  [1000, 297],
] as const
const parts = (made: readonly Group[]): number => made.filter(({ apart }, k) => apart || k === 0).length

test('the hand always fits: 28 cards on every screen, in every order, each for a finger to touch and to read', () => {
  for (const [width, height] of SCREENS) {
    for (const text of hands()) {
      const mine = held(text)
      expect(cardsOf(text)).toHaveLength(28)
      const ids = mine.map(({ id }) => id)
      const own = [ids.slice(3, 8), ids.slice(11, 17)]
      const most = [0, 5, 10, 15].map((at) => ids.slice(at, at + 5))
      for (const groupsOf of [
        groups(mine, 'rank', '2'),
        groups(mine, 'suit', '2'),
        groups(mine, 'rank', '2', own),
        groups(mine, 'suit', '2', own),
        groups(mine, 'rank', '2', most),
        groups(mine, 'suit', '2', most),
      ]) {
        for (const layout of [byRank(groupsOf, width, height), rows(groupsOf, width, height)]) {
          expect(layout.spots).toHaveLength(28)
          expect(inside(layout, width, height)).toBe(true)
          expect(layout.card).toBeGreaterThanOrEqual(40)
          expect([width, untouchable(layout)]).toEqual([width, []])
          expect(hidden(layout)).toEqual([])
          expect(new Set(layout.spots.map(({ part }) => part)).size).toBe(parts(groupsOf))
          expect([width, close(layout), misplaced(layout)]).toEqual([width, 0, 0])
        }
      }
    }
  }
})

test('selected cards are raised, and leave of those behind them what a finger needs', () => {
  let raised = 0
  for (const [width, height] of SCREENS) {
    for (const text of hands().slice(0, 12)) {
      const mine = held(text)
      for (const groupsOf of [groups(mine, 'rank', '2'), groups(mine, 'suit', '2')]) {
        const layout = byRank(groupsOf, width, height)
        for (const odd of [0, 1]) {
          const spots = layout.spots.map((spot, k) => (k % 2 === odd ? { ...spot, y: spot.y - spot.lift } : spot))
          expect([width, untouchable({ ...layout, spots })]).toEqual([width, []])
        }
        raised += layout.spots.filter(({ lift }) => lift > 5).length
      }
    }
  }
  expect(raised).toBeGreaterThan(1000)
})

test('on a phone on its side the hand takes the whole width in one line', () => {
  const layout = byRank(groups(hand, 'rank', '2'), 820, 140)
  expect(new Set(layout.spots.map(({ y }) => y)).size).toBe(1)
  const xs = layout.spots.map(({ x }) => x)
  expect(xs.slice(1).every((x, k) => x - xs[k]! >= FINGER)).toBe(true)
  expect(xs.at(-1)! + layout.card - xs[0]!).toBeGreaterThan(780)
  expect(layout.card).toBeGreaterThan(55)
})

test('no two cards lie at one place', () => {
  const layout = byRank(groups(hand, 'rank', '2'), 336, 237)
  expect(new Set(layout.spots.map(({ x, y }) => `${x}/${y}`)).size).toBe(27)
})

test('arrows go to the nearest card in their direction and stay at the edge', () => {
  const { spots } = byRank(groups(held('SA HA SK SQ'), 'rank', '2'), 336, 237)
  expect(neighbour(spots, 'HA.0', 1, 0)).toBe('SK.0')
  expect(neighbour(spots, 'SK.0', -1, 0)).toBe('HA.0')
  expect(neighbour(spots, 'HA.0', 0, -1)).toBe('SA.0')
  expect(neighbour(spots, 'SQ.0', 1, 0)).toBe('SQ.0')
})
