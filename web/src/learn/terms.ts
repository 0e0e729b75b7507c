/** The words of a game, explained by the server; here they are only found in a text, so that they can be tapped. */
import { call } from '../lib/api'
import type { Lang, Words } from '../lib/model'

export interface Term {
  term: Words
  words: Words
  clause: string
}

const kept = new Map<string, Promise<Term[]>>()
const explained = new Map<string, readonly Term[]>()
const NONE: readonly Term[] = []

/** Those that have come already: a text that is shown with them is not written twice. */
export const knownTerms = (game: string): readonly Term[] => explained.get(game) ?? NONE

/** Asked once for a game; a table goes on without them when they cannot be had. */
export function termsOf(game: string): Promise<Term[]> {
  let found = kept.get(game)
  if (!found) {
    found = call<Term[]>('GET', `/games/${encodeURIComponent(game)}/terms`).then(
      (terms) => {
        explained.set(game, terms)
        return terms
      },
      () => {
        kept.delete(game)
        return []
      },
    )
    kept.set(game, found)
  }
  return found
}

/** The ways in which a term is spelt: "狗 (炮)" is 狗 or 炮, "buckle, buckler" either. */
export function spellings(term: Term, lang: Lang): string[] {
  return term.term[lang]
    .split(/[,，、()（）]/)
    .map((form) => form.trim())
    .filter(Boolean)
}

/** Everyday words that have a term of one character in them. */
const EVERYDAY: Record<Lang, string[]> = { zh: ['相等', '相同', '相连', '互相'], en: [] }
/** Terms that mostly are everyday words themselves: explained in the list of words, not in every sentence. */
const PLAIN: ReadonlySet<string> = new Set(['要', '过', 'the others'])

export interface Part {
  text: string
  term: Term | null
}

interface Finder {
  known: ReadonlyMap<string, Term>
  pattern: RegExp
}
const finders = new WeakMap<readonly Term[], Partial<Record<Lang, Finder>>>()

/** Made once for a list of words: a book asks for it in every sentence. */
function finderOf(terms: readonly Term[], lang: Lang): Finder {
  let found = finders.get(terms)
  if (!found) finders.set(terms, (found = {}))
  return (found[lang] ??= makeFinder(terms, lang))
}

/** Longer words win over shorter ones. */
function makeFinder(terms: readonly Term[], lang: Lang): Finder {
  const known = new Map<string, Term>()
  for (const term of terms)
    for (const form of spellings(term, lang))
      // a single character is too often part of another word
      if ((form.length > 1 || lang === 'zh') && !PLAIN.has(form)) known.set(form.toLowerCase(), known.get(form.toLowerCase()) ?? term)
  const forms = [...known.keys(), ...EVERYDAY[lang]]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = lang === 'en' ? new RegExp(`\\b(${forms.join('|')})(?:s|es)?\\b`, 'gi') : new RegExp(`(${forms.join('|')})`, 'g')
  return { known, pattern }
}

/** A text cut at the words that can be tapped; each is offered once in a text. */
export function cut(text: string, terms: readonly Term[], lang: Lang): Part[] {
  const { known, pattern } = finderOf(terms, lang)
  if (known.size === 0) return [{ text, term: null }]
  const parts: Part[] = []
  const used = new Set<Term>()
  let at = 0
  for (const match of text.matchAll(pattern)) {
    const term = known.get((match[1] ?? '').toLowerCase())
    if (!term || used.has(term)) continue
    used.add(term)
    if (match.index > at) parts.push({ text: text.slice(at, match.index), term: null })
    parts.push({ text: match[0], term })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at), term: null })
  return parts
}
