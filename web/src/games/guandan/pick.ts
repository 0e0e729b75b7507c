// What one tap takes. The moves come from the server's list; here they are only found and put in a pleasant order.
import { rankOf, take, type Held } from './hand'
import { cardsOf, sameCards, type Moves } from './moves'

const MOST_RUNS = 6

/**
 * Selections that a tap on `tapped` cycles through, as ids. First all cards of its rank, then what begins with it, then
 * fewer of its rank; what needs a wildcard comes after what does not. Where the list has another suit of the same rank in
 * its place, the tapped card takes it; `check` has the last word on every selection.
 */
export function picks(tapped: Held, hand: readonly Held[], legal: Moves, wildcard: string): Held[][] {
  const rank = rankOf(tapped.card)
  const wild = tapped.card === wildcard
  const column = hand.filter((item) => rankOf(item.card) === rank)
  const first = new Set([tapped.id])
  const found: { cards: Held[]; order: number[] }[] = []
  legal.forEach((move, index) => {
    const names = cardsOf(move)
    const cards = names.length ? fitted(tapped, hand, names, wildcard, first) : null
    if (!cards) return
    const wilds = wild ? 0 : cards.filter((item) => item.card === wildcard).length
    const natural = names.filter((name) => name !== wildcard)
    const kinds = new Set(natural.map(rankOf))
    const same = kinds.size <= 1 && (wild ? kinds.size === 0 : kinds.has(rank))
    const whole = same && !wilds && cards.length === column.length
    if (!same && !wild && rankOf(natural[0] ?? '') !== rank) return
    const kind = whole ? 0 : same ? 2 : 1
    found.push({
      cards,
      order: [wilds, kind, kind === 1 ? Number(kinds.size === 2) : -cards.length, kind === 1 ? -cards.length : 0, index],
    })
  })
  found.sort((a, b) => compare(a.order, b.order))
  const out: Held[][] = []
  let shown = 0
  for (const { cards, order } of found) {
    if (order[1] === 1 && (shown += 1) > MOST_RUNS) continue
    const names = cards.map((item) => item.card)
    if (
      !out.some((other) =>
        sameCards(
          names,
          other.map((item) => item.card),
        ),
      )
    )
      out.push(cards)
  }
  return out
}

/** The move's cards from the hand, with the tapped card among them; null when it has no place there. */
function fitted(
  tapped: Held,
  hand: readonly Held[],
  names: readonly string[],
  wildcard: string,
  first: ReadonlySet<string>,
): Held[] | null {
  if (names.includes(tapped.card)) return take(hand, names, first)
  const place = names.findIndex((name) => name !== wildcard && rankOf(name) === rankOf(tapped.card))
  if (place < 0) return null
  return take(hand, names.with(place, tapped.card), first)
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let k = 0; k < a.length; k++) {
    const d = (a[k] ?? 0) - (b[k] ?? 0)
    if (d) return d
  }
  return 0
}

/** Cards that can take part in something now: named in the list, or of a rank that is. */
export function useful(hand: readonly Held[], legal: Moves): Set<string> {
  const plays = legal.filter((move) => move.startsWith('play '))
  const names = new Set(legal.flatMap(cardsOf))
  const ranks = new Set(plays.flatMap(cardsOf).map(rankOf))
  return new Set(hand.filter(({ card }) => names.has(card) || ranks.has(rankOf(card))).map(({ id }) => id))
}

/** A tap: cycles when the card is the one that began the selection, takes a combination when nothing is selected, else adds or removes the card. */
export interface Choice {
  readonly ids: ReadonlySet<string>
  readonly anchor: string | null
  readonly turn: number
}
export const NOTHING: Choice = { ids: new Set(), anchor: null, turn: 0 }

export function tap(choice: Choice, tapped: Held, hand: readonly Held[], legal: Moves, wildcard: string): Choice {
  if (choice.ids.size > 0 && choice.anchor !== tapped.id) return toggle(choice, tapped.id)
  const options = picks(tapped, hand, legal, wildcard)
  if (!options.length) return toggle(choice, tapped.id)
  const turn = choice.ids.size ? choice.turn + 1 : 0
  const taken = options[turn]
  return taken ? { ids: new Set(taken.map(({ id }) => id)), anchor: tapped.id, turn } : NOTHING
}

export function toggle(choice: Choice, id: string): Choice {
  const ids = new Set(choice.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, anchor: null, turn: 0 }
}

/** A selection without the cards that have left the hand. */
export function kept(choice: Choice, hand: readonly Held[]): Choice {
  const here = new Set(hand.map(({ id }) => id))
  const ids = [...choice.ids].filter((id) => here.has(id))
  return ids.length === choice.ids.size ? choice : { ids: new Set(ids), anchor: null, turn: 0 }
}
