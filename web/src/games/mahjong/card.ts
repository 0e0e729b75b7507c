import type { GameCard } from '..'

export const card: GameCard = {
  title: { zh: '四川麻将', en: 'Sichuan mahjong' },
  blurb: { zh: '埋三张：四人，开局埋三张定缺，胡了还能再胡。', en: 'Four players. Bury three tiles, then win again and again.' },
  seats: 4,
  order: 2,
  ways: [
    {
      preset: 'default',
      title: { zh: '埋三张', en: 'Bury three' },
      blurb: { zh: '埋三张定缺，胡了锁手接着胡，番就是分。', en: 'Bury three tiles; winners play on; points are fan.' },
    },
    {
      preset: 'chengdu',
      title: { zh: '血战到底', en: 'Blood battle' },
      blurb: { zh: '换三张、定缺，胡了就下场，番番翻倍。', en: 'Swap three; winners leave; every fan doubles.' },
    },
    {
      preset: 'river',
      title: { zh: '血流成河', en: 'Rivers of blood' },
      blurb: { zh: '换三张、定缺，胡了不下场，一胡再胡。', en: 'Swap three; winners stay and win again and again.' },
    },
  ],
  device: { hard: [0.09, 0.11], master: [0.11, 0.11] },
}
