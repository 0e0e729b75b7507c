/* Made by `npm run types` from docs/wire.schema.json and docs/views/*.md; do not edit. */

export type Name = string
export type Password = string
export type CmdId = string | null
export type Version = number | null
export type Window = string | null
export type Move = string | null
export type ActionIdx = number | null
export type ClientVersion = number | null
export type CmdId1 = string
export type Version1 = number
export type Window1 = string | null
export type Game = string
export type Lang = 'en' | 'zh'
export type Title = string
export type Markdown = string
export type Seat = number
export type Level = string
export type Base = number
export type Bank = number
export type Code = string
export type Code1 = string
export type ExpiresIn = number
export type Link = string
export type Qr = string
export type Game1 = string
export type Names = string[]
export type En = string
export type Zh = string
export type Below = number | null
export type Drawn = number | null
export type Deck = number[] | null
export type Shuffled = number[] | null
export type Deal = number
export type Room = string
export type Commit = string
export type Over = boolean
export type ServerSeed = string | null
export type Nonces = string[] | null
export type Deals = FairnessOut[]
export type Name1 = string
export type Seats = number
export type Name2 = string
export type Presets = PresetOut[]
export type Levels = string[]
export type Name3 = string
export type Status = string
export type Version2 = string
export type Seat1 = number | null
export type Seat2 = number
export type Name4 = string
export type Value =
  | boolean
  | number
  | string
  | {
      [k: string]: number
    }
  | null
export type Default = boolean | number | string | null
export type Differs = boolean
export type Clause = string | null
export type ClaimPause = number
export type Pace = number
export type Grace = number
export type Code2 = string
export type EngineCode = string
export type Message = string
export type MessageZh = string
export type Commit1 = string
export type ServerSeed1 = string
export type Nonces1 = string[]
export type Room1 = string
export type Deal1 = number
export type Nonce = string
export type Game2 = string
export type Players = string[]
export type Seats1 = number
export type Deals1 = number
export type Deal2 = number
export type Over1 = boolean
export type Seat3 = number | null
export type Move1 = string | null
export type News = Said[]
export type Privates = {
  [k: string]: unknown
}[]
export type ToAct = number[]
export type Scores = number[]
export type Steps = StepOut[]
export type Returns = number[]
export type Scores1 = number[]
export type MatchOver = boolean
export type Winner = number | null
export type Seed = string
export type Draws = DrawOut[]
export type Game3 = string
export type Seats2 = SeatWish[] | null
export type Kind = 'me' | 'open' | 'bot'
export type Level1 = string | null
export type Public1 = boolean
export type ClaimPause1 = number
export type Pace1 = number
export type Grace1 = number
export type Room2 = string
export type Code3 = string
export type Link1 = string
export type Game4 = string
export type Stage = 'waiting' | 'playing' | 'between' | 'finished' | 'closed'
export type Public2 = boolean
export type Shared = boolean
export type MaySeeDeals = boolean
export type Owner = number | null
export type MySeat = number | null
export type Seat4 = number
export type Kind1 = 'human' | 'open' | 'bot'
export type Name5 = string
export type Level2 = string | null
export type Auto1 = string
export type Ready1 = boolean
export type Online = boolean
export type Seats3 = SeatOut[]
export type Spectators = number
export type Deals2 = number
export type Scores2 = number[]
export type Options2 = OptionOut[]
export type RoomOptions = OptionOut[]
export type Version3 = number
export type Room3 = string
export type Game5 = string
export type Status1 = 'open' | 'playing' | 'finished' | 'closed' | 'broken'
export type Public3 = boolean
export type Seats4 = ('human' | 'open' | 'bot')[]
export type Names1 = string[]
export type Levels1 = (string | null)[]
export type Mine = boolean
export type MySeat1 = number | null
export type Updated = number
export type Room4 = string
export type Code4 = string
export type Link2 = string
export type Token = string
export type Id = string
export type Name6 = string
export type Account = boolean
export type Link3 = string
export type Clause1 = string
export type Deal3 = number
export type Moves = number
export type Over2 = boolean
export type Returns1 = number[] | null
export type Shuffle = 'proven' | 'seed' | 'explicit'
export type Ok = boolean
export type Game6 = string
export type Deals3 = VerifiedDeal[]
export type Scores3 = number[]

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
export interface AccountBody {
  name: Name
  password: Password
}
/**
 * Either a move in notation with the version or window seen, or document 004's index.
 */
export interface ActionBody {
  cmd_id?: CmdId
  version?: Version
  window?: Window
  move?: Move
  action_idx?: ActionIdx
  cover_list?: CoverList
  client_version?: ClientVersion
}
export interface CoverList {
  [k: string]: unknown
}
export interface ActionOut {
  cmd_id: CmdId1
  version: Version1
  window: Window1
}
export interface BookOut {
  game: Game
  lang: Lang
  title: Title
  markdown: Markdown
}
export interface BotBody {
  seat: Seat
  level?: Level
}
/**
 * Seconds for each decision, and a bank for the match.
 */
export interface ClockBody {
  base: Base
  bank?: Bank
}
export interface CodeBody {
  code: Code
}
export interface CodeOut {
  code: Code1
  expires_in: ExpiresIn
  link: Link
  qr: Qr
}
/**
 * `names[n]` is what the number n in a shuffled deck stands for.
 */
export interface DeckOut {
  game: Game1
  names: Names
  words: Said
}
/**
 * One thing in both languages.
 */
