import type { Words } from '../lib/model'

export const words = {} as const satisfies Record<string, Words>
