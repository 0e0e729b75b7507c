// What the views of 血战到底 and 血流成河 have beyond those of 埋三张. Nothing here knows a rule.
import type { MahjongBy, MahjongDirection, MahjongEvent, MahjongPrivate, MahjongPublic, MahjongSuit, MahjongWin } from './view.gen'
import { SUITS } from './art/tiles'
import { named } from './hand'

export type Direction = MahjongDirection

type Having<View, Key extends keyof View> = View & Required<Pick<View, Key>>
type SichuanPublic = Having<MahjongPublic, 'window' | 'declared' | 'in_play' | 'chosen' | 'direction' | 'die' | 'swaps'>
type SichuanPrivate = Having<MahjongPrivate, 'gave' | 'got' | 'suit'>

/** The public view of a Sichuan deal; null for 埋三张. */
export function sichuan(view: MahjongPublic): SichuanPublic | null {
  const is = (one: MahjongPublic): one is SichuanPublic => one.in_play !== undefined
  return is(view) ? view : null
}

export function sichuanOwn(mine: MahjongPrivate | null): SichuanPrivate | null {
  const is = (one: MahjongPrivate | null): one is SichuanPrivate => one?.gave !== undefined
  return is(mine) ? mine : null
}

/** Has won and takes no part any more. */
export const hasLeft = (view: MahjongPublic, seat: number): boolean => sichuan(view)?.in_play[seat] === false

const STEPS: Record<Direction, number> = { next: 1, across: 2, previous: 3 }
/** Who gets a seat's three tiles, and from whom its own come. */
export const receiver = (seat: number, direction: Direction): number => (seat + STEPS[direction]) % 4
export const giver = (seat: number, direction: Direction): number => (seat + 4 - STEPS[direction]) % 4

/** What a win is paid: per payer, and self-drawn with the bonus. */
interface Worth {
  points: number
  each: number | null
  by: MahjongBy
}
export function worth({ points, each = null, by }: Pick<MahjongWin, 'points' | 'each' | 'by'>): Worth | null {
  return points === undefined ? null : { points, each, by }
}

/** How a seat stands when the wall is empty. */
export type Check = Extract<MahjongEvent, { event: 'check' }>
export function checks(view: MahjongPublic): Check[] {
  return view.events.filter((one): one is Check => one.event === 'check')
}

/** The three tiles that the rules would give away themselves: of the shortest suit that has three, those in its middle. */
export function swapDefault(legal: readonly string[], hand: readonly string[]): string[] {
  const suits = [...new Set(named(legal, 'swap').map((text) => text[1]!))]
  const held = (suit: string): string[] => hand.filter((tile) => tile[1] === suit)
  const [suit] = suits.toSorted((a, b) => held(a).length - held(b).length)
  const middle = (tile: string): number => Math.abs(Number(tile[0]) - 5)
  return suit === undefined
    ? []
    : held(suit)
        .toSorted((a, b) => middle(a) - middle(b) || Number(a[0]) - Number(b[0]))
        .slice(0, 3)
}

/** The suit with the fewest tiles. */
export function missingDefault(legal: readonly string[], hand: readonly string[]): MahjongSuit | null {
  const held = (suit: string): number => hand.filter((tile) => tile[1] === suit).length
  const may = SUITS.filter((suit) => legal.includes(`missing ${suit}`))
  return may.toSorted((a, b) => held(a) - held(b))[0] ?? null
}
