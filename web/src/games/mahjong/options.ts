// A word of help for each option of a new room; what an option is called comes from the server.
import { words as h } from '../../i18n/host'
import type { Words } from '../../lib/model'

/** A discard that others may claim lies for a while: a room can say how long. */
export const claimPause = true

export const options = {
  added_kong: { zh: '碰过的牌补成杠，能不能用早就在手里的那张。', en: 'Whether a tile held for a while can turn a pung into a kong.' },
  qing_jingoudiao: { zh: '清一色的金钩钓要不要另外加番。', en: 'Whether a full flush golden hook scores 4 fan on top.' },
  dihu_needs_no_calls: { zh: '别人碰过杠过，地胡就不算。', en: 'Any pung or kong cancels the earthly hand.' },
  haidi_on_discard: {
    zh: '牌墙摸完后胡别人打的牌，也算海底捞月。',
    en: 'A win on a discard after the wall is gone counts as a last-tile win too.',
  },
  missed_win_lock: {
    zh: '能胡不胡，到下次摸牌前只能胡番数更大的。',
    en: 'After passing up a win, only a bigger win on a discard counts until you draw.',
  },
  show_locked_hands: { zh: '胡过的人把手牌摊开。', en: 'Winners play on with open hands.' },
  starting_score: { zh: '每人开始时的分数，可以输成负数。', en: 'What everybody starts with; it can go below zero.' },
  dealer_rotation: { zh: '下一局谁坐庄。', en: 'Who is dealer in the next deal.' },
  deals_per_match: { zh: '打几局算一场，分数累计。', en: 'Deals in a match; scores add up.' },
} as const satisfies Record<string, Words>

const DEALS = 'deals_per_match'
const deals = (n: number) => ({ words: h.deals, n, rules: { [DEALS]: n } })
export const lengthOption = DEALS
export const lengths = [deals(8), deals(4), deals(16), deals(1), { words: h.untilWeStop, rules: { [DEALS]: 9999 } }]
