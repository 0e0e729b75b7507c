import { expect, test } from 'vitest'
import { groups, held, take } from './hand'
import { columns, neighbour, RATIO, rows, type Layout } from './layout'
import { cardsOf } from './moves'
import { kept, NOTHING, picks, tap, toggle, useful, type Choice } from './pick'

const HAND = 'S2 C3 D3 D3 H6 C6 C7 S8 H8 C8 D8 H9 D9 HT CT DT DT CJ HQ CQ DQ SK HK HK DK SA SB'
const LEAD = [
  'play C3',
  'play S8',
  'play H9',
  'play C3 D3',
  'play S8 H8',
  'play C3 D3 D3',
  'play S8 H8 C8',
  'play C3 D3 D3 H6 C6',
  'play C3 D3 S8 H8 C8',
  'play C7 S8 H9 HT CJ',
  'play S8 H9 HT CJ HQ',
  'play S8 H8 H9 D9 HT CT',
  'play HQ CQ DQ SK HK HK',
  'play S8 H8 C8 D8',
  'play HT CT DT DT',
]
const hand = held(HAND)
const card = (id: string) => hand.find((item) => item.id === id) ?? hand[0]!
const names = (cards: readonly { card: string }[]) => cards.map((item) => item.card).join(' ')
const chosen = (choice: Choice) => names(hand.filter(({ id }) => choice.ids.has(id)))

