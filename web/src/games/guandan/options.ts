// A word of help for each option of a new room; what an option is called comes from the server.
import { words as h } from '../../i18n/host'
import type { Words } from '../../lib/model'

export const options = {
  match_end: { zh: '打到什么地步分出胜负。', en: 'What it takes to win the match.' },
  a_fail_limit: { zh: 'A没过满这么多次，退回打2。', en: 'A team that fails at A this many times drops to 2.' },
  a_fail_counts: { zh: '哪种情况算A没过。', en: 'Which deals count as a failure at A.' },
  a_fail_consecutive: { zh: '只算连续没过的次数。', en: 'A deal without a failure starts the count again.' },
  start_level: { zh: '双方从几打起。', en: 'Where both teams begin.' },
  partner_last_payer: { zh: '头游的对家是末游时，谁来进贡。', en: 'Who pays tribute when the 1st finisher’s partner came last.' },
  double_tribute: { zh: '双下进贡两张牌，怎么分。', en: 'How two tribute cards are shared out.' },
  equal_tribute: { zh: '两张贡牌一样大时归谁。', en: 'Who gets which of two equal tribute cards.' },
  immunity: {
    zh: '进贡方手里有两张大王时，是自动抗贡，还是自己决定。',
    en: 'With both big jokers: no tribute automatically, or the payers decide.',
  },
  return_max: { zh: '还给对方的牌最大到几。', en: 'How high a returned card may be.' },
  return_allow_level: { zh: '还贡时也可以还级牌。', en: 'Level cards may be returned too.' },
  first_leader: {
    zh: '第一局由明牌定谁先出，还是指定座位。',
    en: 'Whether the turned-up card or a named seat decides who leads the first deal.',
  },
  jiefeng: { zh: '牌最大的人已出完，谁接风先出。', en: 'Who takes over the lead when the winner of the trick is out.' },
  full_house_joker_pair: { zh: '三带二里的一对可以是两张王。', en: 'The pair of a full house may be two equal jokers.' },
  straight_flush: { zh: '同花顺比几张的炸弹大。', en: 'Where a straight flush ranks among the bombs.' },
  natural_flush_as_straight: {
    zh: '没用逢人配的同花顺，可以只当普通顺子出。',
    en: 'A straight flush without a wildcard may be played as a plain straight.',
  },
  count_visibility: { zh: '能不能一直看到别人还剩几张。', en: 'Whether hand sizes are always shown.' },
} as const satisfies Record<string, Words>

const END = 'match_end'
const deals = (n: number) => ({ words: h.deals, n, rules: { [END]: `deals:${n}` } })
export const lengthOption = END
export const lengths = [
  { words: h.clearA, rules: { [END]: 'pass_a' } },
  { words: h.reachA, rules: { [END]: 'reach_a' } },
  deals(4),
  deals(8),
  { words: h.untilWeStop, rules: { [END]: 'deals:9999' } },
]
