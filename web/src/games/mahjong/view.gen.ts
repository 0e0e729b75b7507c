/* Made by `npm run types` from src/qipai/games/mahjong/view.md; do not edit. */

export type MahjongSeat = number
export type MahjongSeatOrNull = MahjongSeat | null
export type MahjongSuit = 'p' | 's' | 'm'
export type MahjongKind = 'peng' | 'kong_exposed' | 'kong_concealed' | 'kong_added'
export type MahjongTile = string
export type MahjongBy = 'self' | 'discard' | 'rob' | 'fed'
export type MahjongPointsOrNull = number | null
export type MahjongIntegers = number[]
export type MahjongTilesOrNull = MahjongTiles | null
export type MahjongTiles = string
export type MahjongBooleans = boolean[]
export type MahjongDirection = 'next' | 'across' | 'previous'
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
      late?: boolean
    }
  | {
      event: 'swap'
      direction: MahjongDirection
      die: number | null
    }
  | {
      event: 'declare'
      seat: MahjongSeat
      tile: MahjongTile
    }
  | {
      event: 'check'
      seat: MahjongSeat
      status: 'pig' | 'unready' | 'ready' | 'won'
      waits: MahjongTile[]
      fan: number | null
      points: MahjongPointsOrNull
    }
  | {
      event: 'win'
      seat: MahjongSeat
      tile: MahjongTile
      by: MahjongBy
      from: MahjongSeatOrNull
      fan: number
      patterns: MahjongPatterns
      points?: number
      each?: MahjongPointsOrNull
    }
  | {
      event: 'pay'
      from: MahjongSeat
      to: MahjongSeat
      points: number
      reason:
        | 'hu'
        | 'kong_exposed'
        | 'kong_concealed'
        | 'kong_added'
        | 'kong_transfer'
        | 'kong_back'
        | 'flower_pig'
        | 'not_ready'
        | 'kong_refund'
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
  phase: 'bury' | 'swap' | 'missing' | 'turn' | 'claim' | 'finished'
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
  window?: null | 'discard' | 'rob'
  declared?: null | {
    seat: MahjongSeat
    tile: MahjongTile
  }
  in_play?: MahjongBooleans
  chosen?: MahjongBooleans
  direction?: null | MahjongDirection
  die?: number | null
  swaps?: MahjongTilesOrNull[]
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
  robbed?: boolean
}
export interface MahjongWin {
  tile: MahjongTile
  by: MahjongBy
  from: MahjongSeatOrNull
  fan: number
  patterns: MahjongPatterns
  points?: number
  each?: MahjongPointsOrNull
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
  given_up: number | null
  gave?: MahjongPrivateTiles | null
  got?: MahjongPrivateTiles | null
  suit?: null | 'p' | 's' | 'm'
  fourteenth: MahjongPrivateTileOrNull
}
