// The sentence that says what is awaited.
import { words as w } from './i18n'
import type { Values } from '../../lib/i18n.svelte'
import type { Lang, Words } from '../../lib/model'
import type { GuandanPublic } from './view.gen'
import { lastWon } from './history'
import { placeWords, readingPhrase } from './readings'
import { tell, who, whoAll, type Company } from './seats'

interface Seen extends Company {
  readonly pub: GuandanPublic
  readonly myTurn: boolean
  readonly committed: boolean
}

/** Who leads for a partner that went out unbeaten (G-8.7), as far as the public view tells: [who is out, who leads]. */
export function jiefeng(pub: GuandanPublic): [number, number] | null {
  if (pub.phase !== 'play' || pub.table !== null) return null
  const won = lastWon(pub.history, pub.trick)
  const leads = pub.to_act[0]
  if (!won || leads === undefined || won.seat === leads || !pub.order.includes(won.seat)) return null
  return [won.seat, leads]
}

export function status({ pub, me, names, myTurn, committed }: Seen, lang: Lang): string {
  const around = { me, names }
  const say: Say = (words, values = {}) => tell(words, values, around, lang)
  const name = (seat: number): string => who(seat, around, lang)
  if (pub.phase === 'finished') return say(w.dealOver)
  if (committed) return say(pub.phase === 'immunity' ? w.answered : w.committed)
  if (pub.phase !== 'play') return giving(pub, myTurn ? me : null, whoAll(pub.to_act, around, lang), name, say)
  const leader = pub.to_act[0] ?? 0
  const passed = jiefeng(pub)
  if (myTurn) {
    if (pub.table) return say(w.yourFollow, { seat: name(pub.table.seat), what: readingPhrase(pub.table.long_reading, lang) })
    if (passed) return say(w.yourJiefeng, { out: name(passed[0]) })
    return say(pub.starting_card && !pub.history.length ? w.yourFirstLead : w.yourLead)
  }
  const place = me === null ? -1 : pub.order.indexOf(me)
  if (place >= 0) return say(w.youAreOut, { place: placeWords(place)[lang] })
  if (pub.table) return say(w.waitFollow, { seat: name(leader), what: readingPhrase(pub.table.long_reading, lang) })
  if (passed) return say(w.jiefeng, { out: name(passed[0]), seat: name(passed[1]) })
  return say(w.waitLead, { seat: name(leader) })
}

type Say = (words: Words, values?: Values) => string

function giving(pub: GuandanPublic, me: number | null, seats: string, name: (seat: number) => string, say: Say): string {
  if (pub.phase === 'immunity') return me !== null ? say(w.yourImmunity) : say(w.waitImmunity, { seats })
  if (pub.phase === 'tribute') return me !== null ? say(w.yourTribute) : say(w.waitTribute, { seats })
  if (pub.phase === 'take') return me !== null ? say(w.yourTake) : say(w.waitTake, { seats })
  if (me === null) return say(w.waitReturn, { seats })
  const mine = pub.tribute?.paid.find(([, receiver]) => receiver === me)
  return say(w.yourReturn, { seat: mine ? name(mine[0]) : '' })
}
