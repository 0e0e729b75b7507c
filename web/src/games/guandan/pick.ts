// What is selected in the hand. Which plays there are comes from the server's list; here cards are only looked up in it.
import { rankOf, type Held } from './hand'
import { cardsOf, type Moves } from './moves'

export type Choice = ReadonlySet<string>
export const NOTHING: Choice = new Set()

/** Cards that can take part in something now: named in the list, or of a rank that is. */
export function useful(hand: readonly Held[], legal: Moves): Set<string> {
  const plays = legal.filter((move) => move.startsWith('play '))
  const names = new Set(legal.flatMap(cardsOf))
  const ranks = new Set(plays.flatMap(cardsOf).map(rankOf))
  return new Set(hand.filter(({ card }) => names.has(card) || ranks.has(rankOf(card))).map(({ id }) => id))
}

/** One tap, one card. */
export function toggle(choice: Choice, id: string): Choice {
  const ids = new Set(choice)
  if (!ids.delete(id)) ids.add(id)
  return ids
}

/** A sweep selects all that it touched, or, begun on a selected card, lets them go. */
export function sweep(choice: Choice, ids: readonly string[]): Choice {
  const out = new Set(choice)
  const drop = ids[0] !== undefined && out.has(ids[0])
  for (const id of ids)
    if (drop) out.delete(id)
    else out.add(id)
  return out
}

/** A selection without the cards that have left the hand. */
export function kept(choice: Choice, hand: readonly Held[]): Choice {
  const here = new Set(hand.map(({ id }) => id))
  const ids = [...choice].filter((id) => here.has(id))
  return ids.length === choice.size ? choice : new Set(ids)
}
