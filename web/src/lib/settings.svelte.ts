// What a person has chosen on this device, kept in the browser.
import type { Lang } from './model'

export type Theme = 'system' | 'light' | 'dark'
export interface Settings {
  lang: Lang
  sound: boolean
  fourColour: boolean
  theme: Theme
  /** Of cards, tiles and discs in one's own hand. */
  pieces: 'small' | 'usual' | 'large'
  level: string
  /** The preset that was chosen last, by game. */
  ways: Record<string, string>
  /** My tiles in one row, however narrow. */
  oneRow: boolean
  /** Has been asked for a nickname. */
  named: boolean
}

const KEY = 'qipai.settings'

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>
  } catch {
    return {}
  }
}

/** Chinese for browsers that prefer any Chinese before English, else English. */
export function preferred(languages: readonly string[]): Lang {
  for (const language of languages) {
    if (/^zh\b/i.test(language)) return 'zh'
    if (/^en\b/i.test(language)) return 'en'
  }
  return 'en'
}

const defaults: Settings = {
  lang: preferred(typeof navigator === 'undefined' ? [] : navigator.languages),
  sound: true,
  fourColour: false,
  theme: 'system',
  pieces: 'usual',
  level: 'normal',
  ways: {},
  oneRow: false,
  named: false,
}

export const settings: Settings = $state({ ...defaults, ...(typeof localStorage === 'undefined' ? {} : stored()) })

/** Writes the choices down whenever one changes and tells the document; called once, by App. */
export function keepSettings(): void {
  $effect(() => {
    localStorage.setItem(KEY, JSON.stringify(settings))
  })
  $effect(() => {
    const root = document.documentElement
    root.lang = settings.lang === 'zh' ? 'zh-CN' : 'en'
    if (settings.theme === 'system') delete root.dataset.theme
    else root.dataset.theme = settings.theme
  })
}
