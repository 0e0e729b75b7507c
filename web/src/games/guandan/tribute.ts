// Tribute in sentences: who gave what to whom.
import { cardName } from './art/cards'
import { words as w } from './i18n'
import type { Lang } from '../../lib/model'
import type { GuandanPublic } from './view.gen'
import { tell, who, whoAll, type Company } from './seats'

export type Gift = NonNullable<GuandanPublic['tribute']>['paid'][number]

export function giftLine([giver, receiver, card]: Gift, back: boolean, around: Company, lang: Lang): string {
  const values = { giver: who(giver, around, lang), receiver: who(receiver, around, lang), card: cardName(card, null, lang) }
  return tell(back ? w.returned : receiver === null ? w.paid : w.paidTo, values, around, lang)
}

/** Who holds the big jokers that spare the tribute. */
function holders(pub: Pick<GuandanPublic, 'tribute'>): number[] {
  return (pub.tribute?.big_jokers ?? []).flatMap((n, seat) => (n ? [seat] : []))
}

export function immuneLine(pub: GuandanPublic, around: Company, lang: Lang): string {
  const first = who(pub.previous?.order[0], around, lang)
  return tell(w.immune, { seats: whoAll(holders(pub), around, lang), first }, around, lang)
}

/** All that happened before the first card, for the details: it stays there when the table has moved on. */
export function tributeLines(pub: GuandanPublic, around: Company, lang: Lang): string[] {
  const { tribute } = pub
  if (!tribute) return []
  if (tribute.immune) return [immuneLine(pub, around, lang)]
  return [
    ...tribute.paid.map((gift) => giftLine(gift, false, around, lang)),
    ...tribute.returned.map((gift) => giftLine(gift, true, around, lang)),
  ]
}
