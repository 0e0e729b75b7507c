// Each table is a chunk of its own, fetched when somebody sits down to that game.
import { chunk } from '../lib/fresh'
import type { GameModule } from '../lib/model'

const tables: Record<string, () => Promise<GameModule>> = {
  xianqi: () => import('./xianqi'),
  mahjong: () => import('./mahjong'),
  guandan: () => import('./guandan'),
}

export const GAMES = Object.keys(tables)

const loaded = new Map<string, Promise<GameModule>>()

/** The same promise for the same game: a page that awaits it again must not take the table down and put it up anew. */
export function load(game: string): Promise<GameModule> {
  const known = loaded.get(game)
  if (known) return known
  const found = tables[game]
  if (!found) return Promise.reject(new Error(`no table for ${game}`))
  const table = chunk(found)
  table.catch(() => loaded.delete(game)) // another try may find the network again
  loaded.set(game, table)
  return table
}
