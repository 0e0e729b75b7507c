import type { GameCard } from '..'

export const card: GameCard = {
  title: { zh: '四川麻将', en: 'Sichuan mahjong' },
  blurb: { zh: '埋三张：四人，开局埋三张定缺，胡了还能再胡。', en: 'Four players. Bury three tiles, then win again and again.' },
  seats: 4,
  order: 2,
}
