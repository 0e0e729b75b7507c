import type { GameCard } from '..'

export const card: GameCard = {
  title: { zh: '掼蛋', en: 'Guandan' },
  blurb: { zh: '两副牌，对家一队，从打2到打A。', en: 'Two against two, from level 2 up to A.' },
  seats: 4,
  order: 3,
  device: { hard: [0.16, 0.14], master: [0.24, 0.12] },
}
