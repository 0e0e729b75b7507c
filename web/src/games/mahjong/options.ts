// A word of help for each option of a new room; what an option is called comes from the server.
import { words as h } from '../../i18n/host'
import type { Words } from '../../lib/model'

/** A discard that others may claim lies for a while: a room can say how long. */
export const claimPause = true

export const options = {
  added_kong: { zh: '碰过的牌补成杠，能不能用早就在手里的那张。', en: 'Whether a tile held for a while can turn a pung into a kong.' },
  qing_jingoudiao: { zh: '清一色的金钩钓要不要另外加番。', en: 'Whether a full-flush golden hook scores 4 fan on top.' },
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
  opening: { zh: '定缺之前换不换三张。', en: 'Whether three tiles are swapped before the void suits are named.' },
  swap_direction: { zh: '换出的三张给谁。', en: 'Who gets the three tiles you pass on.' },
  missing_first: { zh: '手里有缺门牌时，能不能先打别的。', en: 'Whether other tiles may be discarded while you hold the void suit.' },
  after_win: { zh: '胡了是下场，还是锁住手牌接着胡。', en: 'Whether a winner leaves, or stays with a locked hand and wins again.' },
  locked_kong: { zh: '手牌锁定以后还能开哪些杠。', en: 'Which kongs a locked hand may still make.' },
  next_after_win: { zh: '点炮胡了以后轮到谁摸牌。', en: 'Whose draw follows a win on a discard.' },
  rob_kong: { zh: '别人补杠的牌你正好能胡，可以抢。', en: 'You can win on the tile that another player adds to a pung.' },
  last_four_must_win: { zh: '牌墙剩 4 张以内，能胡就要胡。', en: 'With 4 tiles or fewer in the wall a possible win must be taken.' },
  scoring: { zh: '番数怎样变成分数。', en: 'How fan turn into points.' },
  base: { zh: '平胡的分数，别的分都按它算。', en: 'What a plain win is worth; everything else is a multiple of it.' },
  cap: { zh: '番再多，也只算到这里。', en: 'Fan beyond this many don’t count.' },
  zimo_bonus: { zh: '自摸比点炮多收多少。', en: 'What a self-drawn win earns beyond one on a discard.' },
  kong_flower: { zh: '别人点杠，补的那张胡了，谁付分。', en: 'Who pays when you win on the tile drawn after an exposed kong.' },
  yaojiu_jiangdui: {
    zh: '每一副和将都有1或9，或者全是2、5、8的对子、刻子，加番。',
    en: 'Fan for hands of 1s and 9s, and for pairs and pungs of 2, 5, 8.',
  },
  menqing_zhongzhang: {
    zh: '没碰没明杠，或者没有1和9，各加 1 番。',
    en: '1 fan for a hand without claims, and 1 for a hand without 1 and 9.',
  },
  tiandihu: { zh: '起手就胡加 5 番。', en: '5 fan for a win right at the start.' },
  dihu_on_first_discard: {
    zh: '庄家打的头一张就让闲家胡，也算地胡。',
    en: 'A win on the dealer’s very first discard is an earthly hand too.',
  },
  kong_pay: { zh: '开杠收多少，由谁付。', en: 'What a kong earns, and who pays.' },
  kong_transfer: { zh: '杠后打出的牌点了炮，那一杠收的分归谁。', en: 'Where the kong payment goes when the next discard is won on.' },
  kong_refund: { zh: '牌墙摸完还没下叫，收过的杠钱要不要退。', en: 'Whether players who aren’t ready at the end give back kong payments.' },
  flower_pig: { zh: '牌墙摸完手里还有缺门牌，赔多少。', en: 'What holding the void suit costs when the wall is empty.' },
  ready_check: { zh: '牌墙摸完还没下叫，要不要赔下了叫的人。', en: 'Whether an unready hand pays the ready ones when the wall is empty.' },
} as const satisfies Record<string, Words>

/** The options that there were before 换三张: the others say how the Sichuan ways are played. */
const BOTH: ReadonlySet<string> = new Set([
  'added_kong',
  'dihu_needs_no_calls',
  'haidi_on_discard',
  'missed_win_lock',
  'show_locked_hands',
  'starting_score',
  'dealer_rotation',
  'deals_per_match',
])

type Values = Readonly<Record<string, unknown>>

/** Which values fit beside the others (M-21.2): the server refuses the rest, so the form does not offer them. */
export function fitting(values: Values, defaults: Values): Record<string, readonly unknown[]> {
  if (values.opening === undefined) return {}
  if (values.opening === 'bury') {
    const only = Object.keys(values).filter((name) => !BOTH.has(name) && name !== 'qing_jingoudiao')
    return { ...Object.fromEntries(only.map((name) => [name, [defaults[name]]])), added_kong: ['any', 'just_drawn'] }
  }
  return {
    opening: ['swap', 'missing'],
    scoring: ['double'],
    kong_pay: ['rain', 'rain_graze'],
    qing_jingoudiao: ['sum'],
    ...(values.opening === 'swap' ? {} : { swap_direction: ['dice'] }),
    ...(values.after_win === 'leave' ? { locked_kong: ['none'] } : {}),
    ...(values.cap === 0 ? { flower_pig: ['sixteen', 'none'] } : {}),
    ...(values.tiandihu === false ? { dihu_on_first_discard: [false] } : {}),
  }
}

const DEALS = 'deals_per_match'
const deals = (n: number) => ({ words: h.deals, n, rules: { [DEALS]: n } })
export const lengthOption = DEALS
export const lengths = [deals(8), deals(4), deals(16), deals(1), { words: h.untilWeStop, rules: { [DEALS]: 9999 } }]
