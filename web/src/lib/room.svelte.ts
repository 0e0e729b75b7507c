// A live room as a TableModel. Every event carries the whole view, so the newest view is always the truth; what is kept
// beside it is what I have sent and not yet heard of, and what is shown for a moment (refusal, hint).
import { call } from './api'
import { idle } from './chunks'
import { me } from './session.svelte'
import { Talk } from './talk.svelte'
import { toast } from './toast.svelte'
import { RoomSocket, type ClientFrame, type Surroundings, type ServerFrame } from './socket'
import {
  dealNumber,
  type Answer,
  type Controls,
  type Hint,
  type Lang,
  type LogLine,
  type MoveWords,
  type Question,
  type Reading,
  type Refusal,
  type Screen,
  type TableModel,
  type ViewOf,
  type Wait,
  type Words,
} from './model'
import type { Act, AgainBody, Checked, Event, EventInfo, LogOut, ScreenOut, SeatInfo, Snapshot, Spectator, Verdict, View } from './wire.gen'

const SHOWN = 3000 // a refusal is told for so long
const AGAIN = 4000 // no acknowledgement for so long: the same frame once more
const RETRY = 400
const WEIGHS = 5000 // no word of the coach for so long: the move goes out
const HURRY = 300 // three events within this: we are behind, jump
const LOG = 200

type Lost = 'session' | 'missing' | 'broken' | 'removed'
const LOST: Record<number, Lost> = { 4001: 'session', 4002: 'missing', 4009: 'removed' }

/** A line of the log, and of which version of the view it was told. */
type VersionedLine = Omit<LogLine, 'id'> & { version: number }

interface Asked {
  resolve(answer: Checked): void
  cards: string[]
}

