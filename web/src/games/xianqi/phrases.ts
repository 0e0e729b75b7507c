// What is said at this table in other words than elsewhere.
import type { Words } from '../../lib/model'

export const phrases = {
  nice: { zh: '掀得漂亮', en: 'Nice reveal!' },
  hurry: { zh: '快点出吧，等到花儿也谢了', en: 'The pieces are gathering dust…' },
} as const satisfies Record<string, Words>
