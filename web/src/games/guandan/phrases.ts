// What is said at this table in other words than elsewhere.
import type { Words } from '../../lib/model'

export const phrases = {
  nice: { zh: '打得漂亮', en: 'Well played!' },
  hurry: { zh: '快点吧，等到花儿也谢了', en: 'Any day now…' },
} as const satisfies Record<string, Words>
