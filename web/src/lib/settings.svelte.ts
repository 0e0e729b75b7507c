// What a person has chosen on this device, kept in the browser.
import type { Lang } from './model'

export type Theme = 'system' | 'light' | 'dark'
/** What lies on the table. */
export type Cloth = 'felt' | 'cloth' | 'night'
export type Pieces = 'small' | 'usual' | 'large'
export const PIECES: Record<Pieces, number> = { small: 0.86, usual: 1, large: 1.12 }
export interface Settings {
  lang: Lang
  sound: boolean
  /** From 0 to 1. */
  volume: number
  vibrate: boolean
  fourColour: boolean
  cloth: Cloth
  /** Actions under the left thumb. */
  leftHanded: boolean
  /** No motion, whatever the system prefers. */
  still: boolean
  theme: Theme
  /** Of cards, tiles and discs in one's own hand. */
  pieces: Pieces
  level: string
  /** The preset that was chosen last, by game. */
  ways: Record<string, string>
  /** My tiles in one row, however narrow. */
  oneRow: boolean
  /** Plays on this device, where the server has the choice. */
  device: boolean
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
  volume: 0.7,
  vibrate: true,
  fourColour: false,
  cloth: 'felt',
  leftHanded: false,
  still: false,
  theme: 'system',
  pieces: 'usual',
  level: 'normal',
  ways: {},
  oneRow: false,
  device: false,
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
    root.dataset.cloth = settings.cloth
    root.toggleAttribute('data-left', settings.leftHanded)
    root.toggleAttribute('data-still', settings.still)
    root.style.setProperty('--pieces', String(PIECES[settings.pieces]))
  })
}
