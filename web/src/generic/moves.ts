// The legal moves as buttons: what stands on them, in which groups, and which of them are looked for.
import type { Lang, MoveWords } from '../lib/model'

export interface Choice {
  readonly move: string
  readonly label: string
}
export interface Group {
  /** The first word of its moves. */
  readonly verb: string
  /** The same for people: how the words of all its moves begin; empty where they begin differently. */
  readonly title: string
  readonly choices: readonly Choice[]
}

/** As many moves as one can take in at a glance; a longer list can be searched. */
export const GLANCE = 12

/** By their first word, in the order of the list; until words are known a move is shown as it is sent. */
export function groups(legal: readonly string[], words: readonly MoveWords[], lang: Lang): Group[] {
  const labels = new Map(words.map((one) => [one.move, one.words[lang]]))
  const found = new Map<string, Choice[]>()
  for (const move of legal) {
    const verb = move.split(' ')[0] ?? ''
    const list = found.get(verb) ?? []
    list.push({ move, label: labels.get(move)?.trim() || move })
    found.set(verb, list)
  }
  return [...found].map(([verb, choices]) => ({ verb, title: beginning(choices.map(({ label }) => label)), choices }))
}

/** The words with which all of them begin. */
function beginning(labels: readonly string[]): string {
  const [first = [], ...others] = labels.map((label) => label.split(' '))
  const differs = first.findIndex((word, at) => others.some((other) => other[at] !== word))
  return first.slice(0, differs < 0 ? first.length : differs).join(' ')
}

/** Those whose label or notation has every word that was typed. */
export function filtered(all: readonly Group[], typed: string): Group[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ move, label }: Choice): boolean =>
    wanted.every((word) => move.toLowerCase().includes(word) || label.toLowerCase().includes(word))
  return all.map((group) => ({ ...group, choices: group.choices.filter(fits) })).filter(({ choices }) => choices.length)
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u

/** Columns that a text takes on a terminal: a Chinese character takes two. */
export function columns(text: string): number {
  return [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0)
}
