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
    en: 'What this seat knew stays; the rest is drawn again each time.',
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
  // takebacks
  takeBack: { zh: '悔棋', en: 'Take back' },
  allowBack: { zh: '可以悔棋', en: 'Allow takebacks' },
  allowBackHelp: {
    zh: '只在其他座位都是电脑时有效。悔过棋的一局算练习，不计入任何统计。',
    en: 'Only when all the others are bots. A deal with a takeback is practice and doesn’t count.',
  },
  takenBack: { zh: '悔过棋，这一局算练习，不计入任何统计。', en: 'Moves were taken back: this deal is practice and doesn’t count.' },
  // the coach
  coach: { zh: '失误前提醒', en: 'Warn before costly moves' },
  coachHelp: {
    zh: '只在其他座位都是电脑时有效。只凭你看得到的牌判断。',
    en: 'Only when all the others are bots. Judged by what you can see.',
  },
  sure: { zh: '确定要这样打吗？', en: 'Are you sure?' },
  sureHelp: { zh: '这一手可能要吃亏。', en: 'This move may cost points.' },
  why: { zh: '为什么？', en: 'Why?' },
  anyway: { zh: '就这样打', en: 'Play it anyway' },
  rethink: { zh: '再想想', en: 'Think again' },
} satisfies Record<string, Words>
