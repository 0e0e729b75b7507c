// What the events of the view say: who paid whom and why, with running totals, and what is new since the view before.
import type { Check } from './sichuan'
import type { MahjongEvent, MahjongPublic } from './view.gen'

type Of<Kind extends MahjongEvent['event']> = Extract<MahjongEvent, { event: Kind }>
export type Win = Of<'win'>
export type Kong = Of<'kong'>
export type Pay = Of<'pay'>

/** Payments that come long after the kong that they are about: each is an entry of its own. */
export type Later = 'kong_transfer' | 'kong_back' | 'kong_refund'
const LATER: readonly string[] = ['kong_transfer', 'kong_back', 'kong_refund'] satisfies Later[]

export interface Entry {
  /** Place in the log. */
  at: number
  cause: Win | Kong | Check
  /** What became of the kong's payment. */
  later: Later | null
  pays: Pay[]
  /** What each seat has won or lost in this deal, after these payments. */
  running: number[]
}

/** One entry for each kong, win and check that was paid, with its payments. */
export function ledger(events: readonly MahjongEvent[]): Entry[] {
  const running = [0, 0, 0, 0]
  const entries = new Map<string, Entry>()
  events.forEach((event, at) => {
    if (event.event === 'win' || event.event === 'kong' || event.event === 'check')
      entries.set(`${at}`, { at, cause: event, later: null, pays: [], running: [...running] })
    else if (event.event === 'pay') {
      running[event.from]! -= event.points
      running[event.to]! += event.points
      const later = LATER.includes(event.reason) ? (event.reason as Later) : null
      const key = later ? `${event.ref} ${later} ${event.from}` : `${event.ref}`
      const cause = entries.get(`${event.ref}`)?.cause
      if (later && cause && !entries.has(key)) entries.set(key, { at, cause, later, pays: [], running: [] })
      const entry = entries.get(key)
      if (entry) {
        entry.pays.push(event)
        entry.running = [...running]
      }
    }
  })
  return [...entries.values()].filter(({ cause, pays }) => cause.event !== 'check' || pays.length)
}

/** What a seat's wins have brought it. */
export function winnings(view: MahjongPublic, seat: number): number {
  const won = ledger(view.events).filter(({ cause }) => cause.event === 'win' && cause.seat === seat)
  return won.flatMap(({ pays }) => pays).reduce((sum, pay) => sum + pay.points, 0)
}

/** A word called out at the table: 碰, 杠, 胡. */
export interface Call {
  id: string
  seat: number
  kind: 'peng' | 'kong' | 'hu'
}

/** What one seat got or gave in one kong or win, for the short line beside its plate. */
export interface Flash {
  id: string
  seat: number
  points: number
  reason: Pay['reason']
}

interface News {
  calls: Call[]
  flashes: Flash[]
  discard: boolean
}

/** Answers become known only at the end and are then inserted among the rest; all other events appear in their order. */
const inOrder = (events: readonly MahjongEvent[]): number[] => events.flatMap((event, at) => (event.event === 'answer' ? [] : [at]))

export const shownCount = (events: readonly MahjongEvent[]): number => inOrder(events).length

/** What is new after the first `known` events that were shown; `deal` makes the ids unique. */
export function news(events: readonly MahjongEvent[], known: number, deal: number): News {
  const out: News = { calls: [], flashes: [], discard: false }
  const from = inOrder(events)[known]
  if (from === undefined) return out
  events.forEach((event, at) => {
    if (at < from) return
    // An added kong is called when it is announced; whether it is made shows itself.
    const before = events.slice(0, at).findLast((one) => one.event !== 'answer')?.event
    const kind = event.event === 'win' ? 'hu' : event.event === 'declare' ? 'kong' : event.event
    if (kind === 'discard') out.discard = true
    if (kind === 'kong' && before === 'declare') return
    if ((kind === 'hu' || kind === 'peng' || kind === 'kong') && 'seat' in event)
      out.calls.push({ id: `${deal}.${at}`, seat: event.seat, kind })
  })
  for (const entry of ledger(events)) {
    if (entry.at < from) continue
    const gain = new Map<number, number>()
    for (const pay of entry.pays) {
      gain.set(pay.to, (gain.get(pay.to) ?? 0) + pay.points)
      gain.set(pay.from, (gain.get(pay.from) ?? 0) - pay.points)
    }
    const reason = entry.pays[0]?.reason
    if (reason) for (const [seat, points] of gain) out.flashes.push({ id: `${deal}.${entry.at}.${seat}`, seat, points, reason })
  }
  return out
}

/** The discard that lies newest on the table and still counts: seat and place in its river. */
export function newest(view: MahjongPublic): { seat: number; at: number } | null {
  for (let k = view.events.length - 1; k >= 0; k--) {
    const event = view.events[k]!
    if (event.event === 'win' && event.by === 'rob') return { seat: event.from!, at: view.rivers[event.from!]!.length - 1 }
    if (event.event === 'discard') return { seat: event.seat, at: view.rivers[event.seat]!.length - 1 }
    if (event.event === 'peng' || event.event === 'kong') return null
  }
  return null
}

/** From which side a claimed tile came, seen from its owner: it lies sideways there. Null for a concealed kong. */
type Feeder = 'left' | 'across' | 'right'
export function feeder(owner: number, from: number | null): Feeder | null {
  if (from === null) return null
  return ([null, 'right', 'across', 'left'] as const)[(from - owner + 4) % 4] ?? null
}

interface MeldTile {
  tile: string | null
  side: 'left' | 'right' | null
}

/** The tiles of a meld from left to right: the claimed one lies sideways on the side it came from; a concealed kong shows two backs. */
export function meldTiles(kind: string, tile: string, from: Feeder | null): MeldTile[] {
  const plain = (face: string | null): MeldTile => ({ tile: face, side: null })
  if (kind === 'kong_concealed') return [plain(null), plain(tile), plain(tile), plain(null)]
  const lying: MeldTile = { tile, side: from === 'right' ? 'right' : 'left' }
  const out = Array.from({ length: kind === 'kong_exposed' ? 3 : 2 }, () => plain(tile))
  const at = from === 'left' ? 0 : from === 'across' ? 1 : out.length
  out.splice(at, 0, lying)
  if (kind === 'kong_added') out.splice(at + 1, 0, lying)
  return out
}
