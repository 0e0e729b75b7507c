// What is awaited, in words.
import { words as w } from './i18n'
import { lang, say } from '../../lib/i18n.svelte'
import type { TableModel } from '../../lib/model'
import type { XianqiPrivate, XianqiPublic } from './view.gen'
import { combination, read, typesOf } from './pieces'

export function status(model: TableModel<XianqiPublic, XianqiPrivate | null>): string {
  const { view, me } = model
  const open = view.public
  if (view.result?.facts.void === true) return say(w.void)
  const actor = open.decision?.seat
  if (actor === undefined) return say(w.over)
  const who = view.seats[actor]?.name ?? ''
  const by = view.seats[open.reveal.buckler_seat ?? -1]?.name ?? ''
  const mine = actor === me
  const table = open.turn.last_combo
  const what = table ? combination(typesOf(table.cards))[lang()] : ''
  if (me !== null && me === open.head_seat) return say(w.sitOut)
  switch (open.phase) {
    case 'buckle_decision':
      return mine ? say(view.legal.includes('buckle') ? w.myLead : w.myOnlyLead) : say(w.theirLead, { who })
    case 'reveal_decision':
      return mine ? say(w.myReveal, { who: by }) : say(w.theirReveal, { who, by })
    default: {
      if (!table) return mine ? say(w.myLeadRevealed) : say(w.theirLeadRevealed, { who })
      if (!mine) return say(w.theirFollow, { who })
      const cover = view.legal[0] !== undefined && read(view.legal[0]).verb === 'cover'
      return cover ? say(w.myCover, { what, n: open.turn.round_kind }) : say(w.myBeat, { what })
    }
  }
}
