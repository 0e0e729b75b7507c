/** How the pieces of each game are drawn and named, one lazy chunk for each game: rule books and open hands of any game use it. */
import type { Component } from 'svelte'
import type { Lang } from '../lib/model'

export interface Drawn {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  Piece: Component<any>
  props(piece: string, level: string, lang: Lang, fourColour: boolean): Record<string, unknown>
  name(pieces: readonly string[], level: string, lang: Lang): string
}

const joined = (names: string[], lang: Lang): string => names.join(lang === 'zh' ? '、' : ', ')
const BACK = { zh: '面朝下', en: 'face down' }
const PILLAR = { zh: '柱', en: 'pillar' }

const games: Record<string, () => Promise<Drawn>> = {
  async xianqi() {
    const [{ default: Piece }, { character, name, red }] = await Promise.all([import('../art/Disc.svelte'), import('../games/xianqi/pieces')])
    return {
      Piece,
      props: (piece) => ({ face: piece === '?' ? null : character(piece), red: red(piece) }),
      name: (pieces, _level, lang) =>
        joined(pieces.map((one) => (one === '?' ? BACK[lang] : one === '|' ? PILLAR[lang] : name(one)[lang])), lang),
    }
  },
  async mahjong() {
    const [{ default: Piece }, { tileName }] = await Promise.all([import('../art/Tile.svelte'), import('../art/tiles')])
    return {
      Piece,
      props: (tile) => ({ tile }),
      name: (tiles, _level, lang) => joined(tiles.map((tile) => tileName(tile, lang)), lang),
    }
  },
  async guandan() {
    const [{ default: Piece }, { cardName, markOf }] = await Promise.all([import('../art/Card.svelte'), import('../art/cards')])
    return {
      Piece,
      props: (card, level, lang, fourColour) => ({ card, mark: markOf(card, level, `H${level}`), strip: 'left', fourColour, lang }),
      name: (cards, level, lang) => joined(cards.map((card) => cardName(card, markOf(card, level, `H${level}`), lang)), lang),
    }
  },
}

export function load(game: string): Promise<Drawn> {
  const found = games[game]
  return found ? found() : Promise.reject(new Error(`no pieces for ${game}`))
}

/** The pieces of a private hand, one by one, as the game writes it. */
export function spread(game: string, hand: unknown): string[] {
  if (typeof hand === 'object' && hand !== null)
    return Object.entries(hand as Record<string, number>).flatMap(([piece, count]) => Array.from({ length: count }, () => piece))
  const text = String(hand ?? '')
  if (game === 'mahjong') return [...text.matchAll(/(\d+)([psm])/g)].flatMap(([, ranks = '', suit = '']) => [...ranks].map((rank) => rank + suit))
  return text.split(' ').filter(Boolean)
}
