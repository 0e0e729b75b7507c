// What every table draws: a live room and a replay both are a TableModel, so a table never knows which it shows.
import type { Component } from 'svelte'
import type { Talk } from './talk.svelte'
import type { AgainBody, Checked, EventInfo, Hints, Reading as WireReading, Spectator, Verdict, View, Wait } from './wire.gen'

export type { EventInfo, SeatInfo, View, Wait } from './wire.gen'
export type Lang = 'zh' | 'en'
export interface Words {
  zh: string
  en: string
}
export type Hint = Hints['hints'][number]
export type Reading = WireReading
/** What the server says of a selection: what it may be, what it may grow into; of none, the hand in order. */
export type Answer = Pick<Checked, 'readings' | 'offers' | 'sorted'>
export interface Refusal {
  code: string
  message: Words
}
/** A costly move that the coach asks about before it is sent. */
export interface Question {
  move: string
  verdict: Verdict
}
export interface LogLine {
  id: number
  seat: number | null
  words: Words
}

/** A line of the server's text screen: pieces of text, each with its style. */
export type ScreenLine = string[][]
export interface MoveWords {
  move: string
  words: Words
}
/** The table in words, for a game that has no table of its own. */
export interface Screen {
  lines: readonly ScreenLine[]
  moves: readonly MoveWords[]
}

/** The wire's view with the game's own public and private parts. */
export type ViewOf<Public, Private> = Omit<View, 'public' | 'private'> & { public: Public; private: Private }

/** What only a live room can do: the shell offers it, a replay has none. */
export interface Controls {
  /** The room's code as it is now: links carry it. */
  readonly id: string
  readonly online: boolean
  readonly spectators: number
  /** The first of them. */
  readonly watchers: readonly Spectator[]
  readonly ready: boolean
  setReady(): void
  setAuto(on: boolean): void
  leave(forGood?: boolean): Promise<void>
  /** Agrees to another match at this table; the host says how people sit in it, or goes on without the others. */
  again(body?: AgainBody): Promise<void>
  readonly talk: Talk
  say(what: { text?: string; phrase?: string }): void
  /** A request about this room, as this person. */
  ask(method: 'POST' | 'PUT', what: string, body?: unknown): Promise<void>
  /** Back to my last decision in this deal, against bots alone. */
  readonly takeBack?: () => void
  /** The rest of a deal at once, when only bots play on. */
  readonly skip?: () => void
}

export interface TableModel<Public = unknown, Private = unknown> {
  /** Whole and reactive; replaced on every event, never patched. */
  readonly view: ViewOf<Public, Private>
  /** My seat; null for a spectator and in a replay. */
  readonly me: number | null
  /** The seat at the bottom. */
  readonly from: number
  /** False: a replay, nothing can be done. */
  readonly live: boolean
  /** Of the wire; of a replay the step. */
  readonly version?: number
  /** Came by snapshot, or more than two moves behind: no motion, no sound. */
  readonly quick: boolean
  /** performance.now() when this view came: clocks count down from here. */
  readonly seenAt: number
  readonly what: EventInfo | null
  /** My move that is sent and not yet acknowledged. */
  readonly pending: string | null
  readonly refusal: Refusal | null
  /** What the coach asks before my move is sent. */
  readonly question?: Question | null
  readonly hint: Hint | null
  /** A hint was asked for and has not come yet. */
  readonly hinting: boolean
  /** No hint is offered: in a puzzle. */
  readonly hintless?: boolean
  readonly myTurn: boolean
  /** Said in the place of what a game says is awaited: after the answer to a puzzle nothing is. */
  readonly standing?: string | null
  /** Replay: all hands open. */
  readonly hands: (string | null)[] | null
  readonly log: readonly LogLine[]
  readonly room: Controls | null
  act(move: string): void
  check(cards: string[]): Promise<Reading[]>
  /** The same, with all that the server knows to say. */
  consult(cards: string[]): Promise<Answer>
  /** What my hand would win with once these are out of it; a game without waiting says nothing. */
  waits(cards: string[]): Promise<Wait[]>
  /** The table in words, as it is now. */
  screen(lang: Lang): Promise<Screen>
  /** To the coach: play it anyway, or not. */
  answer?(anyway: boolean): void
  nextHint(): void
  clearHint(): void
  /** Says next to the hand why something cannot be done, without asking the server. */
  refuse(words: Words): void
}

export interface Action {
  id: string
  label: string
  /** Said when a pointer rests on it. */
  tip?: string
  /** Stands before the label where there is room. */
  icon?: 'sort' | 'bulb'
  /** On a narrow screen the icon stands for the label. */
  brief?: boolean
  role: 'primary' | 'plain' | 'quiet'
  enabled: boolean
  /** Shown when pressed while disabled. */
  why?: string
  /** Called instead of showing `why`: asks the server for the reason, say. */
  ask?(): void
  /** The hint that is shown means this one. */
  hinted?: boolean
  /** As KeyboardEvent.key, in lower case: 'enter', 'p', … */
  key?: string
  run(): void
}

export interface GameModule {
  table: Component<{ model: TableModel }>
}

/** The number of the deal that is shown, from 1 in every match. Between two deals the commitment names the one that comes. */
export function dealNumber(view: Pick<View, 'deal' | 'stage' | 'fairness' | 'match'>): number {
  const next = (view.stage === 'between' || view.stage === 'finished') && view.fairness.commit
  return view.deal - view.match.first + (next ? 0 : 1)
}

/** 0 is the bottom, 1 the right, then the top and the left; with three seats 1 is right and 2 left. */
export function place(seat: number, from: number, seats: number): number {
  return (((seat - from) % seats) + seats) % seats
}
