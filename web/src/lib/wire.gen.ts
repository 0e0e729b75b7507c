/* Made by `npm run types` from docs/wire.schema.json and docs/views/*.md; do not edit. */

export interface Frames {
  client: Hello | Act | Check | Auto | AskHint | Ready | Ping | Resync
  server: Snapshot | Event | Ack | Reject | Checked | Hints | Presence | Pong | Bye
}
/**
 * The first frame. Without a token one watches.
 */
export interface Hello {
  type: 'hello'
  token?: string | null
  last_version?: number
}
/**
 * A move in notation, for the decision that was seen: its version, or better its window.
 */
export interface Act {
  type: 'act'
  cmd_id: string
  move: string
  version?: number | null
  window?: string | null
}
/**
 * What may these cards be?
 */
export interface Check {
  type: 'check'
  req: number
  cards: string[]
}
/**
 * Autopilot on or off, for one's own seat.
 */
export interface Auto {
  type: 'auto'
  on: boolean
}
export interface AskHint {
  type: 'hint'
}
/**
 * Agrees to the next deal, under the rules shown; the nonce is this player's part of the shuffle.
 */
export interface Ready {
  type: 'ready'
  nonce?: string
}
export interface Ping {
  type: 'ping'
  t?: number
}
export interface Resync {
  type: 'resync'
}
export interface Snapshot {
  type: 'snapshot'
  version: number
  view: View
}
/**
 * All that one seat is shown. `public` and `private` are the game's own (docs/views).
 */
export interface View {
  seat: number | null
  stage: 'between' | 'closed' | 'finished' | 'playing' | 'waiting'
  deal: number
  public: Record<string, unknown> | null
  private: Record<string, unknown> | null
  legal: string[]
  window: string | null
  to_act: number[]
  clocks: Clocks | null
  fairness: Fairness
  seats: SeatInfo[]
  scores: number[]
  game: string
  rules: Record<string, unknown>
  options: Options
  owner: number | null
  result: Result | null
}
/**
 * What is left, in milliseconds, of those who may be known to be thinking; no time of day, so no clock can be wrong.
 */
export interface Clocks {
  base_ms: number
  bank_ms: number[]
  left_ms: (number | null)[]
}
/**
 * The commitment to the deal that is played or comes next; empty between the last card and the next commitment.
 */
export interface Fairness {
  deal: number
  commit: string
}
export interface SeatInfo {
  seat: number
  kind: 'bot' | 'human' | 'open'
  name: string
  level: string | null
  auto: string
  ready: boolean
  online: boolean
}
/**
 * How a room is kept, beside the rules of the game.
 */
export interface Options {
  clock?: Clock | null
  claim_pause?: number
  pace?: number
  grace?: number
}
/**
 * Seconds for each decision, and a bank for the whole match that longer thoughts draw on.
 */
export interface Clock {
  base: number
  bank: number
}
/**
 * A deal that is over: nothing of it is hidden any more.
 */
export interface Result {
  returns: number[]
  scores: number[]
  match_over: boolean
  winner: number | null
  explain: {
    [k: string]: string[][][]
  }
  fairness: Record<string, unknown> | null
}
export interface Event {
  type: 'event'
  version: number
  view: View
  what: What
}
/**
 * What happened, as far as everybody may know.
 */
export interface What {
  kind: string
  seat: number | null
  words: Words[]
}
export interface Words {
  en: string
  zh: string
}
export interface Ack {
  type: 'ack'
  cmd_id: string
  version: number
  window?: string | null
}
/**
 * `code` RETRY means: send the same command again, it is not known whether it was written.
 */
export interface Reject {
  type: 'reject'
  cmd_id: string | null
  code: string
  message: Words
  version: number
}
export interface Checked {
  type: 'check'
  req: number
  readings: Reading[]
}
export interface Reading {
  reading: string | null
  move: string
  legal: boolean
  code: string | null
  message?: Words | null
}
export interface Hints {
  type: 'hints'
  version: number
  hints: HintItem[]
}
export interface HintItem {
  move: string
  reason: Words
}
export interface Presence {
  type: 'presence'
  seats: SeatInfo[]
  spectators: number
}
export interface Pong {
  type: 'pong'
  t: number
}
export interface Bye {
  type: 'bye'
  code: number
  reason: string
  retry_ms?: number | null
}

export type XianqiSeatOrNull = XianqiSeat | null
export type XianqiSeat = number
export type XianqiPlay =
  | {
      seat: XianqiSeat
      power: number
      cards: XianqiCards
    }
  | {
      seat: XianqiSeat
      power: -1
      covered_count: number
    }

export interface XianqiPublic {
  version: number
  phase: 'buckle_decision' | 'reveal_decision' | 'in_round' | 'settlement' | 'finished'
  head_seat: XianqiSeatOrNull
  players: {
    seat: XianqiSeat
    hand_count: number
    captured_pillar_count: number
  }[]
  turn: {
    current_seat: XianqiSeatOrNull
    round_index: number
    round_kind: number
    last_combo: null | {
      power: number
      cards: XianqiCards
      owner_seat: XianqiSeat
    }
    plays: XianqiPlay[]
  }
  decision: null | {
    seat: XianqiSeat
    context: 'BUCKLE_DECISION' | 'REVEAL_DECISION' | 'IN_ROUND'
    started_at_ms: number | null
    timeout_at_ms: number | null
  }
  pillar_groups: {
    round_index: number
    winner_seat: XianqiSeat
    round_kind: number
    plays: XianqiPlay[]
  }[]
  reveal: {
    buckler_seat: XianqiSeatOrNull
    active_revealer_seat: XianqiSeatOrNull
    pending_order: XianqiSeat[]
    relations: {
      revealer_seat: XianqiSeat
      buckler_seat: XianqiSeat
      revealer_enough_at_time: boolean
      round_index: number
    }[]
  }
}
export interface XianqiCards {
  [k: string]: number
}

