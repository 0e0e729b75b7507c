// Choosing pieces for a move. The choices are the legal moves that the server told, as lists of types; a selection is
// good when it is one of them, and may grow while it is part of one.
import type { Piece } from './pieces'

export type Choice = readonly string[]

function counted(types: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1)
  return counts
}

function within(part: readonly string[], whole: readonly string[]): boolean {
  const room = counted(whole)
  for (const [type, count] of counted(part)) if ((room.get(type) ?? 0) < count) return false
  return true
}

export function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && within(a, b)
}

/** What a selection grows to by itself: the one smallest choice that holds it, when there is just one. */
function completed(types: readonly string[], choices: readonly Choice[]): readonly string[] {
  const holding = choices.filter((choice) => within(types, choice))
  const smallest = Math.min(...holding.map((choice) => choice.length))
  const found = holding.filter((choice) => choice.length === smallest)
  return found.length === 1 && found[0] ? found[0] : types
}

/** Pieces of these types, those that are chosen already first. */
export function keysOf(types: readonly string[], hand: readonly Piece[], chosen: ReadonlySet<string>): Set<string> {
  const keys = new Set<string>()
  for (const [type, count] of counted(types)) {
    const copies = hand.filter((piece) => piece.type === type).sort((a, b) => Number(chosen.has(b.key)) - Number(chosen.has(a.key)))
    for (const piece of copies.slice(0, count)) keys.add(piece.key)
  }
  return keys
}

/** The selection after a piece was tapped; null when the piece is in no choice at all. */
export function pick(hand: readonly Piece[], choices: readonly Choice[], chosen: ReadonlySet<string>, key: string): Set<string> | null {
  const typeOf = (one: string) => hand.find((piece) => piece.key === one)?.type ?? ''
  const now = [...chosen].map(typeOf)
  const type = typeOf(key)
  if (chosen.has(key)) {
    const rest = new Set([...chosen].filter((one) => one !== key))
    // A set that had come by one tap goes by one tap.
    const again = completed([...rest].map(typeOf), choices)
    return rest.size && same(again, now) && !choices.some((choice) => same(choice, [...rest].map(typeOf))) ? new Set() : rest
  }
  for (const wish of [[...now, type], [type]]) {
    if (!choices.some((choice) => within(wish, choice))) continue
    const preferred = wish.length > 1 ? new Set([...chosen, key]) : new Set([key])
    return keysOf(completed(wish, choices), hand, preferred)
  }
  return null
}

/** Types that no choice holds are dim. */
export function usable(choices: readonly Choice[]): Set<string> {
  return new Set(choices.flat())
}