export interface Said {
  en: En
  zh: Zh
}
/**
 * Either one number (`below`, `drawn`) or a shuffle (`deck`, `shuffled`), in the order in which they were drawn.
 */
export interface DrawOut {
  below?: Below
  drawn?: Drawn
  deck?: Deck
  shuffled?: Shuffled
}
export interface FairnessList {
  deals: Deals
}
/**
 * One deal's commitment; seed and nonces when it is over and one may see it.
 */
export interface FairnessOut {
  deal: Deal
  room: Room
  commit: Commit
  over: Over
  server_seed?: ServerSeed
  nonces?: Nonces
}
/**
 * A game in the lobby. `options` is the JSON Schema of `rules`, with titles in both languages.
 */
export interface GameOut {
  name: Name1
  title: Said
  words: Said
  seats: Seats
  options: Options1
  presets: Presets
  levels: Levels
  level_titles: LevelTitles
}
export interface Options1 {
  [k: string]: unknown
}
export interface PresetOut {
  name: Name2
  title: Said
}
export interface LevelTitles {
  [k: string]: Said
}
export interface GuestBody {
  name: Name3
}
export interface HealthOut {
  status: Status
  version: Version2
}
export interface JoinBody {
  seat?: Seat1
}
export interface JoinOut {
  seat: Seat2
}
/**
 * An option in force.
 */
export interface OptionOut {
  name: Name4
  title: Said
  value: Value
  value_title: Said
  default: Default
  default_title: Said
  differs: Differs
  clause: Clause
}
export interface OptionsBody {
  rules?: Rules
  clock?: ClockBody | null
  claim_pause?: ClaimPause
  pace?: Pace
  grace?: Grace
}
export interface Rules {
  [k: string]: unknown
}
/**
 * Every refusal, whatever its status.
 */
export interface Problem {
  code: Code2
  engine_code: EngineCode
  message: Message
  message_zh: MessageZh
  detail: Detail
}
export interface Detail {
  [k: string]: unknown
}
export interface ProofOut {
  commit: Commit1
  server_seed: ServerSeed1
  nonces: Nonces1
  room: Room1
  deal: Deal1
}
export interface ReadyBody {
  nonce?: Nonce
}
/**
 * One deal of a record, every step with all hands open.
 */
export interface ReplayOut {
  game: Game2
  title: Said
  rules: Rules1
  players: Players
  seats: Seats1
  deals: Deals1
  deal: Deal2
  over: Over1
  steps: Steps
  result: ReplayResult | null
  shuffle: ShuffleOut | null
}
export interface Rules1 {
  [k: string]: unknown
}
/**
 * One step of a replay; the first is the deal itself, with neither seat nor move.
 */
export interface StepOut {
  seat: Seat3
  move: Move1
  words: Said | null
  news: News
  public: Public
  privates: Privates
  to_act: ToAct
  scores: Scores
}
export interface Public {
  [k: string]: unknown
}
export interface ReplayResult {
  returns: Returns
  scores: Scores1
  match_over: MatchOver
  winner: Winner
  explain: Explain
}
export interface Explain {
  [k: string]: string[][][]
}
export interface ShuffleOut {
  seed: Seed
  draws: Draws
  fairness: ProofOut | null
}
export interface RoomBody {
  game: Game3
  rules?: Rules2
  seats?: Seats2
  clock?: ClockBody | null
  public?: Public1
  claim_pause?: ClaimPause1
  pace?: Pace1
  grace?: Grace1
}
export interface Rules2 {
  [k: string]: unknown
}
export interface SeatWish {
  kind: Kind
  level?: Level1
}
/**
 * A room before one sits down: who is there and what is played, with everything that is not as usual.
 */
export interface RoomDetail {
  room: Room2
  code: Code3
  link: Link1
  game: Game4
  title: Said
  stage: Stage
  public: Public2
  shared: Shared
  may_see_deals: MaySeeDeals
  owner: Owner
  my_seat: MySeat
  seats: Seats3
  spectators: Spectators
  deals: Deals2
  scores: Scores2
  rules: Rules3
  options: Options2
  room_options: RoomOptions
  version: Version3
}
export interface SeatOut {
  seat: Seat4
  kind: Kind1
  name: Name5
  level: Level2
  auto: Auto1
  ready: Ready1
  online: Online
}
export interface Rules3 {
  [k: string]: unknown
}
/**
 * A room in a list.
 */
export interface RoomLine {
  room: Room3
  game: Game5
  rules: Rules4
  status: Status1
  public: Public3
  seats: Seats4
  names: Names1
  levels: Levels1
  mine: Mine
  my_seat: MySeat1
  updated: Updated
}
export interface Rules4 {
  [k: string]: unknown
}
export interface RoomOut {
  room: Room4
  code: Code4
  link: Link2
}
export interface SessionOut {
  token: Token
  user: UserOut
}
export interface UserOut {
  id: Id
  name: Name6
  account: Account
}
export interface ShareOut {
  link: Link3
}
/**
 * A word of the game, explained.
 */
export interface TermOut {
  term: Said
  words: Said
  clause: Clause1
}
export interface VerifiedDeal {
  deal: Deal3
  moves: Moves
  over: Over2
  returns: Returns1
  shuffle: Shuffle
}
export interface VerifyOut {
  ok: Ok
  game: Game6
  rules: Rules5
  deals: Deals3
  scores: Scores3
}
export interface Rules5 {
  [k: string]: unknown
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