function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export class LiveRoom implements TableModel, Controls {
  readonly live = true
  readonly hands = null
  #view: View | null = $state.raw(null)
  #version = $state(0)
  quick = $state(true)
  seenAt = $state(0)
  what: EventInfo | null = $state.raw(null)
  pending: string | null = $state(null)
  refusal: Refusal | null = $state.raw(null)
  question: Question | null = $state.raw(null)
  hint: Hint | null = $state.raw(null)
  hinting = $state(false)
  online = $state(false)
  lost: Lost | null = $state(null)
  spectators = $state(0)
  watchers: readonly Spectator[] = $state.raw([])
  log: readonly LogLine[] = $state.raw([])
  #act: Act | null = null
  #weighing: { req: number; move: string } | null = null
  #timers: Record<'act' | 'refusal' | 'weigh', ReturnType<typeof setTimeout> | null> = { act: null, refusal: null, weigh: null }
  #hints: Hint[] = []
  #asking = false // a hint, when the connection was lost
  #checks = new Map<number, Asked>()
  #requests = 0
  #logged = 0 // the deal whose lines the log holds
  #lines: VersionedLine[] = []
  #recent: number[] = []
  #agreed = $state('') // the commitment that I have said yes to
  leaving = false
  #autoReady = false
  readonly #socket: RoomSocket
  readonly talk = new Talk((frame) => this.#socket.send(frame))

  constructor(
    /** As in the address. */
    readonly name: string,
    private readonly token: () => string | null = () => me.token,
    surroundings?: Surroundings,
    private readonly now: () => number = () => performance.now(),
  ) {
    const at = typeof location === 'undefined' ? { protocol: 'http:', host: 'test' } : location
    const url = () => `${at.protocol === 'https:' ? 'wss' : 'ws'}://${at.host}/ws/v1/rooms/${encodeURIComponent(this.id)}`
    const listener = {
      hello: (): ClientFrame => ({ type: 'hello', token: this.token(), last_version: this.#version, beats: true }),
      frame: (frame: ServerFrame) => this.#hear(frame),
      online: (on: boolean) => this.#connected(on),
      refused: (code: number) => (this.lost = LOST[code] ?? 'broken'),
    }
    this.#socket = new RoomSocket(url, listener, surroundings)
  }

  /** Opens the connection; the answer closes it. */
  open(): () => void {
    const offline = () => this.#socket.doubt()
    const online = () => this.#socket.hope()
    const visible = () => document.visibilityState === 'visible' && this.#socket.hope()
    globalThis.addEventListener?.('offline', offline)
    globalThis.addEventListener?.('online', online)
    globalThis.document?.addEventListener('visibilitychange', visible)
    this.lost = null
    this.#socket.start()
    return () => {
      globalThis.removeEventListener?.('offline', offline)
      globalThis.removeEventListener?.('online', online)
      globalThis.document?.removeEventListener('visibilitychange', visible)
      this.#clear('act')
      this.#clear('refusal')
      this.#clear('weigh')
      this.#socket.stop()
    }
  }

  /** After sitting down or signing in: the server is told again who this is. */
  rejoin(): void {
    this.lost = null
    this.#socket.stop()
    this.#socket.start()
  }

  // reading
  get id(): string {
    return this.#view?.code || this.name
  }

  get seen(): boolean {
    return this.#view !== null
  }

  get view(): ViewOf<unknown, unknown> {
    if (this.#view === null) throw new Error('nothing seen yet')
    return this.#view
  }

  get version(): number {
    return this.#version
  }

  get me(): number | null {
    return this.#view?.seat ?? null
  }

  get from(): number {
    return this.me ?? 0
  }

  get myTurn(): boolean {
    return (this.#view?.legal.length ?? 0) > 0
  }

  get room(): Controls {
    return this
  }

  get ready(): boolean {
    const seat = this.me
    if (seat === null || this.#view === null) return false
    return this.#view.seats[seat]?.ready === true || (this.#agreed !== '' && this.#agreed === this.#view.fairness.commit)
  }

  // acting
  act(move: string): void {
    if (this.#view === null || this.#act !== null || this.#weighing !== null) return
    this.clearHint()
    this.refusal = null
    this.question = null
    this.pending = move
    if (this.#coached) this.#weigh(move)
    else this.#submit(move)
  }

  answer(anyway: boolean): void {
    const asked = this.question
    this.question = null
    if (!anyway || asked === null) return
    this.pending = asked.move
    this.#submit(asked.move)
  }

  get #coached(): boolean {
    const view = this.#view
    return view?.options.coach === true && view.seats.filter((seat) => seat.kind === 'human').length === 1
  }

  /** Asks the coach first; without an answer in time the move goes out. */
  #weigh(move: string): void {
    const req = (this.#requests += 1)
    this.#weighing = { req, move }
    const sent = this.#socket.send({ type: 'weigh', req, move })
    this.#timers.weigh = setTimeout(() => this.#weighed(req, null), sent ? WEIGHS : 0)
  }

  #weighed(req: number, verdict: Verdict | null): void {
    const asked = this.#weighing
    if (asked?.req !== req) return
    this.#weighing = null
    this.#clear('weigh')
    if (verdict === null) return this.#submit(asked.move)
    this.pending = null
    this.question = { move: asked.move, verdict }
  }

  #submit(move: string): void {
    if (this.#view === null) return
    this.#act = { type: 'act', cmd_id: `w${hex(12)}`, move, version: this.#version, window: this.#view.window }
    this.#sendAct()
  }

  async check(cards: string[]): Promise<Reading[]> {
    return (await this.#ask(cards)).readings
  }

  consult(cards: string[]): Promise<Answer> {
    return this.#ask(cards)
  }

  async waits(cards: string[]): Promise<Wait[]> {
    return (await this.#ask(cards)).waits ?? []
  }

  async screen(lang: Lang): Promise<Screen> {
    const found = await call<ScreenOut>('GET', `/rooms/${encodeURIComponent(this.id)}/screen`, undefined, this.token())
    return { lines: found.lines[lang] ?? [], moves: found.moves as unknown as MoveWords[] }
  }

  #ask(cards: string[]): Promise<Checked> {
    const req = (this.#requests += 1)
    return new Promise((resolve) => {
      this.#checks.set(req, { resolve, cards })
      this.#socket.send({ type: 'check', req, cards })
    })
  }

  nextHint(): void {
    if (!this.myTurn || this.hinting) return
    if (this.#hints.length) {
      const at = this.hint === null ? -1 : this.#hints.indexOf(this.hint)
      this.hint = this.#hints[(at + 1) % this.#hints.length] ?? null
    } else this.hinting = this.#socket.send({ type: 'hint' })
  }

  clearHint(): void {
    this.hint = null
  }

  refuse(message: Words): void {
    this.#tell({ code: '', message })
  }

  setReady(): void {
    const commit = this.#view?.fairness.commit ?? ''
    this.#autoReady = true
    if (commit && this.me !== null && this.#socket.send({ type: 'ready', nonce: hex(16) })) {
      this.#agreed = commit
      this.#autoReady = false
    }
  }

  setAuto(on: boolean): void {
    this.#socket.send({ type: 'auto', on })
  }

  takeBack = (): void => {
    this.question = null
    void toast.attempt(() => this.ask('POST', 'takeback'))
  }

  skip = (): void => {
    void toast.attempt(() => me.call('POST', `/rooms/${this.id}/skip`))
  }

  async leave(forGood = false): Promise<void> {
    this.#autoReady = false
    this.leaving = true // the table may hear of it before this page is gone
    try {
      await this.ask('POST', 'leave', { for_good: forGood })
    } catch (problem) {
      this.leaving = false
      throw problem
    }
  }

  async ask(method: 'POST' | 'PUT', what: string, body: unknown = {}): Promise<void> {
    await me.call(method, `/rooms/${encodeURIComponent(this.id)}/${what}`, body)
  }

  async join(seat?: number): Promise<void> {
    await this.ask('POST', 'join', { seat })
    this.rejoin()
  }

  /** Who has no name yet gets one: nobody speaks without. */
  say(what: { text?: string; phrase?: string }): void {
    if (this.token() !== null) return void this.#socket.send({ type: 'say', ...what })
    void me.come().then(() => this.rejoin())
  }

  async again(body: AgainBody = {}): Promise<void> {
    await this.ask('POST', 'again', body)
  }

  // hearing
  #connected(on: boolean): void {
    this.online = on
    if (!on) {
      this.#asking = this.hinting
      this.hinting = false
      this.#clear('act')
    }
  }

  #hear(frame: ServerFrame): void {
    switch (frame.type) {
      case 'snapshot':
        return this.#snapshot(frame)
      case 'event':
        return this.#event(frame)
      case 'ack':
        if (frame.cmd_id === this.#act?.cmd_id) this.#forget()
        return
      case 'reject':
        return this.#rejected(frame.cmd_id, frame.code, frame.message)
      case 'check':
        this.#checks.get(frame.req)?.resolve(frame)
        this.#checks.delete(frame.req)
        return
      case 'weighed':
        return this.#weighed(frame.req, frame.verdict ?? null)
      case 'hints':
        this.hinting = false
        // The table went on in the meantime: what was asked for is help with the decision of now.
        if (frame.version !== this.#version) return this.nextHint()
        this.#hints = frame.hints
        this.hint = frame.hints[0] ?? null
        return
      case 'chat':
        return this.talk.hear(frame)
      case 'presence':
        this.spectators = frame.spectators
        this.watchers = frame.watchers
        return this.#presence(frame.seats)
    }
  }

  #snapshot(frame: Snapshot): void {
    const agreed = this.#agreed !== '' && this.#agreed === frame.view.fairness.commit
    this.#show(frame.version, frame.view, null, true)
    // After a reconnect nobody knows whether my last frames arrived: the same ones go out again.
    if (this.#act !== null) this.#sendAct()
    if (agreed && frame.view.seats[this.me ?? -1]?.ready !== true) this.setReady()
    for (const [req, asked] of this.#checks) this.#socket.send({ type: 'check', req, cards: asked.cards })
    this.talk.begin(this.id, this.token(), frame.view.game)
    if (this.#asking) this.nextHint()
    this.#asking = false
  }

  #event(frame: Event): void {
    if (frame.version < this.#version) return
    // A discard that nobody can claim and the draw after it are two steps in one event.
    const gap = frame.version > this.#version + 2
    const now = this.now()
    this.#recent = [...this.#recent.filter((at) => now - at < HURRY), now]
    // Cards are dealt in sight of everybody, however much was said just before.
    const behind = this.#recent.length > 2 && frame.what.kind !== 'deal'
    this.#show(frame.version, frame.view, frame.what, gap || behind || frame.what.kind === 'takeback')
    if (gap) this.#socket.send({ type: 'resync' })
  }

  #show(version: number, view: View, what: EventInfo | null, quick: boolean): void {
    // A step that is no move, as when somebody leaves, changes nothing for me: the decision is still the same one.
    const decision = this.#view?.legal.length ? this.#view.window : null
    const same = decision !== null && decision === view.window && view.legal.length > 0
    if (version !== this.#version && !same) {
      this.#hints = []
      this.hint = null
      this.question = null
    }
    this.#updateLog(version, view, what)
    this.#version = version
    this.seenAt = this.now()
    this.quick = quick
    this.what = what
    // Another match: who asked for it is ready for its first deal, unless seats and rules are to be chosen before.
    if (view.stage === 'waiting' && this.#view?.stage === 'finished' && view.match.seating !== 'choose') this.#autoReady = true
    this.#view = view
    if (this.#autoReady && view.fairness.commit && !this.ready) this.setReady()
  }

  /** The log of this deal and no other. A snapshot tells what is, not how it came about: that is asked for. */
  #updateLog(version: number, view: View, what: EventInfo | null): void {
    const deal = dealNumber(view)
    const back = what?.kind === 'takeback' // what was taken back is no part of the deal any more
    if (deal !== this.#logged || back) this.#lines = this.log = []
    this.#logged = deal
    if (back) return void this.#fetchLog(deal)
    if (what?.words.length) this.#write(this.#lines.concat(what.words.map((words) => ({ seat: what.seat, words, version }))))
    else if (what === null && view.public !== null) void this.#fetchLog(deal)
  }

  async #fetchLog(deal: number): Promise<void> {
    await idle() // the table comes first
    const answer = await call<LogOut>('GET', `/rooms/${encodeURIComponent(this.id)}/log`, undefined, this.token()).catch(() => null)
    if (answer?.deal !== deal - 1 || deal !== this.#logged) return // without it the log begins now
    const since = this.#lines.filter((line) => line.version > answer.version)
    this.#write([...answer.lines.map((line) => ({ ...line, version: answer.version })), ...since])
  }

  #write(lines: VersionedLine[]): void {
    this.#lines = lines
    this.log = lines.map(({ seat, words }, at) => ({ id: at, seat, words })).slice(-LOG)
  }

  #presence(seats: SeatInfo[]): void {
    if (this.#view !== null) this.#view = { ...this.#view, seats }
  }

  #rejected(cmd: string | null, code: string, message: Words): void {
    if (cmd !== null && cmd !== this.#act?.cmd_id) return
    if (cmd !== null && code === 'RETRY') return this.#later(RETRY)
    if (cmd !== null) this.#forget()
    if (code === 'BUSY') return
    this.hinting = false
    this.#tell({ code, message })
    if (code === 'STALE_VERSION') this.#socket.send({ type: 'resync' })
  }

  #tell(refusal: Refusal): void {
    this.refusal = refusal
    this.#clear('refusal')
    this.#timers.refusal = setTimeout(() => (this.refusal = null), SHOWN)
  }

  #sendAct(): void {
    if (this.#act === null) return
    this.#socket.send(this.#act)
    this.#later(AGAIN)
  }

  #later(wait: number): void {
    this.#clear('act')
    this.#timers.act = setTimeout(() => this.#sendAct(), wait)
  }

  #forget(): void {
    this.#act = null
    this.pending = null
    this.#clear('act')
  }

  #clear(name: 'act' | 'refusal' | 'weigh'): void {
    const timer = this.#timers[name]
    if (timer !== null) clearTimeout(timer)
    this.#timers[name] = null
  }
}
