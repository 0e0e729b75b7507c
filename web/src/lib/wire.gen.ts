/* Made by `npm run types` from docs/wire.schema.json; do not edit. */

export interface Frames {
  client: Hello | Act | Check | Weigh | Auto | AskHint | Ready | Say | Mute | Ping | Resync
  server: Snapshot | Event | Ack | Reject | Checked | Weighed | Hints | Presence | Chat | Pong | Bye
}
/**
 * The first frame. Without a token one watches.
 */
export interface Hello {
  type: 'hello'
  token?: string | null
  last_version?: number
  beats?: boolean
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
 * What would this move cost? At a table with a coach, before it is made.
 */
export interface Weigh {
  type: 'weigh'
  req: number
  move: string
}
/**
 * Autopilot on or off, for the sender's seat.
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
/**
 * Free text, to those who sit at the table or, without a seat, to those who watch; or a fixed phrase, for everybody.
 */
export interface Say {
  type: 'say'
  text?: string
  phrase?: string
}
/**
 * Whose talk is not to be sent any more, or nobody's; replaces what was said before.
 */
export interface Mute {
  type: 'mute'
  who?: string[]
  everybody?: boolean
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
 * All that one seat is shown. `public` and `private` are the game's own (view.md of its folder).
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
  locked: boolean
  match: Match
  evening: EveningLine[]
  code: string
  practice?: PracticeInfo | null
  practised?: boolean
  may_take_back?: boolean
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
  again?: boolean
  heir?: string
  face?: string
}
/**
 * How a room is kept, beside the rules of the game.
 */
export interface Options {
  clock?: Clock | null
  claim_pause?: number
  pace?: number
  grace?: number
  quick_forced?: boolean
  deals?: number
  chat?: string
  talk_in_deals?: boolean
  watch?: boolean
  watch_delay?: number
  coach?: boolean
  takeback?: boolean
}
/**
 * Seconds for each decision, and a bank for the whole match that longer thoughts draw on.
 */
export interface Clock {
  base: number
  bank: number
}
/**
 * The same at the table, with the proof of its shuffle.
 */
export interface Result {
  returns: number[]
  scores: number[]
  match_over: boolean
  winner: number | null
  explain: {
    [k: string]: string[][][]
  }
  facts: Record<string, unknown>
  fairness: Record<string, unknown> | null
}
/**
 * Which match of the room this is.
 */
export interface Match {
  number: number
  first: number
  ending: boolean
  seating: 'choose' | 'keep' | 'random'
}
/**
 * What somebody has won in this room, over all its matches.
 */
export interface EveningLine {
  name: string
  seat: number | null
  bot: boolean
  score: number
  wins: number
  deals: number
}
/**
 * Which position is tried, and what came of it so far. Nothing of it counts anywhere.
 */
export interface PracticeInfo {
  cards: 'drawn' | 'real'
  seat: number
  deal: number
  move: number
  room: string
  match: number
  first: number[] | null
  tries: number[][]
}
export interface Event {
  type: 'event'
  version: number
  view: View
  what: EventInfo
}
/**
 * What happened, as far as everybody may know.
 */
export interface EventInfo {
  kind: string
  seat: number | null
  words: Words[]
}
/**
 * A text in both languages.
 */
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
 * The uses of the cards, and legal moves that contain them and more, the cheapest first; what the hand would win with
 *     once they are out of it, where the game knows waiting. Asked about no cards: the hand in order, where the game knows one.
 */
export interface Checked {
  type: 'check'
  req: number
  readings: Reading[]
  waits?: Wait[]
  offers?: Reading[]
  sorted?: Sorted | null
}
export interface Reading {
  reading: string | null
  move: string
  legal: boolean
  code: string | null
  message?: Words | null
}
/**
 * A piece that would win, how many of it are unseen, its fan, and the points that it would bring on a discard.
 */
export interface Wait {
  piece: string
  left: number
  fan: number
  points: number
}
/**
 * The sender's hand in groups, as a good player would sort it, and sets in it that are worth a look (straight flushes).
 */
export interface Sorted {
  groups: string[][]
  sets: string[][]
}
/**
 * The verdict on a costly move; None: it costs little, nobody knows, or there was no time to find out.
 */
export interface Weighed {
  type: 'weighed'
  req: number
  verdict?: Verdict | null
}
/**
 * Why a move should be thought over: what it costs, and the better one.
 */
export interface Verdict {
  grade: 'blunder' | 'mistake'
  loss: number
  error: number
  said: Words
  best: string
  words: Words
  reason: Words | null
}
export interface Hints {
  type: 'hints'
  version: number
  hints: HintItem[]
}
/**
 * `reading`: what the move is, where the game names it. `named`: the reason with {who} for the seat `about`.
 */
export interface HintItem {
  move: string
  reason: Words
  reading?: string | null
  about?: number | null
  named?: Words | null
}
export interface Presence {
  type: 'presence'
  seats: SeatInfo[]
  spectators: number
  watchers: Spectator[]
}
/**
 * Somebody who watches.
 */
export interface Spectator {
  who: string
  name: string
}
/**
 * Something that was said. It belongs to no version.
 */
export interface Chat {
  type: 'chat'
  id: number
  who: string
  name: string
  seat: number | null
  channel: 'table' | 'watchers'
  kind: 'phrase' | 'text'
  text: string
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
 * Either a move in notation with the version or window seen, or an index as the engine interface has it.
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
/**
 * Another match. `seats` and `now` are the host's: how people sit in it, and whether to continue without the others.
 */
export interface AgainBody {
  seats?: ('keep' | 'random' | 'choose') | null
  now?: boolean
}
export interface AnswerBody {
  move: string
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
export interface ChatLine {
  id: number
  who: string
  name: string
  seat: number | null
  channel: 'table' | 'watchers'
  kind: 'text' | 'phrase'
  text: string
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
 * A deal that is over: nothing of it is hidden any more.
 */
export interface DealResult {
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
/**
 * `names[n]` is what the number n in a shuffled deck stands for.
 */
export interface DeckOut {
  game: string
  names: string[]
  words: Words
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
export interface EraseBody {
  /**
   * of an account; a guest has none
   */
  password?: string
}
/**
 * All that is kept of a person; times in seconds since 1970.
 */
export interface ExportOut {
  user: OwnUser
  sessions: OwnSession[]
  rooms: OwnRoom[]
  chat: OwnLine[]
}
export interface OwnUser {
  id: string
  name: string
  login: string | null
  created: number
  face: string | null
}
export interface OwnSession {
  created: number
  expires: number
}
export interface OwnRoom {
  room: string
  game: string
  status: string
  created: number
  seat: number
  log: OwnEvent[]
}
/**
 * Something that this person did.
 */
export interface OwnEvent {
  kind: string
  data: {
    [k: string]: unknown
  }
  at: number
}
/**
 * Something that this person said at a table.
 */
export interface OwnLine {
  room: string
  text: string
  at: number
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
  title: Words
  words: Words
  seats: number
  teams: boolean
  options: {
    [k: string]: unknown
  }
  presets: PresetOut[]
  levels: string[]
  level_titles: {
    [k: string]: Words
  }
}
export interface PresetOut {
  name: string
  title: Words
}
export interface GuestBody {
  name: string
  /**
   * empty: the one that follows from the name
   */
  face?: string | null
}
export interface HealthOut {
  status: string
  version: string
}
/**
 * What the host allows in games against bots.
 */
export interface HelpBody {
  coach?: boolean
  takeback?: boolean
}
export interface JoinBody {
  seat?: number | null
}
export interface JoinOut {
  seat: number
}
export interface LeaveBody {
  /**
   * gives the seat up: a bot plays on, and a table with bots alone ends
   */
  for_good?: boolean
}
export interface LockBody {
  on: boolean
}
/**
 * Something that everybody at the table was told.
 */
export interface LogLine {
  seat: number | null
  words: Words
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
 * A legal move, as it is sent and in words.
 */
export interface MoveWords {
  move: string
  words: {
    [k: string]: string
  }
}
/**
 * An option in force.
 */
export interface OptionOut {
  name: string
  title: Words
  value:
    | boolean
    | number
    | string
    | {
        [k: string]: number
      }
    | null
  value_title: Words
  default: boolean | number | string | null
  default_title: Words
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
  quick_forced?: boolean
  /**
   * of a match; 0: as the rules say, or until the host ends it
   */
  deals?: number
  /**
   * public steps by which people who watch see the table later
   */
  watch_delay?: number | null
  /**
   * against bots alone: one may ask about a move before it is made
   */
  coach?: boolean
  /**
   * against bots alone: moves can be taken back
   */
  takeback?: boolean
}
export interface PaceBody {
  pace: number
}
export interface PasswordBody {
  /**
   * the one until now
   */
  password: string
  new_password: string
}
/**
 * A position: a deal of a room, or of a record, after a number of moves.
 */
export interface PracticeBody {
  /**
   * whose finished deal it is
   */
  room?: string | null
  /**
   * of the room; without it the last one with a deal
   */
  match?: number | null
  /**
   * instead of a room (docs/records.md)
   */
  record?: {
    [k: string]: unknown
  } | null
  deal?: number
  /**
   * how many moves of the deal stand
   */
  move?: number
  seat?: number
  /**
   * `drawn`: others each time, which fit what the seat knew then
   */
  cards?: 'real' | 'drawn'
  level?: string
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
/**
 * Whether the move is the answer; the answer, why, and what the other moves bring.
 */
export interface PuzzleAnswerOut {
  right: boolean
  move: string
  words: Words
  best: string
  best_words: Words
  hint: Words
  reason: Words
  moves: PuzzleMove[]
  finders: {
    [k: string]: number[]
  }
}
/**
 * A move that was looked at, the best first; `behind` it, in points, with the standard error.
 */
export interface PuzzleMove {
  move: string
  words: Words
  value: number
  error: number
  behind: number
  behind_error: number
  worlds: number
  right: boolean
}
/**
 * The puzzles of one game; `daily` is the id of the day's.
 */
export interface PuzzleGame {
  game: string
  title: Words
  themes: {
    [k: string]: Words
  }
  daily: string | null
  puzzles: PuzzleLine[]
}
/**
 * One puzzle in the list.
 */
export interface PuzzleLine {
  id: string
  themes: string[]
  difficulty: number
  preset: string
}
/**
 * A line of the deal so far.
 */
export interface PuzzleLog {
  seat: number | null
  words: Words
}
/**
 * A position: `view` is that of a room, of the seat that has to move; `screen` the same in words, by language.
 */
export interface PuzzleOut {
  id: string
  game: string
  themes: string[]
  difficulty: number
  view: {
    [k: string]: unknown
  }
  log: PuzzleLog[]
  screen: {
    [k: string]: string[][][]
  }
}
/**
 * All puzzles, without positions and answers.
 */
export interface PuzzlesOut {
  date: string
  difficulties: {
    [k: string]: Words
  }
  games: PuzzleGame[]
}
/**
 * Where others can reach this server.
 */
export interface ReachOut {
  bases: string[]
  only_here: boolean
  command: string
}
export interface ReadyBody {
  nonce?: string
}
/**
 * One deal of a record, every step with all hands open.
 */
export interface ReplayOut {
  game: string
  title: Words
  rules: {
    [k: string]: unknown
  }
  players: string[]
  seats: number
  deals: number
  deal: number
  over: boolean
  steps: StepOut[]
  result: DealResult | null
  shuffle: ShuffleOut | null
}
/**
 * One step of a replay; the first is the deal itself, with neither seat nor move.
 */
export interface StepOut {
  seat: number | null
  move: string | null
  words: Words | null
  news: Words[]
  public: {
    [k: string]: unknown
  }
  privates: {
    [k: string]: unknown
  }[]
  to_act: number[]
  scores: number[]
}
export interface ShuffleOut {
  seed: string
  draws: DrawOut[]
  fairness: ProofOut | null
}
/**
 * docs/review.md explains the figures.
 */
export interface Review {
  format: string
  version: string
  game: string
  rules: {
    [k: string]: unknown
  }
  players: string[] | null
  effort: string
  seed: number
  kinds: {
    [k: string]: Words
  }
  deals: ReviewedDeal[]
  unfinished: number[]
  practice: number[]
}
export interface ReviewedDeal {
  deal: number
  moves: number
  returns: number[]
  decisions: ReviewedDecision[]
  seats: ReviewedSeat[]
}
export interface ReviewedDecision {
  move: number
  seat: number
  kind: string
  played: string
  best: string
  grade: 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'
  loss: number
  error: number
  counted: number
  effects: number[]
  values: number[]
  candidates: ReviewedMove[]
  exact: boolean
  said: Words
}
/**
 * A move that was looked at, best first.
 */
export interface ReviewedMove {
  move: string
  words: Words
  reason: Words | null
  value: number
  error: number
  behind: number
  behind_error: number
  worlds: number
}
/**
 * `deal` + `others` + `own` = `result`.
 */
export interface ReviewedSeat {
  seat: number
  result: number
  deal: number
  others: number
  own: number
  decisions: number
  lost: number
  accuracy: number | null
  grades: {
    [k: string]: number
  }
  kinds: {
    [k: string]: ReviewedKind
  }
  costly: number[]
  curve: number[][]
}
export interface ReviewedKind {
  decisions: number
  costly: number
  lost: number
}
/**
 * A review, or how far it is: not asked for, waiting behind `ahead` others of one’s own, running, stopped, done, or
 * impossible: the game has no judge.
 */
export interface ReviewOut {
  match: number
  deal: number
  state: 'none' | 'waiting' | 'running' | 'stopped' | 'done' | 'impossible'
  done: number
  total: number
  ahead: number
  grades: {
    [k: string]: Words
  }
  review: Review | null
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
  quick_forced?: boolean
  /**
   * of a match; 0: as the rules say, or until the host ends it
   */
  deals?: number
  watch?: boolean
  /**
   * public steps by which people who watch see the table later
   */
  watch_delay?: number | null
  /**
   * against bots alone: one may ask about a move before it is made
   */
  coach?: boolean
  /**
   * against bots alone: moves can be taken back
   */
  takeback?: boolean
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
  title: Words
  stage: 'waiting' | 'playing' | 'between' | 'finished' | 'closed'
  public: boolean
  shared: boolean
  may_see_deals: boolean
  owner: number | null
  my_seat: number | null
  seats: SeatInfo[]
  spectators: number
  watchers: Spectator[]
  deals: number
  scores: number[]
  locked: boolean
  match: number
  practice: boolean
  rules: {
    [k: string]: unknown
  }
  preset: Words
  options: OptionOut[]
  room_options: OptionOut[]
  version: number
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
  score: number | null
  practice: boolean
  updated: number
}
export interface RoomOut {
  room: string
  code: string
  link: string
}
/**
 * The table as the caller's seat sees it, at a version of the view.
 */
export interface ScreenOut {
  version: number
  lines: {
    [k: string]: string[][][]
  }
  moves: MoveWords[]
}
/**
 * A finished deal: the table after every step of its replay.
 */
export interface ScreensOut {
  steps: string[][][][]
}
export interface SeatBody {
  seat: number
}
export interface SeatsBody {
  /**
   * `order[n]` is who sits on seat n now, by the seat until now; without it, by lot
   */
  order?: number[] | null
}
export interface SelectionBody {
  cards: string[]
}
/**
 * As a room's answer to `check`.
 */
export interface SelectionOut {
  readings: {
    [k: string]: unknown
  }[]
  waits?: {
    [k: string]: unknown
  }[]
  offers?: {
    [k: string]: unknown
  }[]
  sorted?: {
    [k: string]: unknown
  } | null
}
export interface SessionOut {
  token: string
  user: UserOut
}
export interface UserOut {
  id: string
  name: string
  account: boolean
  face: string
}
export interface ShareOut {
  link: string
}
/**
 * What may be said: `auto` is text for everybody, in a public room for accounts alone; `phrases`: the fixed ones only.
 */
export interface TalkBody {
  chat?: 'auto' | 'on' | 'phrases' | 'off'
  talk_in_deals?: boolean
}
/**
 * A word of the game, explained.
 */
export interface TermOut {
  term: Words
  words: Words
  clause: string
}
export interface VerifiedDeal {
  deal: number
  moves: number
  over: boolean
  returns: number[] | null
  shuffle: 'proven' | 'seed' | 'explicit'
  practice: boolean
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
export interface WatchBody {
  on: boolean
}
export interface WhoBody {
  who: string
}