test('the two copies of a card are two things on the screen', () => {
  expect(held('D3 D3').map(({ id }) => id)).toEqual(['D3.0', 'D3.1'])
  expect(new Set(hand.map(({ id }) => id)).size).toBe(27)
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

test('by suit each suit is a row, a joker with its own colour', () => {
  const rowsOf = groups(hand, 'suit', '2')
  expect(rowsOf.map(({ key }) => key)).toEqual(['S', 'H', 'C', 'D'])
  expect(names(rowsOf[0]!.cards)).toBe('SB S2 SA SK S8')
})

test('every order shows every card exactly once', () => {
  for (const sort of ['rank', 'suit', 'combo'] as const) {
    const shown = groups(hand, sort, '2', [['C3.0', 'C7.0']], LEAD).flatMap(({ cards }) => cards.map(({ id }) => id))
    expect(shown.toSorted()).toEqual(hand.map(({ id }) => id).toSorted())
  }
})

test('by combination what the server told is put together: bombs first, then six cards', () => {
  const found = groups(hand, 'combo', '2', [], LEAD).filter(({ key }) => key.startsWith('combo:'))
  expect(found.map(({ cards }) => names(cards))).toEqual(['S8 H8 C8 D8', 'HT CT DT DT', 'SK HK HK HQ CQ DQ'])
})

test('a group of my own stays together until its cards are gone', () => {
  const own = [['C3.0', 'D3.0', 'SA.0']]
  expect(names(groups(hand, 'rank', '2', own)[0]!.cards)).toBe('C3 D3 SA')
  const later = held(HAND.replace('C3 D3 D3', 'D3'))
  expect(names(groups(later, 'rank', '2', own)[0]!.cards)).toBe('D3 SA')
})

test('one tap takes all cards of the rank, then what begins with the card, then fewer', () => {
  const found = picks(card('S8.0'), hand, LEAD, 'H2').map(names)
  expect(found[0]).toBe('S8 H8 C8 D8')
  expect(found).toContain('S8 H9 HT CJ HQ')
  expect(found).toContain('S8 H8 H9 D9 HT CT')
  expect(found).not.toContain('C7 S8 H9 HT CJ')
  expect(found.indexOf('S8 H8 C8')).toBeGreaterThan(found.indexOf('S8 H9 HT CJ HQ'))
  expect(found.at(-1)).toBe('S8')
})

test('the tapped card takes the place of another suit of its rank', () => {
  expect(picks(card('D8.0'), hand, ['pass', 'play S8 H8'], 'H2').map(names)).toEqual(['D8 H8'])
  expect(picks(card('D3.1'), hand, ['play C3'], 'H2')[0]?.[0]?.id).toBe('D3.1')
})

test('what needs a wildcard comes last, and a tapped wildcard offers what it takes part in', () => {
  const mine = held('S8 H8 H2')
  const legal = ['play H2', 'play S8 H8', 'play S8 H2 as pair:8', 'play S8 H8 H2 as triple:8']
  expect(picks(mine[0]!, mine, legal, 'H2').map(names)).toEqual(['S8 H8', 'S8 H8 H2', 'S8 H2'])
  expect(picks(mine[2]!, mine, legal, 'H2').map(names)[0]).toBe('H2')
})

test('taps on the same card cycle through all and end with nothing', () => {
  const options = picks(card('S8.0'), hand, LEAD, 'H2').length
  let choice = NOTHING
  const seen = new Set<string>()
  for (let k = 0; k < options; k++) {
    choice = tap(choice, card('S8.0'), hand, LEAD, 'H2')
    seen.add(chosen(choice))
  }
  expect(seen.size).toBe(options)
  expect(tap(choice, card('S8.0'), hand, LEAD, 'H2')).toBe(NOTHING)
})

test('with something selected another card is added or taken away alone', () => {
  let choice = tap(NOTHING, card('C3.0'), hand, LEAD, 'H2')
  expect(chosen(choice)).toBe('C3 D3 D3')
  choice = tap(choice, card('D3.1'), hand, LEAD, 'H2')
  expect(chosen(choice)).toBe('C3 D3')
  choice = tap(choice, card('SA.0'), hand, LEAD, 'H2')
  expect(chosen(choice)).toBe('C3 D3 SA')
})

test('a card that fits nothing, or comes before my turn, is selected alone', () => {
  expect(chosen(tap(NOTHING, card('SA.0'), hand, LEAD, 'H2'))).toBe('SA')
  expect(chosen(tap(NOTHING, card('S8.0'), hand, [], 'H2'))).toBe('S8')
})

test('cards that have left the hand leave the selection', () => {
  const choice = toggle(toggle(NOTHING, 'C3.0'), 'SA.0')
  expect([...kept(choice, held('SA'))!.ids]).toEqual(['SA.0'])
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

/** Cards whose rank or suit, side by side in the top left corner, lies under another card. */
function hidden({ card, spots }: Layout): string[] {
  const over = (x: number, y: number, z: number): boolean =>
    spots.some((other) => other.z > z && x >= other.x && x < other.x + card && y >= other.y && y < other.y + card * RATIO)
  return spots.filter(({ x, y, z }) => over(x + 3, y + 6, z) || over(x + card * 0.35, y + card * 0.34, z)).map(({ id }) => id)
}

test('six of a kind on the smallest phone hide no suit', () => {
  const many = held('C2 H3 C3 S4 D4 S5 S5 S6 H6 H6 H7 C7 S8 C8 S9 D9 HT SJ HJ CJ CJ DJ DJ HQ CQ DQ CK')
  expect(hidden(columns(groups(many, 'rank', '2'), 336, 237))).toEqual([])
})

test('the hand always fits: 28 cards on every screen, in every order, every index readable', () => {
  for (const [width, height] of [
    [336, 237],
    [366, 312],
    [820, 144],
    [744, 330],
    [1096, 297],
  ] as const) {
    for (const text of hands()) {
      const mine = held(text)
      expect(cardsOf(text)).toHaveLength(28)
      const byRank = columns(groups(mine, 'rank', '2'), width, height)
      const bySuit = rows(groups(mine, 'suit', '2'), width, height)
      for (const layout of [byRank, bySuit]) {
        expect(layout.spots).toHaveLength(28)
        expect(inside(layout, width, height)).toBe(true)
        expect(layout.card).toBeGreaterThanOrEqual(30)
      }
      expect(hidden(byRank)).toEqual([])
    }
  }
})

test('where it is wide and low the suits stand in one line', () => {
  const layout = rows(groups(hand, 'suit', '2'), 820, 132)
  expect(new Set(layout.spots.map(({ y }) => y)).size).toBe(1)
  const xs = layout.spots.map(({ x }) => x)
  expect(xs.slice(1).every((x, k) => x - xs[k]! >= 22)).toBe(true)
  expect(layout.card).toBeGreaterThan(55)
})

test('no two cards lie at one place', () => {
  const layout = columns(groups(hand, 'rank', '2'), 336, 237)
  expect(new Set(layout.spots.map(({ x, y }) => `${x}/${y}`)).size).toBe(27)
})

test('arrows go to the nearest card in their direction and stay at the edge', () => {
  const { spots } = columns(groups(held('SA HA SK SQ'), 'rank', '2'), 336, 237)
  expect(neighbour(spots, 'HA.0', 1, 0)).toBe('SK.0')
  expect(neighbour(spots, 'SK.0', -1, 0)).toBe('HA.0')
  expect(neighbour(spots, 'HA.0', 0, -1)).toBe('SA.0')
  expect(neighbour(spots, 'SQ.0', 1, 0)).toBe('SQ.0')
})
