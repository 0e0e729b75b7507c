import type { Words } from '../lib/model'

export const words = {
  screen: { zh: '牌桌', en: 'Table' },
  yourTurn: { zh: '轮到你：选一步', en: 'Your turn: choose a move' },
  sent: { zh: '已选，等大家…', en: 'Chosen. Waiting for the others…' },
  waitFor: { zh: '等 {who}', en: 'Waiting for {who}' },
  wait: { zh: '请稍等…', en: 'One moment…' },
  over: { zh: '本局结束', en: 'The deal is over' },
  moves: { zh: '可选出法', en: 'Your moves' },
  find: { zh: '在 {n} 种出法里找', en: 'Find one of {n} moves' },
  none: { zh: '没有这种出法。', en: 'No move like that.' },
  player: { zh: '玩家', en: 'Player' },
  thisDeal: { zh: '本局', en: 'This deal' },
  total: { zh: '总分', en: 'Total' },
} as const satisfies Record<string, Words>
