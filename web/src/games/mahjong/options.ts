// A word of help for each option of a new room; what an option is called comes from the server.
import type { Words } from '../../lib/model'

/** A discard that others may claim lies for a while: a room can say how long. */
export const claimPause = true

export const options = {
  added_kong: { zh: '碰过的牌补成杠，能不能用早就在手里的那张。', en: 'Whether a peng may grow to a kong with a tile held for long.' },
  qing_jingoudiao: { zh: '清一色的金钩钓要不要另外加番。', en: 'Whether a golden hook in one suit scores four fan on top.' },
  dihu_needs_no_calls: { zh: '别人碰过杠过，地胡就不算。', en: 'A peng or kong by anybody cancels the earthly win.' },
  haidi_on_discard: {
    zh: '牌墙摸完后胡别人打的牌，也算海底。',
    en: 'Wins on discards after the wall is gone count as last-tile wins too.',
  },
  missed_win_lock: {
    zh: '能胡不胡，到下次摸牌前只能胡番数更大的。',
    en: 'Who lets a win go may win on a discard only for more, until the next draw.',
  },
  show_locked_hands: { zh: '胡过的人把手牌摊开。', en: 'Who has won plays on with an open hand.' },
  starting_score: { zh: '每人开始时的分数，可以输成负数。', en: 'What everybody starts with; it may go below zero.' },
  dealer_rotation: { zh: '一局打完由谁坐庄。', en: 'Who deals the next hand.' },
  deals_per_match: { zh: '打几局算一场，分数累计。', en: 'Deals that make a match; the scores run on.' },
} as const satisfies Record<string, Words>
