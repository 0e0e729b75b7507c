/** How the pieces of a game are drawn and named in rule books and open hands: games/<game>/pieceArt.ts, a chunk for each game. */
import type { Component } from 'svelte'
import { byGame } from '../games'
import { chunk } from '../lib/chunks'
import type { Lang, Words } from '../lib/model'

export interface PieceArt {
  /** One piece, as large as it stands in a text; `table` is the public view, or null in a book. */
  Piece: Component<{ piece: string; table: unknown; small: boolean }>
  name(piece: string, table: unknown, lang: Lang): string
  /** The pieces of a private hand one by one, where they are not written as a list or with counts. */
  spread?(hand: unknown): string[]
  /** The pieces that a move names, as the wire writes it. */
  ofMove?(move: string): string[]
  /** What a seat has put aside, seen in a replay. */
  laid?(own: Record<string, unknown>): { label: Words; pieces: string[] }[]
}

const found = byGame(import.meta.glob<{ art: PieceArt }>('../games/*/pieceArt.ts'))

const loaded = new Map<string, PieceArt>()

/** Null for a game that has no pictures: its pieces are written. */
export async function pieceArt(game: string): Promise<PieceArt | null> {
  const load = found[game]
  if (!load) return null
  const { art } = await chunk(load)
  loaded.set(game, art)
  return art
}

/** The pictures if they have been loaded already: a page that is shown with them does not move. */
export const knownArt = (game: string): PieceArt | null => loaded.get(game) ?? null

/** Counts (`{R: 2}`), a list, or words with blanks between them. */
export function spread(hand: unknown): string[] {
  if (Array.isArray(hand)) return hand.map(String)
  if (typeof hand === 'object' && hand !== null)
    return Object.entries(hand as Record<string, number>).flatMap(([piece, count]) => Array.from({ length: count }, () => piece))
  return String(hand ?? '')
    .split(' ')
    .filter(Boolean)
}
