/* Made by `npm run types` from src/qipai/games/guandan/view.md; do not edit. */

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
  phase: 'immunity' | 'tribute' | 'take' | 'return' | 'play' | 'finished'
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
  levels_history: {
    deal: number
    order: GuandanSeats
    team: 0 | 1
    gain: 1 | 2 | 3
    before: GuandanLevel[]
    after: GuandanLevel[]
  }[]
  readings: (null | GuandanReading)[]
}

export interface GuandanPrivate {
  seat: number
  hand: string
  size: number
  committed: string | null
  answer?: 'immune' | 'pay' | null
}
