// A word of help for each option of a new room; what an option is called comes from the server.
import { words as h } from '../../i18n/host'
import type { Words } from '../../lib/model'

export const options = {
  black_chess: { zh: '起手没有士也没有相时怎么办。', en: 'What happens when a hand is dealt without advisor or elephant.' },
  starter: { zh: '接棋：摸一张棋，看棋定谁先出。', en: 'Drawing a piece decides who leads the next deal.' },
  contract_ceramic: {
    zh: '你掀开的这一回合里别人成了瓷棋，瓷钱由你一人付。',
    en: 'If your reveal lets another player go ceramic that round, you pay it all.',
  },
  soft_first_deal: {
    zh: '第一盘不够 3 柱不能扣，瓷棋只算 1 枚。',
    en: 'In the first deal nobody buckles below 3 pillars, and a ceramic costs 1 chip.',
  },
  baotou: {
    zh: '4 人轮流，每局一人歇着，与下家同输同赢；瓷棋算 4 枚。',
    en: 'Each deal one of 4 players sits out and shares the next seat’s result; a ceramic costs 4 chips.',
  },
  initial_chips: { zh: '每人开始时的筹码，可以输成负数。', en: 'What everybody starts with; it can go below zero.' },
} as const satisfies Record<string, Words>

const deals = (n: number) => ({ words: h.deals, n, deals: n })
export const lengths = [deals(12), deals(6), deals(24), { words: h.untilWeStop }]
