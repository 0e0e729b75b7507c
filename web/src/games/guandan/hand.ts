// The hand as it lies on the screen: which cards stand together, in which order. Only how it looks, nothing of what may be played.
import { BIG_JOKER, isJoker, SMALL_JOKER } from './art/cards'
import { cardsOf, counted } from './moves'

/** One card in hand; the two copies of a card have ids of their own, so that a card keeps its element while others go. */
export interface Held {
  readonly id: string
  readonly card: string
}
export type Sort = 'rank' | 'suit'
/** Groups that the player, or the arrangement, has put together, as ids. */
export type Own = readonly (readonly string[])[]

/** Cards that stand together: a column, or in the order by suits a part of a row. */
export interface Group {
  readonly key: string
  readonly cards: readonly Held[]
  /** Put together by hand: it can be taken apart again. */
  readonly own: boolean
  /** Stands apart from what is before it: a group of one's own, a suit. */
  readonly apart: boolean
}

const LINE = '23456789TJQKA'
const SUITS = 'SHCD'
const JOKERS = 'jokers'

/** The cards of a hand. Those that were there `before` keep their ids; when a copy leaves, it is the one that `goes` puts highest. */
export function held(hand: string, before: readonly Held[] = [], goes: (id: string) => number = () => 0): Held[] {
  const cards = cardsOf(hand)
  const ids = new Map<string, string[]>()
  for (const [card, n] of counted(cards)) {
    const old = before.filter((item) => item.card === card).map(({ id }) => id)
    const first = [...old].sort((a, b) => goes(b) - goes(a) || (a < b ? 1 : -1))
    const leaving = new Set(first.slice(0, Math.max(0, old.length - n)))
    const stay = old.filter((id) => !leaving.has(id))
    for (let copy = 0; stay.length < n; copy++) if (!stay.includes(`${card}.${copy}`)) stay.push(`${card}.${copy}`)
    ids.set(card, stay)
  }
  return cards.map((card) => ({ id: ids.get(card)?.shift() ?? card, card }))
}

/** Cards of `before` that are no longer in the hand, by name. */
export function left(hand: string, before: readonly Held[]): string[] {
  const here = counted(cardsOf(hand))
  return before.flatMap(({ card }) => {
    const n = here.get(card) ?? 0
    here.set(card, n - 1)
    return n > 0 ? [] : card
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

function grouped(cards: readonly Held[], key: (card: string) => string, apart: boolean): Group[] {
  const found = new Map<string, Held[]>()
  for (const item of cards) {
    const name = key(item.card)
    const group = found.get(name)
    if (group) group.push(item)
    else found.set(name, [item])
  }
  return [...found].map(([name, group]) => ({ key: name, cards: group, own: false, apart }))
}

/** The hand in groups: by rank, high cards first, or by suit, the jokers apart; those of one's own stand at the side, where they are whole. */
export function groups(hand: readonly Held[], sort: Sort, level: string, own: Own = []): Group[] {
  const left = new Map(hand.map((item) => [item.id, item]))
  const mine: Group[] = []
  for (const ids of own) {
    const cards = ids.flatMap((id) => left.get(id) ?? [])
    for (const { id } of cards) left.delete(id)
    if (cards.length) mine.push({ key: `own:${ids[0]}`, cards, own: true, apart: true })
  }
  const rest = ordered([...left.values()], level)
  if (sort === 'rank') return [...grouped(rest, rankOf, false), ...mine]
  const place = (key: string): number => (key === JOKERS ? -1 : SUITS.indexOf(key))
  const suits = grouped(rest, (card) => (isJoker(card) ? JOKERS : card.charAt(0)), true)
  return [...suits.sort((a, b) => place(a.key) - place(b.key)), ...mine]
}

/** The groups that the server has put together, as ids; what is a column anyway, all cards of a rank, is left where it is. */
export function arranged(hand: readonly Held[], sets: readonly (readonly string[])[]): string[][] {
  const left = [...hand]
  const out: string[][] = []
  for (const set of sets) {
    const cards = take(left, set)
    if (!cards) continue
    for (const item of cards) left.splice(left.indexOf(item), 1)
    const rank = rankOf(set[0] ?? '')
    const whole = set.every((card) => rankOf(card) === rank) && hand.filter(({ card }) => rankOf(card) === rank).length === set.length
    if (!whole && cards.length > 1) out.push(cards.map(({ id }) => id))
  }
  return out
}

/** Cards in the order in which players read what they make: JJJ33, A2345. */
export function asRead(cards: readonly Held[]): Held[] {
  const many = counted(cards.map(({ card }) => rankOf(card)))
  const low = many.has('A') && many.has('2') && !many.has('K') && new Set(many.values()).size === 1
  const at = (card: string): number => (isJoker(card) ? height(card, '') : low && rankOf(card) === 'A' ? -1 : LINE.indexOf(rankOf(card)))
  const times = (card: string): number => many.get(rankOf(card)) ?? 0
  return [...cards].sort((a, b) => times(b.card) - times(a.card) || at(a.card) - at(b.card))
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
