import type { Words } from '../lib/model'

export const words = {
  screen: { zh: '牌桌', en: 'The table' },
  yourTurn: { zh: '轮到你：选一步', en: 'Your turn: choose a move' },
  sent: { zh: '已选，等大家…', en: 'Chosen. Waiting for the others…' },
  waitFor: { zh: '等{who}', en: 'Waiting for {who}' },
  wait: { zh: '请稍等…', en: 'One moment…' },
  over: { zh: '本局结束', en: 'The deal is over' },
  moves: { zh: '可以走的', en: 'Your moves' },
  find: { zh: '在 {n} 种走法里找', en: 'Find one of {n} moves' },
  none: { zh: '没有这样的走法。', en: 'There is no such move.' },
  player: { zh: '玩家', en: 'Player' },
  thisDeal: { zh: '本局', en: 'This deal' },
  total: { zh: '总分', en: 'Total' },
} as const satisfies Record<string, Words>
