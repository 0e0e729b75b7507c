import type { GameCard } from '..'

export const card: GameCard = {
  title: { zh: '掼蛋', en: 'Guandan' },
  blurb: { zh: '两副牌，对家一队，从 2 打到 A。', en: 'Two against two, from 2 up to the ace.' },
  seats: 4,
  order: 3,
}
