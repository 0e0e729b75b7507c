// A word of help for each option of a new room; what an option is called comes from the server.
import type { Words } from '../../lib/model'

export const options = {
  match_end: { zh: '打到什么地步分出胜负。', en: 'What it takes to win the match.' },
  a_fail_limit: { zh: '打 A 不过满这么多次，退回打 2。', en: 'So many failures at A send a team back to 2.' },
  a_fail_counts: { zh: '哪种情况记一次打 A 失败。', en: 'Which deals at A count as a failure.' },
  a_fail_consecutive: { zh: '中间没失败就重新数。', en: 'A deal without a failure starts the count anew.' },
  start_level: { zh: '双方从几打起。', en: 'Where both teams begin.' },
  partner_last_payer: { zh: '头游的对家垫底时，贡牌由谁出。', en: 'Whose tribute it is when the winner’s own partner came last.' },
  double_tribute: { zh: '双下进贡两张牌，怎么分。', en: 'How two tributes are shared out.' },
  equal_tribute: { zh: '两张贡牌一样大时归谁。', en: 'Who gets which of two equal tributes.' },
  return_max: { zh: '还给对方的牌最大到几。', en: 'How high a returned card may be.' },
  return_allow_level: { zh: '还贡时也可以还级牌。', en: 'Level cards may be given back too.' },
  jiefeng: { zh: '最大的人已经出完，下一轮由谁领出。', en: 'Who leads when the winner of the trick has no cards left.' },
  full_house_joker_pair: { zh: '三带二里的一对可以是两张王。', en: 'The pair of a full house may be two equal jokers.' },
  natural_flush_as_straight: {
    zh: '没用配牌的同花顺，可以只当普通顺子出。',
    en: 'A straight flush without a wildcard may be played as a plain straight.',
  },
  count_visibility: { zh: '能不能一直看到别人还剩几张。', en: 'Whether hand sizes can always be seen.' },
} as const satisfies Record<string, Words>
