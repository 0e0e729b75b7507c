/** The pictures of the rule books: rows of pieces with a word below. They show what the text says; they judge nothing.
 *  A game brings its own in games/<game>/figures.ts. */
import { byGame } from '../games'
import { chunk } from '../lib/chunks'
import type { Words } from '../lib/model'

export interface Group {
  /** Pieces in the records' notation; '?' is a piece face down, '|' a pillar. */
  pieces: string[]
  label?: Words
  /** What stands between this group and the next one. */
  then?: '>' | '<' | '=' | '…' | '→'
}

export type Figures = Record<string, Group[]>

export const group = (pieces: string, zh = '', en = '', then?: Group['then']): Group => ({
  pieces: pieces.split(' '),
  ...(zh ? { label: { zh, en } } : {}),
  ...(then ? { then } : {}),
})

const found = byGame(import.meta.glob<{ figures: Figures }>('../games/*/figures.ts'))

const loaded = new Map<string, Figures>()

export async function figuresOf(game: string): Promise<Figures> {
  const load = found[game]
  const figures = load ? (await chunk(load)).figures : {}
  loaded.set(game, figures)
  return figures
}

/** The same as `figure`, of figures that have been loaded already: a page that is shown with them does not move. */
export const knownFigure = (game: string, name?: string): Group[] => named(loaded.get(game) ?? {}, name)

/** The figure of that name, or without one the first of the book. */
export async function figure(game: string, name?: string): Promise<Group[]> {
  return named(await figuresOf(game), name)
}

function named(figures: Figures, name?: string): Group[] {
  return (name === undefined ? Object.values(figures)[0] : figures[name]) ?? []
}
