// The hand as it lies on the screen: which cards stand together, in which order. Only how it looks, nothing of what may be played.
import { BIG_JOKER, isJoker, SMALL_JOKER } from './art/cards'
import { cardsOf, counted, type Moves } from './moves'

/** One card in hand; the two copies of a card have ids of their own, so that a card keeps its element while others go. */
export interface Held {
  readonly id: string
  readonly card: string
}
export type Sort = 'rank' | 'suit' | 'combo'
export const SORTS: readonly Sort[] = ['rank', 'suit', 'combo']

/** Cards that stand together: a column, or in the order by suits a row. */
export interface Group {
  readonly key: string
  readonly cards: readonly Held[]
}

const LINE = '23456789TJQKA'
const SUITS = 'SHCD'

export function held(hand: string): Held[] {
  const seen = new Map<string, number>()
  return cardsOf(hand).map((card) => {
    const copy = seen.get(card) ?? 0
    seen.set(card, copy + 1)
    return { id: `${card}.${copy}`, card }
  })
}

/** Cards that people call the same: by rank; each joker is its own. */
export function rankOf(card: string): string {
  return isJoker(card) ? card : card.charAt(1)
}

/** How high a card is shown: jokers, then the level, then A down to 2. */
export function height(card: string, level: string): number {
  if (card === BIG_JOKER) return 15
  if (card === SMALL_JOKER) return 14
  const rank = card.charAt(1)
  return rank === level ? 13 : LINE.indexOf(rank)
}

function ordered(cards: readonly Held[], level: string): Held[] {
  return [...cards].sort(
    (a, b) =>
      height(b.card, level) - height(a.card, level) ||
      SUITS.indexOf(a.card.charAt(0)) - SUITS.indexOf(b.card.charAt(0)) ||
      (a.id < b.id ? -1 : 1),
  )
}

function grouped(cards: readonly Held[], key: (card: string) => string): Group[] {
  const found = new Map<string, Held[]>()
  for (const item of cards) {
    const name = key(item.card)
    const group = found.get(name)
    if (group) group.push(item)
    else found.set(name, [item])
  }
  return [...found].map(([name, group]) => ({ key: name, cards: group }))
}

/**
 * The hand in groups, high cards first. `own` are the groups that the player has put together, as ids; they stand in front
 * in every order of columns. `offered` are combinations that the server has listed since the deal began.
 */
export function groups(
  hand: readonly Held[],
  sort: Sort,
  level: string,
  own: readonly (readonly string[])[] = [],
  offered: Moves = [],
): Group[] {
  if (sort === 'suit') {
    const rows = grouped(ordered(hand, level), (card) => card.charAt(0))
    return rows.sort((a, b) => SUITS.indexOf(a.key) - SUITS.indexOf(b.key))
  }
  const left = new Map(hand.map((item) => [item.id, item]))
  const out: Group[] = []
  for (const ids of own) {
    const cards = ids.flatMap((id) => left.get(id) ?? [])
    for (const { id } of cards) left.delete(id)
    if (cards.length) out.push({ key: `own:${ids[0]}`, cards })
  }
  if (sort === 'combo') {
    for (const cards of combinations([...left.values()], offered, level)) {
      for (const { id } of cards) left.delete(id)
      out.push({ key: `combo:${cards[0]?.id}`, cards })
    }
  }
  return [...out, ...grouped(ordered([...left.values()], level), rankOf)]
}

/** Picks from what the server offered: many of a kind, one suit, six cards; then runs that break up nothing. */
function combinations(hand: readonly Held[], offered: Moves, level: string): Held[][] {
  const left = [...hand]
  const out: Held[][] = []
  const candidates = offered.map(cardsOf).filter((cards) => cards.length >= 4)
  const worth = (cards: readonly string[]): number => {
    if (new Set(cards.map(rankOf)).size === 1) return 100 + cards.length
    if (cards.length === 5 && new Set(cards.map((card) => card.charAt(0))).size === 1) return 100
    if (cards.length === 6) return 90
    const ranks = counted(left.map(({ card }) => rankOf(card)))
    const needed = counted(cards.map(rankOf))
    const whole = [...needed].every(([rank, n]) => ranks.get(rank) === n)
    return whole && needed.size === 5 ? 50 : 0
  }
  for (;;) {
    let best: Held[] = []
    let most = 0
    for (const cards of candidates) {
      const value = worth(cards)
      const found = value > most ? take(left, cards) : null
      if (found) {
        best = found
        most = value
      }
    }
    if (!most) return out
    for (const item of best) left.splice(left.indexOf(item), 1)
    out.push(ordered(best, level))
  }
}

/** Cards of the hand by name, or null when some are not there. `first` are taken before their copies. */
export function take(hand: readonly Held[], cards: readonly string[], first: ReadonlySet<string> = new Set()): Held[] | null {
  const left = [...hand].sort((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)))
  const out: Held[] = []
  for (const card of cards) {
    const at = left.findIndex((item) => item.card === card)
    if (at < 0) return null
    out.push(...left.splice(at, 1))
  }
  return out
}
