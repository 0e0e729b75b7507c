// Which games have something of their own here. A folder is found by itself: card.ts is what the lobby says of the game, index.ts
// its table, and beside them whatever it brings of lessons.ts, figures.ts, pieceArt.ts, options.ts and LobbyArt.svelte;
// avoid.ts lists the words that its texts must not use, for the tests.
// A game of the server that has no folder is played at the generic table.
import { chunk } from '../lib/chunks'
import type { GameModule, Words } from '../lib/model'

/** A preset that is a game of its own: with a name, a line in the lobby and a rule book. */
export interface Way {
  preset: string
  title: Words
  blurb: Words
}

export interface GameCard {
  title: Words
  /** One line in the lobby. */
  blurb: Words
  seats: number
  /** Its place in the lobby; games without a folder come last. */
  order: number
  /** The first is played unless another is chosen. */
  ways?: readonly Way[]
  /** What levels bring per deal against `normal` where this device thinks, with the error at 95 %: benchmarks/browser.md. */
  device?: Readonly<Record<string, readonly [points: number, error: number]>>
}

/** What a glob found, by the name of the game's folder. */
export function byGame<T>(found: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(found).map(([path, part]) => [path.split('/').at(-2) ?? '', part]))
}

const cards = byGame(import.meta.glob<GameCard>('./*/card.ts', { eager: true, import: 'card' }))
const tables = byGame(import.meta.glob<GameModule>('./*/index.ts'))

export const cardOf = (game: string): GameCard | undefined => cards[game]

/** In the order of the lobby. */
export const GAMES: readonly string[] = Object.keys(cards).sort((a, b) => cards[a]!.order - cards[b]!.order)

const loaded = new Map<string, Promise<GameModule>>()

/** The game's table, a chunk of its own. The same promise for the same game: a page that awaits it again must not rebuild the table. */
export function load(game: string): Promise<GameModule> {
  const known = loaded.get(game)
  if (known) return known
  const table = chunk(tables[game] ?? (() => import('../generic')))
  table.catch(() => loaded.delete(game)) // another try may find the network again
  loaded.set(game, table)
  return table
}
