// What is said at this table in other words than elsewhere.
import type { Words } from '../../lib/model'

export const phrases = {
  nice: { zh: '胡得漂亮', en: 'What a hand!' },
  hurry: { zh: '快点打吧，等到花儿也谢了', en: 'The tiles are getting cold…' },
} as const satisfies Record<string, Words>
