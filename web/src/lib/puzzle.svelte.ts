/** A puzzle as a TableModel: the same tables draw it, and the first move that is played is the answer. */
import { words as w } from '../i18n/puzzles'
import { call, wordsOf } from './api'
import { lang, say } from './i18n.svelte'
import type { Answer, Lang, LogLine, Reading, Refusal, Screen, TableModel, View, ViewOf, Wait, Words } from './model'
import type { PuzzleAnswerOut, PuzzleOut } from './wire.gen'

const SHOWN = 3000 // a refusal is told for so long

export class Puzzle implements TableModel {
  readonly live = true
  readonly hintless = true
  readonly room = null
  readonly what = null
  readonly hands = null
  readonly hint = null
  readonly hinting = false
  readonly quick = true
  readonly seenAt = 0
  pending: string | null = $state(null)
  refusal: Refusal | null = $state.raw(null)
  result: PuzzleAnswerOut | null = $state.raw(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly puzzle: PuzzleOut,
    private readonly onanswer: (right: boolean) => void,
  ) {}

  get #sent(): View {
    return this.puzzle.view as unknown as View
  }

  get me(): number {
    return this.#sent.seat!
  }

  get from(): number {
    return this.me
  }

  get myTurn(): boolean {
    return this.result === null
  }

  get standing(): string | null {
    return this.result && say(w.yours, { move: this.result.words[lang()] })
  }

  readonly view: ViewOf<unknown, unknown> = $derived.by(() => {
    const sent = this.#sent
    return this.result === null ? sent : { ...sent, legal: [], to_act: [] }
  })

  get log(): readonly LogLine[] {
    return this.puzzle.log.map((line, id) => ({ id, ...line }))
  }

  get #path(): string {
    return `/puzzles/${this.puzzle.game}/${this.puzzle.id}`
  }

  act(move: string): void {
    if (this.pending !== null || this.result !== null) return
    this.refusal = null
    this.pending = move
    void call<PuzzleAnswerOut>('POST', `${this.#path}/answer`, { move })
      .then((result) => {
        this.result = result
        this.onanswer(result.right)
      })
      .catch((problem: unknown) => this.refuse(wordsOf(problem)))
      .finally(() => (this.pending = null))
  }

  /** The same position once more. */
  retry(): void {
    this.result = null
  }

  consult(cards: string[]): Promise<Answer> {
    return this.#ask(cards)
  }

  async check(cards: string[]): Promise<Reading[]> {
    return (await this.#ask(cards)).readings
  }

  async waits(cards: string[]): Promise<Wait[]> {
    return (await this.#ask(cards)).waits
  }

  /** Without an answer nothing is known of the selection, and the table waits for the next. */
  #ask(cards: string[]): Promise<Answer & { waits: Wait[] }> {
    return call<Answer & { waits: Wait[] }>('POST', `${this.#path}/check`, { cards }).catch(() => ({ readings: [], waits: [] }))
  }

  screen(lang: Lang): Promise<Screen> {
    const moves = this.view.legal.map((move) => ({ move, words: { zh: move, en: move } }))
    return Promise.resolve({ lines: this.puzzle.screen[lang] ?? [], moves })
  }

  nextHint(): void {}
  clearHint(): void {}

  refuse(message: Words): void {
    this.refusal = { code: '', message }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.refusal = null), SHOWN)
  }
}
