// Each table is a chunk of its own, fetched when somebody sits down to that game.
import type { GameModule } from '../lib/model'

const tables: Record<string, () => Promise<GameModule>> = {
  xianqi: () => import('./xianqi'),
  mahjong: () => import('./mahjong'),
  guandan: () => import('./guandan'),
}

export const GAMES = Object.keys(tables)

export function load(game: string): Promise<GameModule> {
  const found = tables[game]
  if (!found) return Promise.reject(new Error(`no table for ${game}`))
  return found()
}
