// What can be read from the public history: which cards are still unseen, what was played last. Counting, no judging.
import { rankOf } from './hand'
import { cardsOf, verbOf } from './moves'

export type Steps = readonly (readonly [number, string])[]

/** Ranks as they are listed in the counter, high to low. */
export const COUNTED = ['HR', 'SB', 'A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'] as const
const COPIES = 8 // two packs of four suits (G-1.2)
const JOKERS = 2

/** How many cards of each rank are neither in my hand nor played. */
export function unseen(hand: string, history: Steps): Map<string, number> {
  const out = new Map<string, number>(COUNTED.map((rank) => [rank, rank.length > 1 ? JOKERS : COPIES]))
  const gone = [...cardsOf(hand), ...history.filter(([, move]) => verbOf(move) === 'play').flatMap(([, move]) => cardsOf(move))]
  for (const card of gone) {
    const rank = rankOf(card)
    out.set(rank, (out.get(rank) ?? 0) - 1)
  }
  return out
}

/** The newest step of each seat in this trick: what lies before it. */
export function lying(trick: Steps): Map<number, { move: string; index: number }> {
  const out = new Map<number, { move: string; index: number }>()
  trick.forEach(([seat, move], index) => out.set(seat, { move, index }))
  return out
}

/** The play that won the trick before this one, or null. */
export function lastWon(history: Steps, trick: Steps): { seat: number; move: string; index: number } | null {
  for (let k = history.length - trick.length - 1; k >= 0; k--) {
    const [seat, move] = history[k] ?? [0, '']
    if (verbOf(move) === 'play') return { seat, move, index: k }
  }
  return null
}
