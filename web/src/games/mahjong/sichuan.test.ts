import { describe, expect, it } from 'vitest'
import { ledger, newest, news, winnings } from './eventLog'
import { buriable, burial, tilesOf } from './hand'
import { checks, giver, hasLeft, missingDefault, receiver, sichuan, swapDefault } from './sichuan'
import { statusOf, type Situation } from './status'
import type { MahjongEvent, MahjongPrivate, MahjongPublic } from './view.gen'

const names = ['Ann', 'Bo', 'Chen', 'Dai']
const view = (more: Record<string, unknown>): MahjongPublic =>
  ({
    phase: 'turn',
    turn: 0,
    missing: ['m', 'm', 'm', 'm'],
    locked: [false, false, false, false],
    in_play: [true, true, true, true],
    chosen: [false, false, false, false],
    window: null,
    declared: null,
    direction: null,
    die: null,
    swaps: [null, null, null, null],
    last_discard: null,
    rivers: [[], [], [], []],
    events: [],
    ...more,
  }) as unknown as MahjongPublic
const mine = (more: Record<string, unknown>): MahjongPrivate =>
  ({
    seat: 0,
    hand: '12s',
    drawn: null,
    buried: null,
    answer: null,
    gave: null,
    got: null,
    suit: null,
    ...more,
  }) as unknown as MahjongPrivate
const events = (list: unknown[]): MahjongEvent[] => list as MahjongEvent[]

function says(more: Partial<Situation>): string[] {
  const at = { view: view({}), legal: [], mine: mine({}), me: 0, names, chosen: [], ...more }
  return [statusOf({ ...at, lang: 'zh' }), statusOf({ ...at, lang: 'en' })]
}

describe('the swap', () => {
  const legal = ['swap 1p1p9p', 'swap 2m4m5m', 'swap 4m5m9m', 'swap 2m4m9m', 'swap 2m5m9m']

  it('suggests three of the shortest suit, as the rules would give them', () => {
    expect(swapDefault(legal, tilesOf('11259p2459m'))).toEqual(['5m', '4m', '2m'])
    expect(swapDefault([], tilesOf('123p'))).toEqual([])
  })

  it('is one of the legal moves, in whatever order the tiles are chosen', () => {
    expect(burial(legal, ['9p', '1p', '1p'])).toBe('swap 1p1p9p')
    expect(burial(legal, ['9p', '1p'])).toBeNull()
    expect(buriable(legal, ['1p'], '2m')).toBe(false)
  })

  it('goes to whom the direction says', () => {
    expect([receiver(3, 'next'), receiver(0, 'across'), receiver(0, 'previous')]).toEqual([0, 2, 3])
    expect([giver(0, 'next'), giver(0, 'across'), giver(0, 'previous')]).toEqual([3, 2, 1])
  })

  it('is told in the status line', () => {
    const swap = view({ phase: 'swap' })
    expect(says({ view: swap, legal, chosen: ['1p'] })[0]).toContain('还差 2 张')
    expect(says({ view: swap, legal, chosen: ['2m', '4m', '5m'] })).toEqual(['换出这三张万？', 'Pass on these three characters?'])
    expect(says({ view: swap, mine: mine({ gave: '245m' }) })[0]).toContain('等其他人')
    expect(says({ view: swap, mine: null, me: null })[1]).toBe('Everybody is choosing three tiles to swap')
  })
})

describe('the void suit', () => {
  it('is suggested: the one with the fewest tiles', () => {
    expect(missingDefault(['missing p', 'missing s', 'missing m'], tilesOf('1123p55s123m'))).toBe('s')
    expect(missingDefault(['missing p', 'missing s', 'missing m'], tilesOf('1123p123m'))).toBe('s')
    expect(missingDefault([], [])).toBeNull()
  })

  it('is told in the status line', () => {
    const naming = view({ phase: 'missing' })
    expect(says({ view: naming, legal: ['missing p'], suit: 'p' })[0]).toBe('定缺：选一门，缺筒？')
    expect(says({ view: naming, mine: mine({ suit: 's' }) })[1]).toBe('Your void suit: bamboo. Waiting for the others…')
  })
})

