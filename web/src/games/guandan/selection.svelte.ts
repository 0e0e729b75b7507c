// What one player does at a Guandan table before a move is sent: selecting, sorting, grouping, choosing a reading.
import { untrack } from 'svelte'
import { resolved } from '../../lib/catalogue.svelte'
import type { Reading, TableModel, Words } from '../../lib/model'
import { words as w } from './i18n'
import type { GuandanPrivate, GuandanPublic } from './view.gen'
import { arranged, asRead, groups, held, left, take, type Group, type Held, type Own, type Sort } from './hand'
import { cardsOf, declared, sameCards } from './moves'
import { keep, recall } from './kept'
import { whyNoReturn } from './rules'
import { kept, NOTHING, sweep, toggle, useful, type Choice } from './pick'

export type GuandanModel = TableModel<GuandanPublic, GuandanPrivate | null>
const PAUSE = 60 // a sweep changes the selection often: one question for all of it
const ORDER = 'qipai.guandan.order'
const ARRANGED = 'qipai.guandan.arranged' // one's hands are arranged as they are dealt

export class Selection {
  choice: Choice = $state.raw(NOTHING)
  sort: Sort = $state(localStorage.getItem(ORDER) === 'suit' ? 'suit' : 'rank')
  own: Own = $state.raw([])
  before: Own | null = $state.raw(null) // the groups as they were before the arrangement
  readings: readonly Reading[] | null = $state.raw(null) // null: not asked, or no answer yet
  offers: readonly Reading[] = $state.raw([])
  preferred: string | null = $state(null) // the move that was chosen among several readings
  readonly hand: readonly Held[] = $derived.by(() => this.#held(this.#text()))
  readonly selected: readonly Held[] = $derived.by(() => this.hand.filter(({ id }) => this.choice.has(id)))
  readonly usable: ReadonlySet<string> = $derived.by(() => useful(this.hand, this.model().view.legal))
  readonly groups: readonly Group[] = $derived.by(() => groups(this.hand, this.sort, this.model().view.public.level, this.own))
  #deal = -1
  #shown: { deal: number; text: string; cards: readonly Held[] } = { deal: -1, text: '', cards: [] }
  #arranged = false // this deal's hand was, or need not be
  #asked = 0
  #walk = -1 // the straight flush that was shown last
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(readonly model: () => GuandanModel) {}

  #text(): string {
    const model = this.model()
    return model.view.private?.hand ?? model.hands?.[model.from] ?? ''
  }