export interface XianqiPrivate {
  hand: XianqiPrivateCards
  covered: XianqiPrivateCards
}
export interface XianqiPrivateCards {
  [k: string]: number
}

export type MahjongSeat = number
export type MahjongSeatOrNull = MahjongSeat | null
export type MahjongSuit = 'p' | 's' | 'm'
export type MahjongKind = 'peng' | 'kong_exposed' | 'kong_concealed' | 'kong_added'
export type MahjongTile = string
export type MahjongIntegers = number[]
export type MahjongTilesOrNull = MahjongTiles | null
export type MahjongTiles = string
export type MahjongEvent =
  | {
      event: 'missing'
      suits: MahjongSuit[]
    }
  | {
      event: 'draw'
      seat: MahjongSeat
      tile: MahjongTileOrNull
      tail: boolean
    }
  | {
      event: 'discard'
      seat: MahjongSeat
      tile: MahjongTile
      drawn: boolean
    }
  | {
      event: 'peng'
      seat: MahjongSeat
      tile: MahjongTile
      from: MahjongSeat
    }
  | {
      event: 'kong'
      seat: MahjongSeat
      tile: MahjongTile
      kind: MahjongKind
      from: MahjongSeatOrNull
    }
  | {
      event: 'win'
      seat: MahjongSeat
      tile: MahjongTile
      by: 'self' | 'discard'
      from: MahjongSeatOrNull
      fan: number
      patterns: MahjongPatterns
    }
  | {
      event: 'pay'
      from: MahjongSeat
      to: MahjongSeat
      points: number
      reason: 'hu' | 'kong_exposed' | 'kong_concealed' | 'kong_added'
      ref: number
    }
  | {
      event: 'answer'
      seat: MahjongSeat
      tile: MahjongTile
      answer: 'peng' | 'kong' | 'pass'
    }
export type MahjongTileOrNull = MahjongTile | null

export interface MahjongPublic {
  game: 'mahjong'
  version: number
  phase: 'bury' | 'turn' | 'claim' | 'finished'
  dealer: MahjongSeat
  turn: MahjongSeatOrNull
  to_act: null | MahjongSeat[]
  missing: (null | MahjongSuit)[]
  held: number[]
  melds: MahjongMeld[][]
  rivers: MahjongDiscard[][]
  last_discard: null | {
    seat: MahjongSeat
    tile: MahjongTile
  }
  won: MahjongWin[][]
  locked: boolean[]
  wall_left: number
  scores: MahjongIntegers
  returns: MahjongIntegers
  hands: MahjongTilesOrNull[]
  buried: MahjongTilesOrNull[]
  absent: MahjongTiles
  events: MahjongEvent[]
}
export interface MahjongMeld {
  kind: MahjongKind
  tile: MahjongTile
  from: MahjongSeatOrNull
}
export interface MahjongDiscard {
  tile: MahjongTile
  drawn: boolean
  claim: null | 'peng' | 'kong'
  claimed_by: MahjongSeatOrNull
  winners: MahjongSeat[]
}
export interface MahjongWin {
  tile: MahjongTile
  by: 'self' | 'discard'
  from: MahjongSeatOrNull
  fan: number
  patterns: MahjongPatterns
}
export interface MahjongPatterns {
  [k: string]: number
}

export type MahjongPrivateTiles = string
export type MahjongPrivateTileOrNull = string | null

export interface MahjongPrivate {
  seat: number
  hand: MahjongPrivateTiles
  drawn: MahjongPrivateTileOrNull
  buried: MahjongPrivateTiles | null
  to_act: boolean
  legal: string[]
  answer: null | 'hu' | 'peng' | 'kong' | 'pass'
  given_up: number
  fourteenth: MahjongPrivateTileOrNull
}

export type GuandanSeat = number
export type GuandanSeats = GuandanSeat[]
export type GuandanLevel = '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'T' | 'J' | 'Q' | 'K' | 'A'
export type GuandanCard = string
export type GuandanSeatOrNull = number | null
export type GuandanGifts = [GuandanSeat, GuandanSeatOrNull, GuandanCard][]
export type GuandanCards = string
export type GuandanReading = string
export type GuandanMoves = [GuandanSeat, string][]

export interface GuandanPublic {
  game: 'guandan'
  version: number
  rules: Record<string, unknown>
  phase: 'tribute' | 'take' | 'return' | 'play' | 'finished'
  to_act: GuandanSeats
  deal: number
  level: GuandanLevel
  wildcard: GuandanCard
  levels: GuandanLevel[]
  fails: number[]
  owner: 0 | 1 | null
  previous: null | {
    order: GuandanSeats
  }
  starting_card: null | GuandanCard
  leader: GuandanSeatOrNull
  tribute: null | {
    payers: GuandanSeats
    receivers: GuandanSeats
    immune: boolean
    big_jokers: number[] | null
    paid: GuandanGifts
    returned: GuandanGifts
  }
  table: null | {
    seat: GuandanSeat
    cards: GuandanCards
    reading: GuandanReading
    long_reading: GuandanReading
  }
  trick: GuandanMoves
  counts: (number | null)[]
  order: GuandanSeats
  history: GuandanMoves
  hands: GuandanCards[] | null
  result: null | {
    order: GuandanSeats
    gain: 1 | 2 | 3
    team: 0 | 1
    scores: number[]
    levels: GuandanLevel[]
    fails: number[]
    owner: 0 | 1
    winner: 0 | 1 | null
    over: boolean
  }
}

export interface GuandanPrivate {
  seat: number
  hand: string
  size: number
  committed: string | null
}
