// The pieces as things to draw and name. Which of them may be played is never decided here: `legal` tells.
import { listed } from '../../lib/i18n.svelte'
import type { Words } from '../../lib/model'
import { words as w } from './i18n'

/** Strong to weak, as the hand is sorted first. */
export const TYPES = [
  'R_SHI', 'B_SHI', 'R_XIANG', 'B_XIANG', 'R_MA', 'B_MA', 'R_CHE', 'R_GOU', 'B_CHE', 'B_GOU', 'R_NIU', 'B_NIU',
] as const // prettier-ignore
const CHARACTERS = '仕士相象傌馬俥炮車砲兵卒'

export interface Piece {
  type: string
  /** Different for every piece of a hand, and the same for a piece from view to view. */
  key: string
}

export function character(type: string): string {
  return CHARACTERS[(TYPES as readonly string[]).indexOf(type)] ?? '?'
}

export function red(type: string): boolean {
  return type.startsWith('R_')
}

export function name(type: string): Words {
  return (w as Record<string, Words>)[type] ?? { zh: type, en: type }
}

export type Order = 'rank' | 'colour' | 'sets'
export const ORDERS: readonly Order[] = ['rank', 'colour', 'sets']

/** A count map as single pieces, in one of the orders of 理牌. */
export function expand(cards: Record<string, number>, order: Order = 'rank'): Piece[] {
  const types = Object.keys(cards).sort((a, b) => rank(a) - rank(b))
  if (order === 'colour') types.sort((a, b) => Number(red(b)) - Number(red(a)))
  if (order === 'sets') types.sort((a, b) => (cards[b] ?? 0) - (cards[a] ?? 0))
  return types.flatMap((type) => Array.from({ length: cards[type] ?? 0 }, (_, copy) => ({ type, key: `${type}.${copy}` })))
}

function rank(type: string): number {
  return (TYPES as readonly string[]).indexOf(type)
}

/** `play R_CHE*2` as its verb and its types one by one. */
export function read(move: string): { verb: string; types: string[] } {
  const [verb = '', text = ''] = move.split(' ')
  const types = text
    .split('+')
    .filter(Boolean)
    .flatMap((part) => {
      const [type = '', count = '1'] = part.split('*')
      return Array.from({ length: Number(count) }, () => type)
    })
  return { verb, types }
}

/** “红车一对”, “pair of red chariots”; “红三牛”, “three red oxen”. */
export function combination(types: readonly string[]): Words {
  const counts = new Map<string, number>()
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1)
  if (types.length === 2 && counts.get('R_GOU') === 1 && counts.get('B_GOU') === 1) return w.dogPair
  const zh: string[] = []
  const en: string[] = []
  for (const [type, count] of counts) {
    const said = name(type)
    zh.push(count === 1 ? said.zh : count === 2 ? `${said.zh}一对` : `${said.zh[0]!}三${said.zh.slice(1)}`)
    en.push(count === 1 ? said.en : `${count === 2 ? 'pair of' : 'three'} ${many(said.en)}`)
  }
  return { zh: listed(zh, 'zh'), en: listed(en, 'en') }
}

function many(one: string): string {
  return one.endsWith('x') ? `${one}en` : `${one}s`
}

export function typesOf(cards: Record<string, number>): string[] {
  return expand(cards).map((piece) => piece.type)
}
