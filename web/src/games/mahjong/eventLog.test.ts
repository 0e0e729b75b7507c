import { describe, expect, it } from 'vitest'
import type { MahjongEvent, MahjongPublic } from './view.gen'
import { feeder, ledger, meldTiles, newest, news, shownCount } from './eventLog'

const events: MahjongEvent[] = [
  { event: 'missing', suits: ['p', 's', 'm', 'p'] },
  { event: 'discard', seat: 0, tile: '5p', drawn: false },
  { event: 'kong', seat: 2, tile: '5p', kind: 'kong_exposed', from: 0 },
  { event: 'pay', from: 0, to: 2, points: 2, reason: 'kong_exposed', ref: 2 },
  { event: 'draw', seat: 2, tile: null, tail: true },
  { event: 'win', seat: 2, tile: '9s', by: 'self', from: null, fan: 3, patterns: { basic: 1, zimo: 1, gangshanghua: 1 } },
  { event: 'pay', from: 0, to: 2, points: 3, reason: 'hu', ref: 5 },
  { event: 'pay', from: 1, to: 2, points: 3, reason: 'hu', ref: 5 },
  { event: 'pay', from: 3, to: 2, points: 3, reason: 'hu', ref: 5 },
]

describe('the ledger', () => {
  it('has one entry for each kong and win, with its payments and running totals', () => {
    const [kong, win] = ledger(events)
    expect(kong!.pays.map((pay) => [pay.from, pay.to, pay.points])).toEqual([[0, 2, 2]])
    expect(kong!.running).toEqual([-2, 0, 2, 0])
    expect(win!.pays).toHaveLength(3)
    expect(win!.running).toEqual([-5, -3, 11, -3])
  })
})

describe('what is new', () => {
  it('calls kongs and wins, and tells each seat what it got or paid', () => {
    const fresh = news(events, 2, 0)
    expect(fresh.calls.map(({ seat, kind }) => [seat, kind])).toEqual([
      [2, 'kong'],
      [2, 'hu'],
    ])
    expect(fresh.flashes.filter(({ reason }) => reason === 'hu').map(({ seat, points }) => [seat, points])).toEqual([
      [2, 9],
      [0, -3],
      [1, -3],
      [3, -3],
    ])
    expect(fresh.discard).toBe(false)
  })

  it('is nothing when nothing came, and answers that become known at the end are no news', () => {
    const answer: MahjongEvent = { event: 'answer', seat: 1, tile: '5p', answer: 'pass' }
    const revealed = [...events.slice(0, 2), answer, ...events.slice(2)]
    expect(shownCount(revealed)).toBe(events.length)
    expect(news(revealed, events.length, 0)).toEqual({ calls: [], flashes: [], discard: false })
  })
})

describe('the newest discard', () => {
  const discard = { tile: '5p', drawn: false, claim: null, claimed_by: null, winners: [] }
  const view = (log: MahjongEvent[]) => ({ events: log, rivers: [[discard], [], [], []] }) as unknown as MahjongPublic

  it('is the last one thrown, until somebody takes it', () => {
    expect(newest(view(events.slice(0, 2)))).toEqual({ seat: 0, at: 0 })
    expect(newest(view(events.slice(0, 3)))).toBe(null)
  })
})

describe('a meld', () => {
  const row = (kind: string, from: 'left' | 'across' | 'right' | null): string =>
    meldTiles(kind, '5p', from)
      .map((part) => (part.side ? '-' : part.tile === null ? '#' : '|'))
      .join('')

  it('shows by the lying tile who fed it', () => {
    expect([feeder(0, 3), feeder(0, 2), feeder(0, 1), feeder(2, 1), feeder(1, null)]).toEqual(['left', 'across', 'right', 'left', null])
    expect([row('peng', 'left'), row('peng', 'across'), row('peng', 'right')]).toEqual(['-||', '|-|', '||-'])
    expect([row('kong_exposed', 'left'), row('kong_exposed', 'across'), row('kong_exposed', 'right')]).toEqual(['-|||', '|-||', '|||-'])
  })

  it('lays an added tile beside the lying one, and hides the ends of a concealed kong', () => {
    expect(row('kong_added', 'across')).toBe('|--|')
    expect(row('kong_concealed', null)).toBe('#||#')
  })
})
