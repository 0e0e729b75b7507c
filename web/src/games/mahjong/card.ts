import type { GameCard } from '..'

export const card: GameCard = {
  title: { zh: '血战到底', en: 'Sichuan mahjong' },
  blurb: { zh: '四人，埋三张定缺，胡了还能再胡。', en: 'Four players. Bury three, win, and win again.' },
  seats: 4,
  order: 2,
}
