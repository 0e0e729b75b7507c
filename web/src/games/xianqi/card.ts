import type { GameCard } from '..'

export const card: GameCard = {
  title: { zh: '掀棋', en: 'Xianqi' },
  blurb: { zh: '三人，24 张象棋子。争柱，敢扣敢掀。', en: 'Three players, 24 Chinese chess pieces. Win pillars; buckle or reveal.' },
  seats: 3,
  order: 1,
  device: { hard: [0.23, 0.07], master: [0.23, 0.07] },
}
