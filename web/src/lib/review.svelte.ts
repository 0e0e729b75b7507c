/** The review of one finished deal: asked for, waited for, and then the decisions that cost something, seat by seat. */
import { words as w } from '../i18n/review'
import { call, Problem } from './api'
import { digest } from './fairness'
import { say } from './i18n.svelte'
import type { Words } from './model'
import type { ReviewedDecision, ReviewOut } from './wire.gen'

/** Whose review it is: a room's deal, or one of a record from a file, which is named by its digest. */
type Source = { room: string; match: string | null; token: string | null } | { record: unknown; token: string | null }

const EVERY = 1000 // milliseconds between two looks
const AGAIN = 3 // times that an interrupted review is requested again

/** As chess players write them, so that nobody has to tell colours apart. */
export const MARKS: Partial<Record<ReviewedDecision['grade'], string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' }

export class Reviewing {
  answer = $state.raw<ReviewOut | null>(null)
  problem = $state.raw<Words | null>(null)
  /** False where the game has nobody to judge it. */
  possible = $state(true)
  asked = $state(false)
  #again = AGAIN
  #timer: ReturnType<typeof setTimeout> | undefined
  #gone = false

  readonly #place: string

  constructor(
    private readonly source: Source,
    private readonly deal: number,
  ) {
    this.#place = 'room' in source ? `/rooms/${encodeURIComponent(source.room)}` : `/records/${digest(source.record)}`
  }

  get review() {
    return this.answer?.review ?? null
  }

  get found() {
    return this.review?.deals[0] ?? null
  }

  /** How far it is, in words. */
  get waiting(): string {
    const { total = 0, done = 0, ahead = 0 } = this.answer ?? {}
    if (total) return say(w.progress, { n: done, all: total })
    return ahead ? say(w.ahead, { n: ahead }) : say(w.asking)
  }

  /** What a seat's moves cost, in their order. */
  costly(seat: number): ReviewedDecision[] {
    return this.found?.decisions.filter((one) => one.seat === seat && one.counted > 0) ?? []
  }

  /** The decision that the table at this step is about. */
  at(step: number): ReviewedDecision | null {
    return this.found?.decisions.find((one) => one.move === step) ?? null
  }

  /** Whether it is there already; nothing is begun. */
  look(): Promise<void> {
    return this.#call('GET')
  }

  ask(): Promise<void> {
    this.asked = true
    this.#again = AGAIN
    return this.#call('POST')
  }

  stop(): void {
    this.#gone = true
    clearTimeout(this.#timer)
  }

  async #call(method: 'GET' | 'POST'): Promise<void> {
    this.problem = null
    const { source } = this
    const match = 'room' in source ? (this.answer?.match ?? source.match) : null
    const path = `${this.#place}/review?deal=${this.deal}${match === null ? '' : `&match=${match}`}`
    const record = method === 'POST' && 'record' in source ? source.record : undefined
    try {
      const found = await call<ReviewOut>(method, path, record, source.token)
      if (this.#gone) return
      this.answer = found
      this.possible = found.state !== 'impossible'
      if (found.state === 'running' || found.state === 'waiting') this.#later('GET')
      else if (found.state !== 'done' && this.possible && this.asked) {
        if (this.#again-- > 0) this.#later('POST')
        else this.#failed(w.stopped)
      }
    } catch (met) {
      if (!(met instanceof Problem) || this.#gone) return
      if (this.asked && met.status === 0 && this.#again-- > 0) this.#later('GET')
      else if (this.asked) this.#failed(met.words)
    }
  }

  #failed(words: Words): void {
    this.asked = false
    this.problem = words
  }

  #later(method: 'GET' | 'POST'): void {
    this.asked = true
    this.#timer = setTimeout(() => void this.#call(method), EVERY)
  }
}
