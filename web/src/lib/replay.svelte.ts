/** A finished deal as a TableModel: the same tables draw it, and nothing can be done in it but look. */
import type { Answer, EventInfo, Lang, LogLine, Screen, TableModel, View, ViewOf, Words } from './model'
import type { ReplayOut, ScreensOut } from './wire.gen'

const OPTIONS: View['options'] = { clock: null, claim_pause: 0, pace: 0, grace: 0, quick_forced: false }

export class Replay implements TableModel {
  readonly live = false
  readonly me = null
  readonly pending = null
  readonly refusal = null
  readonly hint = null
  readonly hinting = false
  readonly myTurn = false
  readonly room = null
  readonly seenAt = 0
  /** The step shown; 0 is the deal. */
  at = $state(0)
  from = $state(0)
  quick = $state(true)
  /** The others' hands are covered, so that one can think first. */
  covered = $state(false)
  /** What the review says of the decision shown. */
  answered = $state(false)
  /** Signs of a review on moves that cost something, by the number of the move. */
  marks = $state.raw<ReadonlyMap<number, string>>(new Map())

  readonly #screens = new Map<string, Promise<ScreensOut>>()

  /** `screens` asks the server for the tables in words, which only some games need. */
  constructor(
    readonly record: ReplayOut,
    private readonly screens: (seat: number, lang: Lang) => Promise<ScreensOut>,
  ) {}

  get last(): number {
    return this.record.steps.length - 1
  }

  /** One step forward moves pieces; a jump just shows. */
  go(step: number): void {
    const to = Math.min(Math.max(step, 0), this.last)
    this.quick = to !== this.at + 1
    this.at = to
    this.answered = false
  }

  /** To the table before a move, as its player saw it. */
  ponder(step: number): void {
    this.covered = true
    this.go(step)
  }

  get #step(): ReplayOut['steps'][number] {
    return this.record.steps[this.at]!
  }

  readonly view: ViewOf<unknown, unknown> = $derived.by(() => {
    const { record } = this
    const step = this.#step
    const done = this.at === this.last && record.result !== null
    const proof = record.shuffle?.fairness
    return {
      seat: this.from,
      stage: done ? 'between' : 'playing',
      deal: record.deal,
      public: step.public,
      private: step.privates[this.from] ?? {},
      legal: [],
      window: null,
      to_act: step.to_act,
      clocks: null,
      fairness: { deal: record.deal, commit: proof?.commit ?? '' },
      seats: record.players.map((name, seat) => ({
        seat,
        kind: 'human',
        name,
        level: null,
        auto: '',
        ready: false,
        online: true,
        again: false,
        heir: '',
      })),
      scores: step.scores,
      game: record.game,
      rules: record.rules,
      options: OPTIONS,
      owner: null,
      locked: false,
      match: { number: 1, first: 0, ending: false, seating: 'keep' },
      evening: [],
      code: '',
      result: done && record.result ? { ...record.result, fairness: null } : null,
    } satisfies View
  })

  readonly what: EventInfo | null = $derived.by(() => {
    const step = this.#step
    return step.words ? { kind: 'move', seat: step.seat, words: [step.words] } : null
  })

  readonly log: readonly LogLine[] = $derived.by(() =>
    this.record.steps
      .slice(1, this.at + 1)
      .flatMap((step, id) => (step.words ? [{ id, seat: step.seat, words: marked(step.words, this.marks.get(id)) }] : [])),
  )

  /** Private views of all seats at this step. */
  get privates(): Record<string, unknown>[] {
    return this.#step.privates
  }

  get hands(): (string | null)[] {
    return this.#step.privates.map((one, seat) => (typeof one.hand === 'string' && (seat === this.from || !this.covered) ? one.hand : null))
  }

  async screen(lang: Lang): Promise<Screen> {
    const { at, from } = this
    const key = `${from}.${lang}`
    const known = this.#screens.get(key)
    const asked = known ?? this.screens(from, lang)
    if (!known) {
      this.#screens.set(key, asked)
      asked.catch(() => this.#screens.delete(key))
    }
    return { lines: (await asked).steps[at] ?? [], moves: [] }
  }

  act(): void {}
  check(): Promise<never[]> {
    return Promise.resolve([])
  }
  consult(): Promise<Answer> {
    return Promise.resolve({ readings: [] })
  }
  waits(): Promise<never[]> {
    return Promise.resolve([])
  }
  nextHint(): void {}
  clearHint(): void {}
  refuse(): void {}
}

function marked(words: Words, mark: string | undefined): Words {
  if (!mark) return words
  return Object.fromEntries(Object.entries(words).map(([lang, text]) => [lang, `${text} ${mark}`])) as unknown as Words
}
