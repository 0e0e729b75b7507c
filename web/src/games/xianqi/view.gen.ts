/* Made by `npm run types` from src/qipai/games/xianqi/view.md; do not edit. */

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
