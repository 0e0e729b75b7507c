// Words in the reader's language. Every area keeps its words in src/i18n/<area>.ts, a game in its i18n.ts; both languages side by side.
import type { Lang, Words } from './model'
import { settings } from './settings.svelte'

export type { Lang, Words } from './model'

export function lang(): Lang {
  return settings.lang
}

/** `say(words.key, { n: 3 })`: the words in the reader's language, with {n} filled in, and {n:card|cards} by whether it is one. */
export function say(words: Words, values: Record<string, string | number> = {}): string {
  return fill(words[settings.lang], values)
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    if (!(name in values)) return whole
    return one === undefined ? String(values[name]) : Number(values[name]) === 1 ? one : (many ?? '')
  })
}

export function otherLang(): Lang {
  return settings.lang === 'zh' ? 'en' : 'zh'
}
