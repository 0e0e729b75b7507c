import type { GameCard } from '..'

export const card: GameCard = {
  title: { zh: '掀棋', en: 'Xianqi' },
  blurb: { zh: '三人，二十四枚象棋子。争柱，敢扣敢掀。', en: 'Three players, 24 chess pieces. Win pillars, buckle, reveal.' },
  seats: 3,
  order: 1,
}
