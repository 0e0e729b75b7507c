// What one player does at a Guandan table before a move is sent: selecting, sorting, grouping, choosing a reading.
import { resolved } from '../../lib/catalogue.svelte'
import type { Reading, TableModel, Words } from '../../lib/model'
import { words as w } from './i18n'
import type { GuandanPrivate, GuandanPublic } from './view.gen'
import { groups, held, SORTS, take, type Group, type Held, type Sort } from './hand'
import { cardsOf, declared, sameCards, verbOf } from './moves'
import { whyNoReturn } from './rules'
import { kept, NOTHING, tap, toggle, useful, type Choice } from './pick'

export type GuandanModel = TableModel<GuandanPublic, GuandanPrivate | null>
const PAUSE = 60 // a sweep changes the selection often: one question for all of it

export class Selection {
  choice: Choice = $state.raw(NOTHING)
  sort: Sort = $state('rank')
  own: readonly (readonly string[])[] = $state.raw([])
  offered: readonly string[] = $state.raw([])
  readings: readonly Reading[] | null = $state.raw(null) // null: not asked, or no answer yet
  preferred: string | null = $state(null) // the move that was chosen among several readings
  readonly hand: readonly Held[] = $derived.by(() => held(this.#text()))
  readonly selected: readonly Held[] = $derived.by(() => this.hand.filter(({ id }) => this.choice.ids.has(id)))
  readonly usable: ReadonlySet<string> = $derived.by(() => useful(this.hand, this.model().view.legal))
  readonly groups: readonly Group[] = $derived.by(() =>
    groups(this.hand, this.sort, this.model().view.public.level, this.own, this.offered),
  )
  #deal = -1
  #asked = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(readonly model: () => GuandanModel) {}

  #text(): string {
    const model = this.model()
    return model.view.private?.hand ?? model.hands?.[model.from] ?? ''
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
    const { view } = this.model()
    if (view.deal !== this.#deal) {
      this.#deal = view.deal
      this.own = []
      this.offered = []
      this.choice = NOTHING
    }
    this.choice = kept(this.choice, this.hand)
    const here = new Set(this.offered)
    const news = view.legal.filter((move) => verbOf(move) === 'play' && cardsOf(move).length >= 4 && !here.has(move))
    if (news.length) this.offered = [...this.offered, ...news]
    this.ask()
  }

  // selecting
  tap(item: Held): Words | null {
    const { view } = this.model()
    if (this.giving) {
      if (view.legal.length && !this.usable.has(item.id)) return this.#whyNot()
      this.select(this.choice.ids.has(item.id) ? NOTHING : { ids: new Set([item.id]), anchor: null, turn: 0 })
      return null
    }
    const dim = view.legal.length > 0 && !this.usable.has(item.id) && !this.choice.ids.has(item.id)
    this.select(tap(this.choice, item, this.hand, view.legal, view.public.wildcard))
    return dim ? w.cannotBeat : null
  }

  /** Why a card can be neither tribute nor return. */
  #whyNot(): Words {
    const { view } = this.model()
    if (this.phase === 'tribute') return w.cannotTribute
    return whyNoReturn(resolved(view.game, view.rules), view.public.level, view.legal)
  }

  toggle(item: Held): void {
    this.select(toggle(this.choice, item.id))
  }

  /** A sweep selects all that it touched, or, begun on a selected card, lets them go. */
  sweep(ids: readonly string[]): void {
    const out = new Set(this.choice.ids)
    const drop = ids[0] !== undefined && out.has(ids[0])
    for (const id of ids)
      if (drop) out.delete(id)
      else out.add(id)
    this.select({ ids: out, anchor: null, turn: 0 })
  }

  clear(): void {
    this.select(NOTHING)
  }

  /** The cards of a move, as the hints name it. */
  show(move: string): void {
    const cards = take(this.hand, cardsOf(move))
    this.select(cards ? { ids: new Set(cards.map(({ id }) => id)), anchor: null, turn: 0 } : NOTHING)
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
    if (!cards.length || !this.model().myTurn) return
    this.#timer = setTimeout(() => {
      void this.model()
        .check(cards)
        .then((readings) => {
          if (asked === this.#asked) this.readings = readings
        })
    }, PAUSE)
  }

  // sorting
  nextSort(): void {
    const at = SORTS.indexOf(this.sort)
    this.sort = SORTS[(at + 1) % SORTS.length] ?? 'rank'
  }

  /** The selected cards are a group of their own already. */
  get grouped(): boolean {
    return this.own.some((ids) => ids.length === this.choice.ids.size && ids.every((id) => this.choice.ids.has(id)))
  }

  group(): void {
    const ids = this.selected.map(({ id }) => id)
    const rest = this.own.map((group) => group.filter((id) => !ids.includes(id))).filter((group) => group.length)
    this.own = this.grouped ? rest : [...rest, ids]
    if (this.sort === 'suit') this.sort = 'rank'
    this.select(NOTHING)
  }
}
