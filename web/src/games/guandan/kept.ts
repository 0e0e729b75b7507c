// The groups of one's own, kept for a page that is loaded again in the middle of a deal.
import type { Held, Own } from './hand'

export interface Kept {
  readonly deal: number
  /** With their ids: the groups are made of these. */
  readonly cards: readonly Held[]
  readonly own: Own
  /** The groups as they were before the arrangement, which can be taken back. */
  readonly before: Own | null
  /** The hand was arranged when it had been dealt, or need not be. */
  readonly arranged: boolean
}

const key = (room: string): string => `qipai.guandan.groups.${room}`
const isText = (one: unknown): one is string => typeof one === 'string'
const isOwn = (one: unknown): one is Own => Array.isArray(one) && one.every((ids) => Array.isArray(ids) && ids.every(isText))

function isKept(one: unknown): one is Kept {
  const { deal, cards, own, before, arranged } = (one ?? {}) as Partial<Record<keyof Kept, unknown>>
  const whole = Array.isArray(cards) && cards.every((item: Partial<Held> | null) => isText(item?.id) && isText(item.card))
  return typeof deal === 'number' && typeof arranged === 'boolean' && whole && isOwn(own) && (before === null || isOwn(before))
}

/** A browser may refuse to keep anything: then a reload forgets. Replays and lessons have no room. */
export function keep(room: string | undefined, what: Kept): void {
  if (room === undefined) return
  try {
    sessionStorage.setItem(key(room), JSON.stringify(what))
  } catch {
    return
  }
}

export function recall(room: string | undefined, deal: number): Kept | null {
  if (room === undefined) return null
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key(room)) ?? 'null')
    return isKept(found) && found.deal === deal ? found : null
  } catch {
    return null
  }
}
