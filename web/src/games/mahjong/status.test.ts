import { describe, expect, it } from 'vitest'
import type { MahjongPrivate, MahjongPublic } from './view.gen'
import { statusOf, type Situation } from './status'

const names = ['Ann', 'Bo', 'Chen', 'Dai']
const view = (more: Partial<MahjongPublic>): MahjongPublic =>
  ({
    phase: 'turn',
    turn: 0,
    missing: ['p', 's', 'm', 'm'],
    locked: [false, false, false, false],
    last_discard: null,
    events: [],
    ...more,
  }) as MahjongPublic
const mine = (more: Partial<MahjongPrivate>): MahjongPrivate =>
  ({ hand: '12s', drawn: null, buried: '123p', answer: null, ...more }) as MahjongPrivate

function says(more: Partial<Situation>): string[] {
  const at = { view: view({}), legal: [], mine: mine({}), me: 0, names, chosen: [], ...more }
  return [statusOf({ ...at, lang: 'zh' }), statusOf({ ...at, lang: 'en' })]
}

describe('the status line', () => {
  it('asks for a burial and counts what is missing', () => {
    const at = { view: view({ phase: 'bury' }), mine: mine({ buried: null }), legal: ['bury 1p2p3p'] }
    expect(says({ ...at, chosen: ['1p'] })[0]).toContain('还差 2 张')
    expect(says({ ...at, chosen: ['1p', '2p', '3p'] })[1]).toBe('Bury these three: dots will be your void suit')
    expect(says({ view: view({ phase: 'bury' }) })[1]).toContain('Waiting for the others')
  })

  it('says that the void suit goes first, and how much of it is left', () => {
    expect(says({ mine: mine({ hand: '12p9s' }), legal: ['discard 1p', 'discard 2p'] })).toEqual([
      '轮到你：先打缺门（筒），还有 2 张',
      'Your turn: discard your void suit first (dots, 2 left)',
    ])
  })

  it('asks about a discard only what the legal moves allow, and tells nothing to those who are not asked', () => {
    const claim = view({ phase: 'claim', turn: 1, last_discard: { seat: 1, tile: '5m' } })
    expect(says({ view: claim, legal: ['peng', 'pass'] })).toEqual(['Bo 打出5万：要碰吗？', 'Bo discarded the five of characters. Pung?'])
    expect(says({ view: claim, legal: ['peng', 'kong', 'pass'] })).toEqual([
      'Bo 打出5万：要碰、杠吗？',
      'Bo discarded the five of characters. Pung or kong?',
    ])
    expect(says({ view: claim })).toEqual(['Bo 打出5万', 'Bo discarded the five of characters'])
    expect(says({ view: claim, mine: mine({ answer: 'peng' }) })[0]).toContain('你选了“碰”')
  })

  it('names a win, a chosen discard, and whose turn it is', () => {
    expect(says({ mine: mine({ drawn: '9s' }), legal: ['hu', 'discard 9s'] })[1]).toBe('You can win on the nine of bamboo you drew!')
    expect(says({ legal: ['discard 1s'], chosen: ['1s'] })[0]).toContain('打1条')
    expect(says({ view: view({ turn: 2 }) })).toEqual(['Chen 正在考虑', 'Chen is thinking'])
  })
})
