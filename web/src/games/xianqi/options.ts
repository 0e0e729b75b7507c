// A word of help for each option of a new room; what an option is called comes from the server.
import type { Words } from '../../lib/model'

export const options = {
  black_chess: { zh: '起手一手里没有士也没有相时怎么办。', en: 'What happens when a dealt hand has neither shi nor xiang.' },
  starter: { zh: '接棋：摸一枚棋，看棋定谁先出。', en: 'Drawing a piece decides who starts the next deal.' },
  contract_ceramic: {
    zh: '你掀开的这一回合里别人成了瓷棋，瓷钱由你一人付。',
    en: 'If the round you opened by a reveal makes another ceramic, you alone pay for it.',
  },
  soft_first_deal: {
    zh: '第一盘不够三柱不能扣，瓷棋只算一枚。',
    en: 'In the first deal nobody buckles below three pillars, and a ceramic costs one chip.',
  },
  baotou: {
    zh: '四人轮流有一人歇着，与下家同输同赢；瓷棋算四枚。',
    en: 'Each deal one of four sits out and shares the fate of the next seat; a ceramic costs four.',
  },
  initial_chips: { zh: '每人开始时的筹码，可以输成负数。', en: 'What everybody starts with; it may go below zero.' },
} as const satisfies Record<string, Words>
