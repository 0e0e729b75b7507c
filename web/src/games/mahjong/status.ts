// What is awaited, in words. It reads the view and the legal moves; it decides nothing.
import { SUIT_WORDS, tileName, type Suit } from './art/tiles'
import { words as w } from './i18n'
import { words as sw } from './i18nSichuan'
import { fill } from '../../lib/i18n.svelte'
import type { Lang, Words } from '../../lib/model'
import type { MahjongPrivate, MahjongPublic } from './view.gen'
import { tilesOf } from './hand'
import { hasLeft, sichuan, sichuanOwn } from './sichuan'

export interface Situation {
  view: MahjongPublic
  legal: readonly string[]
  mine: MahjongPrivate | null
  me: number | null
  names: readonly string[]
  chosen: readonly string[]
  /** The void suit that is about to be named. */
  suit?: Suit | null
  lang: Lang
}

export function statusOf(at: Situation): string {
  const { view, lang } = at
  const say = (words: Words, values: Record<string, string | number> = {}): string => fill(words[lang], values)
  if (at.me !== null && hasLeft(view, at.me) && view.phase !== 'finished') return say(sw.youLeft)
  switch (view.phase) {
    case 'finished':
      return say(w.finished)
    case 'bury':
      return buryStatus(at, say)
    case 'swap':
      return swapStatus(at, say)
    case 'missing':
      return missingStatus(at, say)
    case 'claim':
      return claimStatus(at, say)
    case 'turn':
      return at.legal.length ? turnStatus(at, say) : view.turn === null ? '' : say(w.thinks, { name: at.names[view.turn]! })
  }
}

type Say = (words: Words, values?: Record<string, string | number>) => string

function buryStatus({ legal, mine, chosen, lang }: Situation, say: Say): string {
  const suit = (tile: string): string => SUIT_WORDS[tile[1] as Suit][lang]
  if (mine?.buried) return say(w.buryWait, { suit: suit(tilesOf(mine.buried)[0]!) })
  if (!legal.length) return say(w.buryWatch)
  return chosen.length === 3 ? say(w.buryNow, { suit: suit(chosen[0]!) }) : say(w.buryMore, { n: 3 - chosen.length })
}

function swapStatus({ legal, mine, chosen, lang }: Situation, say: Say): string {
  if (sichuanOwn(mine)?.gave) return say(sw.swapWait)
  if (!legal.length) return say(sw.swapWatch)
  const suit = chosen[0] && SUIT_WORDS[chosen[0][1] as Suit][lang]
  return suit && chosen.length === 3 ? say(sw.swapNow, { suit }) : say(sw.swapMore, { n: 3 - chosen.length })
}

function missingStatus({ legal, mine, suit, lang }: Situation, say: Say): string {
  const named = sichuanOwn(mine)?.suit
  if (named) return say(sw.missingWait, { suit: SUIT_WORDS[named][lang] })
  if (!legal.length) return say(sw.missingWatch)
  return suit ? say(sw.missingAsk, { suit: SUIT_WORDS[suit][lang] }) : say(sw.missingPick)
}

function claimStatus({ view, legal, mine, names, lang }: Situation, say: Say): string {
  const declared = sichuan(view)?.declared
  if (declared) {
    if (mine?.answer) return say(w.answered, { what: say(mine.answer === 'hu' ? sw.rob : w[mine.answer]) })
    const told = { name: names[declared.seat]!, tile: tileName(declared.tile, lang) }
    return say(legal.includes('hu') ? sw.robAsk : sw.declares, told)
  }
  const last = view.last_discard
  if (!last) return ''
  const known = { name: names[last.seat]!, tile: tileName(last.tile, lang) }
  if (mine?.answer) return say(w.answered, { what: say(w[mine.answer]) })
  const may = (['peng', 'kong', 'hu'] as const).filter((verb) => legal.includes(verb)).map((verb) => say(w[verb]))
  return may.length ? say(w.threwAsk, { ...known, what: asked(may.join(say(w.or))) }) : say(w.threw, known)
}

/** “Pung or kong”: one sentence, one capital. */
function asked(choices: string): string {
  return choices.charAt(0) + choices.slice(1).toLowerCase()
}

function turnStatus({ view, legal, mine, me, chosen, lang }: Situation, say: Say): string {
  const drawn = mine?.drawn ?? null
  if (legal.length === 1 && legal[0] === 'hu') return say(sw.mustWin)
  if (legal.includes('hu') && !chosen.length) return drawn ? say(w.yourHu, { tile: tileName(drawn, lang) }) : say(w.yourHeaven)
  if (chosen.length === 1 && legal.includes(`discard ${chosen[0]!}`)) return say(w.chosen, { tile: tileName(chosen[0]!, lang) })
  if (me !== null && view.locked[me]) return say(w.yourLocked)
  const missing = me === null ? null : (view.missing[me] ?? null)
  const must = tilesOf(mine?.hand).filter((tile) => tile[1] === missing).length
  if (missing && must) return say(w.yourMissing, { suit: SUIT_WORDS[missing][lang], n: must })
  const last = view.events.at(-1)
  return say(last?.event === 'peng' ? w.yourPeng : w.yourTurn)
}