describe('a kong that can be robbed', () => {
  const rob = view({ phase: 'claim', turn: 1, window: 'rob', declared: { seat: 1, tile: '5p' } })

  it('is announced to all, and asked of those who can win', () => {
    expect(says({ view: rob })).toEqual(['Bo 要补杠5筒', 'Bo adds the five of dots to a pung'])
    expect(says({ view: rob, legal: ['hu', 'pass'] })[0]).toBe('Bo 要补杠5筒：抢杠胡吗？')
    expect(says({ view: rob, mine: mine({ answer: 'hu' }) })[0]).toContain('抢杠胡')
  })

  it('is called once, and the robbed tile is the newest on the table', () => {
    const made = events([
      { event: 'declare', seat: 1, tile: '5p' },
      { event: 'kong', seat: 1, tile: '5p', kind: 'kong_added', from: 0, late: false },
    ])
    expect(news(made, 0, 0).calls.map(({ seat, kind }) => [seat, kind])).toEqual([[1, 'kong']])
    const robbed = events([
      { event: 'declare', seat: 1, tile: '5p' },
      { event: 'win', seat: 2, tile: '5p', by: 'rob', from: 1, fan: 1, patterns: { qianggang: 1 }, points: 2, each: null },
    ])
    expect(news(robbed, 0, 0).calls.map(({ seat, kind }) => [seat, kind])).toEqual([
      [1, 'kong'],
      [2, 'hu'],
    ])
    expect(newest(view({ events: robbed, rivers: [[], [{}, {}], [], []] }))).toEqual({ seat: 1, at: 1 })
  })
})

describe('winners and payments', () => {
  const log = events([
    { event: 'kong', seat: 3, tile: '9p', kind: 'kong_exposed', from: 0, late: false },
    { event: 'pay', from: 0, to: 3, points: 2, reason: 'kong_exposed', ref: 0 },
    { event: 'win', seat: 0, tile: '5s', by: 'self', from: null, fan: 1, patterns: { root: 1 }, points: 2, each: 3 },
    { event: 'pay', from: 1, to: 0, points: 3, reason: 'hu', ref: 2 },
    { event: 'pay', from: 2, to: 0, points: 3, reason: 'hu', ref: 2 },
    { event: 'pay', from: 3, to: 0, points: 3, reason: 'hu', ref: 2 },
    { event: 'check', seat: 1, status: 'pig', waits: [], fan: null, points: null },
    { event: 'check', seat: 2, status: 'ready', waits: ['3p'], fan: 1, points: 2 },
    { event: 'check', seat: 3, status: 'unready', waits: [], fan: null, points: null },
    { event: 'pay', from: 1, to: 2, points: 8, reason: 'flower_pig', ref: 6 },
    { event: 'pay', from: 1, to: 3, points: 8, reason: 'flower_pig', ref: 6 },
    { event: 'pay', from: 3, to: 2, points: 2, reason: 'not_ready', ref: 8 },
    { event: 'pay', from: 3, to: 0, points: 2, reason: 'kong_refund', ref: 0 },
  ])

  it('has one entry for each, and a refund is an entry of its own', () => {
    const entries = ledger(log)
    expect(entries.map(({ cause, later }) => later ?? cause.event)).toEqual(['kong', 'win', 'check', 'check', 'kong_refund'])
    expect(entries.map(({ pays }) => pays.length)).toEqual([1, 3, 2, 1, 1])
    expect(entries[0]!.running).toEqual([-2, 0, 0, 2])
    expect(entries.at(-1)!.running).toEqual([9, -19, 7, 3])
    expect(entries.at(-1)!.running.reduce((a, b) => a + b)).toBe(0)
  })

  it('knows who has left, what their win brought, and how the others stand at the end', () => {
    const table = view({ events: log, in_play: [false, true, true, true] })
    expect(winnings(table, 0)).toBe(9)
    expect([0, 1].map((seat) => hasLeft(table, seat))).toEqual([true, false])
    expect(checks(table).map(({ seat, status }) => [seat, status])).toEqual([
      [1, 'pig'],
      [2, 'ready'],
      [3, 'unready'],
    ])
    expect(says({ view: table })[0]).toBe('你已胡牌下场，等其他人打完')
    expect(sichuan({ phase: 'turn' } as MahjongPublic)).toBeNull()
  })
})
