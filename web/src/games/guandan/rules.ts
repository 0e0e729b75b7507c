// What the rules of this table say where the client speaks of them.
import { filled } from '../../lib/i18n.svelte'
import type { Words } from '../../lib/model'
import { isJoker } from './art/cards'
import { words as w } from './i18n'
import { cardsOf, type Moves } from './moves'

/** Every option with its value (lib/catalogue); null while the server has not told them. */
export type Rules = Readonly<Record<string, unknown>> | null

const RANKS = '23456789T'

/** Why a card is no return (G-7.8): the highest rank and whether level cards may go are options; if none fits, the lowest goes (G-7.9). */
export function whyNoReturn(rules: Rules, level: string, legal: Moves): Words {
  const max = rules?.return_max
  if (typeof max !== 'number') return w.cannotReturnThis
  const levelToo = rules?.return_allow_level === true
  const fits = (card: string): boolean =>
    !isJoker(card) && RANKS.slice(0, max - 1).includes(card.charAt(1)) && (levelToo || card.charAt(1) !== level)
  if (!legal.flatMap(cardsOf).every(fits)) return w.cannotReturnLowest
  return filled(levelToo ? w.cannotReturnLevel : w.cannotReturn, { max })
}

/** Failures at A that send a team back to 2; 0 where reaching A is enough, or nothing is counted (G-9.5, G-9.6, G-9.8). */
export function failureLimit(rules: Rules): number {
  return rules && rules.match_end !== 'reach_a' ? Number(rules.a_fail_limit) : 0
}
