// Words in the reader's language. Every area keeps its words in src/i18n/<area>.ts, a game in its i18n.ts; both languages side by side.
import type { Lang, Words } from './model'
import { plain } from './numbers'
import { settings } from './settings.svelte'

export type { Lang, Words } from './model'
export type Values = Record<string, string | number>

export function lang(): Lang {
  return settings.lang
}

/** `say(words.key, { n: 3 })`: the words in the reader's language, with {n} filled in, and {n:card|cards} by whether it is one. */
export function say(words: Words, values: Values = {}): string {
  return fill(words[settings.lang], values)
}

export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = values[name]
    if (value === undefined) return whole
    if (one !== undefined) return Number(value) === 1 ? one : (many ?? '')
    return typeof value === 'number' ? plain(value) : value
  })
}

/** Both languages filled in, for what is said later in either. */
export function filled(words: Words, values: Values): Words {
  return { zh: fill(words.zh, values), en: fill(words.en, values) }
}

/** 甲、乙、丙; Ann, Bo, Chen. */
export function listed(items: readonly string[], lang: Lang): string {
  return items.join(lang === 'zh' ? '、' : ', ')
}

/** 甲、乙; Ann and Bo; Ann, Bo and Chen. */
export function joined(items: readonly string[], lang: Lang): string {
  if (lang === 'zh' || items.length < 2) return listed(items, lang)
  return `${listed(items.slice(0, -1), lang)} and ${items.at(-1)!}`
}

export function otherLang(): Lang {
  return settings.lang === 'zh' ? 'en' : 'zh'
}
