// What is said at a table: lines for the list, bubbles at the seats, and whom one does not want to hear.
import { byGame } from '../games'
import { words as t } from '../i18n/talk'
import { call } from './api'
import { soon } from './chunks'
import type { Words } from './model'
import { sound } from './sound'
import type { Chat } from './wire.gen'

const KEY = 'qipai.muted'
const SHOWN = 4500 // milliseconds that a bubble stays
const KEPT = 200

const files = byGame(import.meta.glob<{ phrases: Record<string, Words> }>('../games/*/phrases.ts'))

interface Muted {
  who: string[]
  everybody: boolean
}

function stored(): Muted {
  try {
    return { who: [], everybody: false, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Muted>) }
  } catch {
    return { who: [], everybody: false }
  }
}

export class Talk {
  lines: readonly Chat[] = $state.raw([])
  bubbles: Record<number, Chat> = $state({})
  unread = $state(0)
  muted: Muted = $state(typeof localStorage === 'undefined' ? { who: [], everybody: false } : stored())
  #own: Record<string, Words> = $state({})
  #game = ''

  constructor(private readonly send: (frame: { type: 'mute' } & Muted) => void) {}

  /** After every connection: whom not to send, and what was said before. */
  begin(room: string, token: string | null, game: string): void {
    if (this.muted.who.length || this.muted.everybody) this.send({ type: 'mute', ...this.muted })
    soon(async () => (this.lines = await call<Chat[]>('GET', `/rooms/${encodeURIComponent(room)}/chat`, undefined, token)))
    const own = files[game]
    if (game === this.#game || !own) return
    this.#game = game
    soon(async () => (this.#own = (await own()).phrases))
  }

  hear(line: Chat): void {
    if (this.mutes(line.who)) return
    this.lines = [...this.lines.filter((one) => one.id !== line.id), line].slice(-KEPT)
    this.unread += 1
    if (line.seat === null) return
    const seat = line.seat
    this.bubbles[seat] = line
    sound('select')
    setTimeout(() => {
      if (this.bubbles[seat]?.id === line.id) delete this.bubbles[seat]
    }, SHOWN)
  }

  mutes(who: string): boolean {
    return this.muted.everybody || this.muted.who.includes(who)
  }

  mute(who: string): void {
    const known = this.muted.who.includes(who)
    this.#keep({ ...this.muted, who: known ? this.muted.who.filter((one) => one !== who) : [...this.muted.who, who].slice(-100) })
  }

  muteAll(): void {
    this.#keep({ ...this.muted, everybody: !this.muted.everybody })
  }

  #keep(muted: Muted): void {
    this.muted = muted
    localStorage.setItem(KEY, JSON.stringify(muted))
    this.send({ type: 'mute', ...muted })
  }

  words(phrase: string): Words {
    return this.#own[phrase] ?? (t as Record<string, Words>)[phrase] ?? { zh: phrase, en: phrase }
  }

  said(line: Chat): Words {
    return line.kind === 'phrase' ? this.words(line.text) : { zh: line.text, en: line.text }
  }
}
