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
  facts: Record<string, unknown>
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
/**
 * The uses of the cards; and what the hand would win with once they are out of it, where the game knows waiting.
 */
export interface Checked {
  type: 'check'
  req: number
  readings: Reading[]
  waits?: Wait[]
}
export interface Reading {
  reading: string | null
  move: string
  legal: boolean
  code: string | null
  message?: Words | null
}
/**
 * A piece that would win, how many of it are unseen, and what it would bring on a discard.
 */
export interface Wait {
  piece: string
  left: number
  fan: number
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
export interface AccountBody {
  name: string
  password: string
}
/**
 * Either a move in notation with the version or window seen, or document 004's index.
 */
export interface ActionBody {
  cmd_id?: string | null
  version?: number | null
  window?: string | null
  move?: string | null
  action_idx?: number | null
  cover_list?: unknown
  client_version?: number | null
}
export interface ActionOut {
  cmd_id: string
  version: number
  window: string | null
}
export interface BookOut {
  game: string
  lang: 'en' | 'zh'
  title: string
  markdown: string
}
export interface BotBody {
  seat: number
  level?: string
}
/**
 * Seconds for each decision, and a bank for the match.
 */
export interface ClockBody {
  base: number
  bank?: number
}
export interface CodeBody {
  code: string
}
export interface CodeOut {
  code: string
  expires_in: number
  link: string
  qr: string
}
/**
 * `names[n]` is what the number n in a shuffled deck stands for.
 */
export interface DeckOut {
  game: string
  names: string[]
  words: Said
}
/**
 * One thing in both languages.
 */
export interface Said {
  en: string
  zh: string
}
/**
 * Either one number (`below`, `drawn`) or a shuffle (`deck`, `shuffled`), in the order in which they were drawn.
 */
export interface DrawOut {
  below?: number | null
  drawn?: number | null
  deck?: number[] | null
  shuffled?: number[] | null
}
export interface FairnessList {
  deals: FairnessOut[]
}
/**
 * One deal's commitment; seed and nonces when it is over and one may see it.
 */
export interface FairnessOut {
  deal: number
  room: string
  commit: string
  over: boolean
  server_seed?: string | null
  nonces?: string[] | null
}
/**
 * A game in the lobby. `options` is the JSON Schema of `rules`, with titles in both languages.
 */
export interface GameOut {
  name: string
  title: Said
  words: Said
  seats: number
  options: {
    [k: string]: unknown
  }
  presets: PresetOut[]
  levels: string[]
  level_titles: {
    [k: string]: Said
  }
}
export interface PresetOut {
  name: string
  title: Said
}
export interface GuestBody {
  name: string
}
export interface HealthOut {
  status: string
  version: string
}
export interface JoinBody {
  seat?: number | null
}
export interface JoinOut {
  seat: number
}
/**
 * Something that everybody at the table was told.
 */
export interface LogLine {
  seat: number | null
  words: Said
}
/**
 * The deal on the table so far, in words, up to a version of the view.
 */
export interface LogOut {
  deal: number
  version: number
  lines: LogLine[]
}
/**
 * An option in force.
 */
export interface OptionOut {
  name: string
  title: Said
  value:
    | boolean
    | number
    | string
    | {
        [k: string]: number
      }
    | null
  value_title: Said
  default: boolean | number | string | null
  default_title: Said
  differs: boolean
  clause: string | null
}
export interface OptionsBody {
  rules?: {
    [k: string]: unknown
  }
  clock?: ClockBody | null
  claim_pause?: number
  pace?: number
  grace?: number
}
/**
 * Every refusal, whatever its status.
 */
export interface Problem {
  code: string
  engine_code: string
  message: string
  message_zh: string
  detail: {
    [k: string]: unknown
  }
}
export interface ProofOut {
  commit: string
  server_seed: string
  nonces: string[]
  room: string
  deal: number
}
export interface ReadyBody {
  nonce?: string
}
/**
 * One deal of a record, every step with all hands open.
 */
export interface ReplayOut {
  game: string
  title: Said
  rules: {
    [k: string]: unknown
  }
  players: string[]
  seats: number
  deals: number
  deal: number
  over: boolean
  steps: StepOut[]
  result: ReplayResult | null
  shuffle: ShuffleOut | null
}
/**
 * One step of a replay; the first is the deal itself, with neither seat nor move.
 */
export interface StepOut {
  seat: number | null
  move: string | null
  words: Said | null
  news: Said[]
  public: {
    [k: string]: unknown
  }
  privates: {
    [k: string]: unknown
  }[]
  to_act: number[]
  scores: number[]
}
export interface ReplayResult {
  returns: number[]
  scores: number[]
  match_over: boolean
  winner: number | null
  explain: {
    [k: string]: string[][][]
  }
  facts: {
    [k: string]: unknown
  }
}
export interface ShuffleOut {
  seed: string
  draws: DrawOut[]
  fairness: ProofOut | null
}
export interface RoomBody {
  game: string
  rules?: {
    [k: string]: unknown
  }
  seats?: SeatWish[] | null
  clock?: ClockBody | null
  public?: boolean
  claim_pause?: number
  pace?: number
  grace?: number
}
export interface SeatWish {
  kind: 'me' | 'open' | 'bot'
  level?: string | null
}
/**
 * A room before one sits down: who is there and what is played, with everything that is not as usual.
 */
export interface RoomDetail {
  room: string
  code: string
  link: string
  game: string
  title: Said
  stage: 'waiting' | 'playing' | 'between' | 'finished' | 'closed'
  public: boolean
  shared: boolean
  may_see_deals: boolean
  owner: number | null
  my_seat: number | null
  seats: SeatOut[]
  spectators: number
  deals: number
  scores: number[]
  rules: {
    [k: string]: unknown
  }
  options: OptionOut[]
  room_options: OptionOut[]
  version: number
}
export interface SeatOut {
  seat: number
  kind: 'human' | 'open' | 'bot'
  name: string
  level: string | null
  auto: string
  ready: boolean
  online: boolean
}
/**
 * A room in a list.
 */
export interface RoomLine {
  room: string
  game: string
  rules: {
    [k: string]: unknown
  }
  status: 'open' | 'playing' | 'finished' | 'closed' | 'broken'
  public: boolean
  seats: ('human' | 'open' | 'bot')[]
  names: string[]
  levels: (string | null)[]
  mine: boolean
  my_seat: number | null
  updated: number
}
export interface RoomOut {
  room: string
  code: string
  link: string
}
export interface SessionOut {
  token: string
  user: UserOut
}
export interface UserOut {
  id: string
  name: string
  account: boolean
}
export interface ShareOut {
  link: string
}
/**
 * A word of the game, explained.
 */
export interface TermOut {
  term: Said
  words: Said
  clause: string
}
export interface VerifiedDeal {
  deal: number
  moves: number
  over: boolean
  returns: number[] | null
  shuffle: 'proven' | 'seed' | 'explicit'
}
export interface VerifyOut {
  ok: boolean
  game: string
  rules: {
    [k: string]: unknown
  }
  deals: VerifiedDeal[]
  scores: number[]
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
