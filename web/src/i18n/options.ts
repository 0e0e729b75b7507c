import type { Words } from '../lib/model'

/** What each option of a game changes, in a sentence; the titles of its choices come from the server. */
export const words = {
  'xianqi.black_chess': { zh: '起手一手里没有士也没有相时怎么办。', en: 'What happens when a dealt hand has neither shi nor xiang.' },
  'xianqi.starter': { zh: '接棋：摸一枚棋，看棋定谁先出。', en: 'Drawing a piece decides who starts the next deal.' },
  'xianqi.contract_ceramic': {
    zh: '你掀开的这一回合里别人成了瓷棋，瓷钱由你一人付。',
    en: 'If the round you opened by a reveal makes another ceramic, you alone pay for it.',
  },
  'xianqi.soft_first_deal': {
    zh: '第一盘不够三柱不能扣，瓷棋只算一枚。',
    en: 'In the first deal nobody buckles below three pillars, and a ceramic costs one chip.',
  },
  'xianqi.baotou': {
    zh: '四人轮流有一人歇着，与下家同输同赢；瓷棋算四枚。',
    en: 'Each deal one of four sits out and shares the fate of the next seat; a ceramic costs four.',
  },
  'xianqi.initial_chips': { zh: '每人开始时的筹码，可以输成负数。', en: 'What everybody starts with; it may go below zero.' },
  'mahjong.added_kong': { zh: '碰过的牌补成杠，能不能用早就在手里的那张。', en: 'Whether a peng may grow to a kong with a tile held for long.' },
  'mahjong.qing_jingoudiao': { zh: '清一色的金钩钓要不要另外加番。', en: 'Whether a golden hook in one suit scores four fan on top.' },
  'mahjong.dihu_needs_no_calls': { zh: '别人碰过杠过，地胡就不算。', en: 'A peng or kong by anybody cancels the earthly win.' },
  'mahjong.haidi_on_discard': { zh: '牌墙摸完后胡别人打的牌，也算海底。', en: 'Wins on discards after the wall is gone count as last-tile wins too.' },
  'mahjong.missed_win_lock': {
    zh: '能胡不胡，到下次摸牌前只能胡番数更大的。',
    en: 'Who lets a win go may win on a discard only for more, until the next draw.',
  },
  'mahjong.show_locked_hands': { zh: '胡过的人把手牌摊开。', en: 'Who has won plays on with an open hand.' },
  'mahjong.starting_score': { zh: '每人开始时的分数，可以输成负数。', en: 'What everybody starts with; it may go below zero.' },
  'mahjong.dealer_rotation': { zh: '一局打完由谁坐庄。', en: 'Who deals the next hand.' },
  'mahjong.deals_per_match': { zh: '打几局算一场，分数累计。', en: 'Deals that make a match; the scores run on.' },
  'guandan.match_end': { zh: '打到什么地步分出胜负。', en: 'What it takes to win the match.' },
  'guandan.a_fail_limit': { zh: '打 A 不过满这么多次，退回打 2。', en: 'So many failures at A send a team back to 2.' },
  'guandan.a_fail_counts': { zh: '哪种情况记一次打 A 失败。', en: 'Which deals at A count as a failure.' },
  'guandan.a_fail_consecutive': { zh: '中间没失败就重新数。', en: 'A deal without a failure starts the count anew.' },
  'guandan.start_level': { zh: '双方从几打起。', en: 'Where both teams begin.' },
  'guandan.partner_last_payer': { zh: '头游的对家垫底时，贡牌由谁出。', en: 'Whose tribute it is when the winner’s own partner came last.' },
  'guandan.double_tribute': { zh: '双下进贡两张牌，怎么分。', en: 'How two tributes are shared out.' },
  'guandan.equal_tribute': { zh: '两张贡牌一样大时归谁。', en: 'Who gets which of two equal tributes.' },
  'guandan.return_max': { zh: '还给对方的牌最大到几。', en: 'How high a returned card may be.' },
  'guandan.return_allow_level': { zh: '还贡时也可以还级牌。', en: 'Level cards may be given back too.' },
  'guandan.jiefeng': { zh: '最大的人已经出完，下一轮由谁领出。', en: 'Who leads when the winner of the trick has no cards left.' },
  'guandan.full_house_joker_pair': { zh: '三带二里的一对可以是两张王。', en: 'The pair of a full house may be two equal jokers.' },
  'guandan.natural_flush_as_straight': { zh: '没用配牌的同花顺，可以只当普通顺子出。', en: 'A straight flush without a wildcard may be played as a plain straight.' },
  'guandan.count_visibility': { zh: '能不能一直看到别人还剩几张。', en: 'Whether hand sizes can always be seen.' },
} as const satisfies Record<string, Words>