  /** Cards keep their ids through a deal: a group is not torn when the twin of one of its cards is played. */
  #held(text: string): readonly Held[] {
    const { view, room } = this.model()
    if (this.#shown.deal !== view.deal) this.#shown = { deal: view.deal, text: '', cards: recall(room?.id, view.deal)?.cards ?? [] }
    else if (this.#shown.text === text) return this.#shown.cards
    const cards = untrack(() => held(text, this.#shown.cards, this.#leaving(left(text, this.#shown.cards))))
    this.#shown = { deal: view.deal, text, cards }
    return cards
  }

  /** Which of two copies was played: the selected one, or that of a group that was played whole; else one outside all groups. */
  #leaving(cards: readonly string[]): (id: string) => number {
    const names = (ids: readonly string[]): string[] => this.#shown.cards.filter(({ id }) => ids.includes(id)).map(({ card }) => card)
    const whole = this.own.find((ids) => cards.length > 0 && sameCards(names(ids), cards))
    return (id) => (this.choice.has(id) ? 3 : whole?.includes(id) ? 2 : this.own.some((ids) => ids.includes(id)) ? 0 : 1)
  }

  get phase(): GuandanPublic['phase'] {
    return this.model().view.public.phase
  }

  /** In tribute and return one card is chosen. */
  get giving(): boolean {
    return this.phase === 'tribute' || this.phase === 'return'
  }

  /** Called with every new view. */
  refresh(): void {
    const { view, room } = this.model()
    if (view.deal !== this.#deal) {
      const found = recall(room?.id, view.deal)
      this.#deal = view.deal
      this.#arranged = found?.arranged ?? false
      this.own = found?.own ?? []
      this.before = found?.before ?? null
      this.choice = NOTHING
    }
    this.choice = kept(this.choice, this.hand)
    this.#keep()
    this.ask()
    // As in the deals before, once tribute is through; what was grouped by hand meanwhile stays.
    const fresh = !this.#arranged && !this.own.length && this.phase === 'play' && this.hand.length > 0
    if (fresh && this.#mine && localStorage.getItem(ARRANGED) !== null) void this.#arrange()
  }

  /** One's own hand at a table. */
  get #mine(): boolean {
    const { live, me, room } = this.model()
    return live && me !== null && room !== null
  }

  /** For a page that is loaded again in the middle of a deal. */
  #keep(): void {
    const { view, room } = this.model()
    if (!this.#mine || !this.hand.length) return
    keep(room?.id, { deal: view.deal, cards: this.hand, own: this.own, before: this.before, arranged: this.#arranged })
  }

  // selecting
  tap(item: Held): Words | null {
    const { view } = this.model()
    if (this.giving) {
      if (view.legal.length && !this.usable.has(item.id)) return this.#whyNot()
      this.select(this.choice.has(item.id) ? NOTHING : new Set([item.id]))
      return null
    }
    const dim = view.legal.length > 0 && !this.usable.has(item.id) && !this.choice.has(item.id)
    this.select(toggle(this.choice, item.id))
    return dim ? w.cannotBeat : null
  }

  /** Why a card can be neither tribute nor return. */
  #whyNot(): Words {
    const { view } = this.model()
    if (this.phase === 'tribute') return w.cannotTribute
    return whyNoReturn(resolved(view.game, view.rules), view.public.level, view.legal)
  }

  sweep(ids: readonly string[]): void {
    this.select(sweep(this.choice, ids))
  }

  clear(): void {
    this.select(NOTHING)
  }

  /** The cards of a move, as hints and offers name it; of two copies those that are selected already. */
  show(move: string): void {
    const cards = take(this.hand, cardsOf(move), this.choice)
    this.select(cards ? new Set(cards.map(({ id }) => id)) : NOTHING)
    this.preferred = declared(move) ? move : null
  }

  select(choice: Choice): void {
    this.choice = choice
    this.preferred = null
    this.ask()
  }

  // what the selection may be
  /** The move that would be sent now, or null. */
  get move(): string | null {
    const { view } = this.model()
    const cards = this.selected.map(({ card }) => card)
    if (!cards.length || !view.legal.length) return null
    // A listed move without a declaration has one reading only: no need to wait.
    const listed = view.legal.find((move) => declared(move) === null && sameCards(cardsOf(move), cards))
    if (listed) return listed
    const legal = this.legalReadings
    return (legal.find(({ move }) => move === this.preferred) ?? legal[legal.length - 1])?.move ?? null
  }

  get legalReadings(): readonly Reading[] {
    return (this.readings ?? []).filter(({ legal }) => legal)
  }

  /** Why the selection cannot be played. */
  get reason(): Words {
    if (!this.selected.length) return this.giving ? w.pickOne : w.pickFirst
    if (this.readings === null) return w.checking
    return this.readings[0]?.message ?? w.notPlayable
  }

  ask(): void {
    const asked = (this.#asked += 1)
    this.readings = null
    if (this.#timer !== null) clearTimeout(this.#timer)
    const cards = this.selected.map(({ card }) => card)
    if (!cards.length || !this.model().myTurn) {
      this.offers = []
      return
    }
    this.#timer = setTimeout(() => {
      void this.model()
        .consult(cards)
        .then(({ readings, offers }) => {
          if (asked !== this.#asked) return
          this.readings = readings
          this.offers = this.giving ? [] : (offers ?? [])
        })
    }, PAUSE)
  }

  // sorting
  nextSort(): void {
    this.sort = this.sort === 'rank' ? 'suit' : 'rank'
    localStorage.setItem(ORDER, this.sort)
  }

  /** The hand in as few plays as can be, or, when it is, as it was before. */
  async arrange(): Promise<void> {
    if (!this.before) return this.#arrange(true)
    this.own = this.before
    this.before = null
    localStorage.removeItem(ARRANGED)
    this.#keep()
  }

  /** `asked` for by the button, and then for the deals to come too. */
  async #arrange(asked = false): Promise<void> {
    const hand = this.hand
    const { sorted } = await this.model().consult([])
    if (!sorted || hand !== this.hand || (!asked && this.#arranged)) return
    if (asked) localStorage.setItem(ARRANGED, '1')
    this.#arranged = true
    this.before = this.own
    this.own = arranged(hand, sorted.groups)
    this.#keep()
  }

  /** Selects the next straight flush of the hand; after the last one nothing. Says so where there is none. */
  async nextFlush(): Promise<Words | null> {
    const hand = this.hand
    const { sorted } = await this.model().consult([])
    if (hand !== this.hand) return null
    const flushes = sorted?.sets ?? []
    if (!flushes.length) return w.noFlush
    const now = this.selected.map(({ card }) => card)
    // Something else was selected meanwhile: the walk begins again.
    if (this.#walk >= 0 && !sameCards(flushes[this.#walk] ?? [], now)) this.#walk = -1
    this.#walk = this.#walk + 1 < flushes.length ? this.#walk + 1 : -1
    if (this.#walk < 0) this.clear()
    else this.show(`play ${flushes[this.#walk]?.join(' ')}`)
    return null
  }

  /** All selected cards are in one group of their own. */
  get grouped(): boolean {
    return this.choice.size > 0 && this.own.some((ids) => [...this.choice].every((id) => ids.includes(id)))
  }

  group(): void {
    const ids = asRead(this.selected).map(({ id }) => id)
    if (this.grouped) this.split(ids)
    else this.own = [...this.own.map((group) => group.filter((id) => !ids.includes(id))).filter((group) => group.length > 1), ids]
    this.before = null
    this.#keep()
    this.select(NOTHING)
  }

  /** Takes a group apart. */
  split(ids: readonly string[]): void {
    this.own = this.own.filter((group) => !group.some((id) => ids.includes(id)))
    this.before = null
    this.#keep()
  }
}
