// Who is meant. At the table by relation: 上家, 对家, 下家, in English the partner, the others by name; to a spectator by name.
import { fill, joined, type Values } from '../../lib/i18n.svelte'
import type { Lang, TableModel, Words } from '../../lib/model'
import { relations, words as w } from './i18n'

export interface Company {
  readonly me: number | null
  readonly names: readonly string[]
}

export function company(model: Pick<TableModel, 'me' | 'view'>): Company {
  return { me: model.me, names: model.view.seats.map(({ name }) => name) }
}

/** “上家”, “your partner”, “Ann”. */
export function who(seat: number | null | undefined, { me, names }: Company, lang: Lang): string {
  if (seat == null) return ''
  const relation = me === null ? '' : relations[lang][(seat - me + 4) % 4]
  return relation || (names[seat] ?? '')
}

export function whoAll(seats: readonly number[], around: Company, lang: Lang): string {
  return joined(
    seats.map((seat) => who(seat, around, lang)),
    lang,
  )
}

/** A team on a label: “我方”, “Us”; without one's own the names. */
export function teamLabel(team: number, { me, names }: Company, lang: Lang): string {
  if (me !== null) return (team === me % 2 ? w.ours : w.theirs)[lang]
  return joined([names[team] ?? '', names[team + 2] ?? ''], lang)
}

/** A team that does something: “我方”, “We”, “Ann and Chen”. */
export function teamSubject(team: number, around: Company, lang: Lang): string {
  if (around.me === null) return teamLabel(team, around, lang)
  return (team === around.me % 2 ? w.we : w.they)[lang]
}

const PEOPLE = / ?(\{(?:seats?|out|payers?|receivers?|giver|first|team)\}) ?/g

/** A sentence with people in it. Chinese sets a name apart from the verb (等 小明 先出), a relation not (等上家先出). */
export function tell(words: Words, values: Values, { me }: Company, lang: Lang): string {
  const text = lang === 'zh' && me !== null ? words.zh.replace(PEOPLE, '$1') : words[lang]
  const said = fill(text, values)
  return said.charAt(0).toUpperCase() + said.slice(1)
}
