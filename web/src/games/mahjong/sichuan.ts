// What the views of 血战到底 and 血流成河 have beyond those of 埋三张. Nothing here knows a rule.
import type { MahjongPrivate, MahjongPublic, MahjongSuit, MahjongWin } from './view.gen'
import { named } from './hand'

export type Direction = 'next' | 'across' | 'previous'

interface SichuanPublic {
  phase: string
  window: null | 'discard' | 'rob'
  /** An added kong that is announced and not made yet. */
  declared: null | { seat: number; tile: string }
  /** False: has won and left. */
  in_play: boolean[]
  /** Who has swapped, or named a suit. */
  chosen: boolean[]
  direction: null | Direction
  die: number | null
  /** What each seat gave, when the deal is over. */
  swaps: (string | null)[]
}
interface SichuanPrivate {
  gave: string | null
  got: string | null
  suit: MahjongSuit | null
}

/** The public view of a Sichuan deal; null for 埋三张. */
export function sichuan(view: MahjongPublic): SichuanPublic | null {
  return 'in_play' in view ? (view as unknown as SichuanPublic) : null
}

export function sichuanOwn(mine: MahjongPrivate | null): SichuanPrivate | null {
  return mine !== null && 'gave' in mine ? (mine as unknown as SichuanPrivate) : null
}

/** Has won and takes no part any more. */
export const hasLeft = (view: MahjongPublic, seat: number): boolean => sichuan(view)?.in_play[seat] === false

const STEPS: Record<Direction, number> = { next: 1, across: 2, previous: 3 }
/** Who gets a seat's three tiles, and from whom its own come. */
export const receiver = (seat: number, direction: Direction): number => (seat + STEPS[direction]) % 4
export const giver = (seat: number, direction: Direction): number => (seat + 4 - STEPS[direction]) % 4

/** What a win is paid: per payer, and self-drawn with the bonus. */
export interface Worth {
  points: number
  each: number | null
  by: 'self' | 'discard' | 'rob' | 'fed'
}
export function worth(win: Pick<MahjongWin, 'fan'>): Worth | null {
  return 'points' in win ? (win as unknown as Worth) : null
}

/** How a seat that has not won stands when the wall is empty. */
export interface Check {
  event: 'check'
  seat: number
  status: 'pig' | 'unready' | 'ready' | 'won'
  waits: string[]
  fan: number | null
  points: number | null
}
export function checks(view: MahjongPublic): Check[] {
  return (view.events as unknown as { event: string }[]).filter((one): one is Check => one.event === 'check')
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
  return (named(legal, 'missing').toSorted((a, b) => held(a) - held(b))[0] as MahjongSuit | undefined) ?? null
}
