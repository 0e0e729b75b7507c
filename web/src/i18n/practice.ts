import type { Words } from '../lib/model'

export const words = {
  tryHere: { zh: '从这里再打', en: 'Try from here' },
  tryOver: { zh: '到这里牌局已经结束，请选前面的一步。', en: 'The deal is over here. Go back to an earlier step.' },
  whoseSeat: { zh: '坐哪一家', en: 'Your seat' },
  whichCards: { zh: '用什么牌', en: 'Cards' },
  cards_real: { zh: '原来的牌', en: 'The real cards' },
  cards_drawn: { zh: '推测的牌', en: 'Cards that fit' },
  about_real: { zh: '和当时一模一样。', en: 'Exactly as they lay.' },
  about_drawn: {
    zh: '只保留这一家当时知道的，其余每次重新推测。',
    en: 'What this seat knew stays; everything else is drawn anew each time.',
  },
  start: { zh: '开始练习', en: 'Start practice' },
  starting: { zh: '正在摆牌…', en: 'Setting up…' },
  practice: { zh: '练习', en: 'Practice' },
  attempt: { zh: '第 {n} 次', en: 'try {n}' },
  countsNot: { zh: '练习局不计入任何统计。', en: 'Practice doesn’t count in any statistics.' },
  again: { zh: '从这里再来', en: 'Again from here' },
  compare: { zh: '和第一次比', en: 'Compared with the first time' },
  first: { zh: '第一次', en: 'First time' },
  better: { zh: '多 {n} 分', en: '{n} better' },
  worse: { zh: '少 {n} 分', en: '{n} worse' },
  same: { zh: '一样', en: 'the same' },
  origin: { zh: '回到回放', en: 'Back to replay' },
} satisfies Record<string, Words>
