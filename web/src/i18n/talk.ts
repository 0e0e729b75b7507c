import type { Words } from '../lib/model'

export const words = {
  talk: { zh: '聊天', en: 'Chat' },
  write: { zh: '说点什么', en: 'Say something' },
  send: { zh: '发送', en: 'Send' },
  mute: { zh: '屏蔽', en: 'Mute' },
  unmute: { zh: '取消屏蔽', en: 'Unmute' },
  muteAll: { zh: '屏蔽所有人', en: 'Mute everybody' },
  unmuteAll: { zh: '恢复聊天', en: 'Unmute everybody' },
  nothing: { zh: '还没有人说话。', en: 'Nobody has said anything yet.' },
  watchersOnly: { zh: '旁观者之间聊天，牌桌上看不到。', en: 'Spectators talk among themselves; the table doesn’t see it.' },
  textOff: { zh: '这桌只能用快捷语。', en: 'Only quick phrases are allowed here.' },
  allOff: { zh: '房主关闭了聊天。', en: 'The host has turned chat off.' },
  inDeal: { zh: '打牌时只能用快捷语，不能谈牌。', en: 'Quick phrases only during a deal.' },
  atTable: { zh: '牌桌', en: 'table' },
  inDeals: { zh: '打牌时对家之间也能打字', en: 'Partners may chat during a deal' },
  allowed: { zh: '聊天', en: 'Chat' },
  chat_auto: { zh: '可以聊天', en: 'Allowed' },
  chat_on: { zh: '游客也可以', en: 'Guests too' },
  chat_phrases: { zh: '只用快捷语', en: 'Quick phrases only' },
  chat_off: { zh: '关闭', en: 'Off' },
  // fixed phrases
  hello: { zh: '大家好', en: 'Hi everyone' },
  nice: { zh: '打得漂亮', en: 'Well played!' },
  hurry: { zh: '快点吧，等到花儿也谢了', en: 'Any day now…' },
  dawn: { zh: '不要走，决战到天亮', en: 'Don’t go, let’s play till dawn!' },
  thanks: { zh: '多谢', en: 'Thanks' },
  sorry: { zh: '不好意思', en: 'Sorry' },
  luck: { zh: '手气真好', en: 'Lucky you!' },
  think: { zh: '让我想想', en: 'Let me think' },
  bye: { zh: '下次再战', en: 'See you next time' },
  wow: { zh: '😮', en: '😮' },
  cry: { zh: '😭', en: '😭' },
  laugh: { zh: '😄', en: '😄' },
  thumb: { zh: '👍', en: '👍' },
  angry: { zh: '😠', en: '😠' },
} as const satisfies Record<string, Words>

export const PHRASES = ['hello', 'nice', 'hurry', 'dawn', 'luck', 'think', 'thanks', 'sorry', 'bye'] as const
export const EMOTES = ['thumb', 'laugh', 'wow', 'cry', 'angry'] as const
