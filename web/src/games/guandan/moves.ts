// Moves as the wire writes them: `play S3 H2 as pair:3`, `tribute HA`, `take 3`, `immune`, `pay`, `pass`.
export type Moves = readonly string[]

const CARD = /^(?:[SHCD][2-9TJQKA]|SB|HR)$/

/** The cards that a move, or a list of cards, names. */
export function cardsOf(text: string): string[] {
  const body = text.split(' as ')[0] ?? ''
  return body.split(' ').filter((word) => CARD.test(word))
}

/** The declared reading; null when the cards have only one. */
export function declared(move: string): string | null {
  return move.split(' as ')[1] ?? null
}

export function verbOf(move: string): string {
  return move.split(' ')[0] ?? ''
}

/** How often each item occurs. */
export function counted<T>(items: Iterable<T>): Map<T, number> {
  const out = new Map<T, number>()
  for (const item of items) out.set(item, (out.get(item) ?? 0) + 1)
  return out
}

/** The same cards, in whatever order. */
export function sameCards(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && [...a].sort().join() === [...b].sort().join()
}
