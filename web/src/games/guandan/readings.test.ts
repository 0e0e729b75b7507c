import { expect, test } from 'vitest'
import type { Lang } from '../../lib/model'
import type { GuandanPublic } from './view.gen'
import { lastWon, lying, unseen, type Steps } from './history'
import { jiefeng, status } from './status'
import { isBomb, laid, readingPhrase, readingTitle, readingWords } from './readings'

test('readings are inWords as players say them', () => {
  const inWords = (reading: string) => [readingWords(reading, 'zh'), readingWords(reading, 'en')]
  expect(inWords('single:A')).toEqual(['单张A', 'single: an ace'])
  expect(inWords('single:R')).toEqual(['大王', 'single: a big joker'])
  expect(inWords('pair:9')).toEqual(['一对9', 'pair of nines'])
  expect(inWords('triple:6')).toEqual(['三张6', 'three sixes'])
  expect(inWords('fullhouse:T')).toEqual(['三带二（三张10）', 'full house of tens'])
  expect(inWords('fullhouse:T/4')).toEqual(['三张10带一对4', 'full house, tens over fours'])
  expect(inWords('straight:A')).toEqual(['顺子 A-2-3-4-5', 'straight A-2-3-4-5'])
  expect(inWords('tube:Q')).toEqual(['三连对 Q-K-A', 'tube Q-K-A'])
  expect(inWords('plate:K')).toEqual(['钢板 K-A', 'plate K-A'])
  expect(inWords('bomb:9x4')).toEqual(['四张9的炸弹', 'bomb: four nines'])
  expect(inWords('flush:T')).toEqual(['同花顺 10-J-Q-K-A', 'straight flush 10-J-Q-K-A'])
  expect(inWords('jokers')).toEqual(['四王', 'four jokers'])
  expect([readingPhrase('single:9', 'en'), readingPhrase('bomb:9x4', 'en')]).toEqual(['nine', 'bomb of four nines'])
  expect(['bomb:9x4', 'flush:T', 'jokers', 'plate:K'].map(isBomb)).toEqual([true, true, true, false])
})

const base = {
  phase: 'play',
  to_act: [0],
  order: [],
  table: null,
  trick: [],
  history: [],
  starting_card: null,
  tribute: null,
} as unknown as GuandanPublic
const names = ['Ann', 'Bo', 'Chen', 'Dai']
const says = (pub: Partial<GuandanPublic>, myTurn = true, me: number | null = 0, committed = false, lang: Lang = 'zh') =>
  status({ pub: { ...base, ...pub }, me, names, myTurn, committed }, lang)

test('the status line says what is awaited', () => {
  const table = { seat: 1, cards: 'S9 H9', reading: 'pair:9', long_reading: 'pair:9' } as const
  expect(says({ table })).toBe('轮到你：压下家的一对9，或不要')
  expect(says({ table: { ...table, seat: 2 } })).toBe('轮到你：压对家的一对9，或不要')
  expect(says({ table }, true, 0, false, 'en')).toBe('Your turn: beat Bo’s pair of nines, or pass')
  expect(says({ table: { ...table, seat: 2 } }, true, 0, false, 'en')).toBe('Your turn: beat your partner’s pair of nines, or pass')
  expect(says({ table, to_act: [3] }, false)).toBe('等上家压一对9')
  expect(says({ table, to_act: [3] }, false, null)).toBe('等 Dai 压一对9')
  expect(says({ table, to_act: [3] }, false, 0, false, 'en')).toBe('Waiting for Dai to beat the pair of nines')
  const house = { ...table, reading: 'fullhouse:9', long_reading: 'fullhouse:9/4' }
  expect(says({ table: house })).toBe('轮到你：压下家的三张9带一对4，或不要')
  expect(says({})).toBe('轮到你先出')
  expect(says({ starting_card: 'S5' })).toBe('轮到你：明牌在你手里，你先出')
  expect(says({ to_act: [1] }, false)).toBe('等下家先出')
  expect(says({ to_act: [1], order: [0] }, false)).toBe('你是头游，看对家的了')
  expect(says({ to_act: [1], order: [0] }, false, 0, false, 'en')).toBe('You finished 1st. It’s up to your partner now')
  expect(says({ phase: 'finished', to_act: [] }, false)).toBe('本局结束')
})

test('tribute, return and a card put down are inWords too', () => {
  const tribute = {
    payers: [1],
    receivers: [0],
    immune: false,
    big_jokers: null,
    paid: [[1, 0, 'HA']],
    returned: [],
  } as GuandanPublic['tribute']
  expect(says({ phase: 'tribute' })).toBe('轮到你：进贡最大的一张')
  expect(says({ phase: 'tribute', to_act: [1, 3] }, false)).toBe('等下家、上家进贡')
  expect(says({ phase: 'tribute' }, false, 0, true)).toBe('牌已放下，等另一家一起亮出')
  expect(says({ phase: 'immunity', tribute })).toBe('轮到你：抗贡，还是进贡')
  expect(says({ phase: 'immunity', to_act: [1, 3] }, false)).toBe('等下家、上家决定抗贡还是进贡')
  expect(says({ phase: 'immunity', to_act: [1, 3] }, false, 1, true, 'en')).toBe('You have decided; waiting for the other payer')
  expect(says({ phase: 'return', tribute })).toBe('轮到你：选一张还给下家')
  expect(says({ phase: 'return', tribute }, false, null)).toBe('等 Ann 还贡')
})

const OUT: Steps = [
  [2, 'play S9'],
  [3, 'pass'],
  [0, 'pass'],
  [1, 'pass'],
]

test('who leads for a partner that went out is told', () => {
  const pub = { ...base, history: OUT.map(([seat, move]) => [seat, move]) as GuandanPublic['history'], order: [2] } as GuandanPublic
  expect(jiefeng(pub)).toEqual([2, 0])
  expect(says(pub)).toBe('轮到你：对家出完了，你接风')
  expect(says({ ...pub, to_act: [3] }, false, 1)).toBe('接风：下家已出完，对家先出。')
  expect(jiefeng({ ...pub, order: [] })).toBeNull()
  expect(jiefeng({ ...pub, to_act: [2] })).toBeNull()
})

test('the counter is two packs less my hand and what was played; tributes move, they are not gone', () => {
  const left = unseen('S9 SB HR', [
    [3, 'tribute HR'],
    [0, 'return S5'],
    [2, 'play S9 H2 as pair:9'],
    [3, 'pass'],
  ])
  expect(left.get('9')).toBe(6)
  expect(left.get('2')).toBe(7)
  expect(left.get('SB')).toBe(1)
  expect(left.get('HR')).toBe(1)
  expect(left.get('5')).toBe(8)
  expect([...left.values()].reduce((a, b) => a + b)).toBe(108 - 5)
})

test('what lies before each seat is its newest step; the last trick is its winning play', () => {
  const trick: Steps = [
    [0, 'play S3'],
    [1, 'play S4'],
    [2, 'pass'],
    [3, 'pass'],
    [0, 'play S5'],
  ]
  expect(lying(trick).get(0)).toEqual({ move: 'play S5', index: 4 })
  expect(lastWon([...OUT, ...trick], trick)).toEqual({ seat: 2, move: 'play S9', index: 0 })
  expect(lastWon(trick, trick)).toBeNull()
})

test('chips and hints name a play as short as players write it', () => {
  const titles = (reading: string, cards = '') => (['zh', 'en'] as const).map((lang) => readingTitle(reading, cards.split(' '), 'H2', lang))
  expect(titles('fullhouse:8/5')).toEqual(['三带二 888+55', 'Full house 888+55'])
  expect(titles('fullhouse:T/R')).toEqual(['三带二 10×3+大王×2', 'Full house 10×3+大王×2'])
  expect(titles('flush:A', 'H2 D3 D4 D5 DA')).toEqual(['同花顺 A–5 ♦', 'Straight flush A–5 ♦'])
  expect(titles('straight:T')).toEqual(['顺子 10–A', 'Straight 10–A'])
  expect(titles('bomb:9x4')).toEqual(['炸弹 9999', 'Bomb 9999'])
  expect(titles('bomb:9x6')).toEqual(['炸弹 9×6', 'Bomb 9×6'])
  expect(titles('jokers')).toEqual(['四王', 'Four jokers'])
})

test('a play lies in the order in which it is read, a wildcard where it stands', () => {
  const lies = (cards: string, reading: string | null) =>
    laid(cards.split(' '), reading, 'H2')
      .map(({ card, as }) => card + (as ? `=${as}` : ''))
      .join(' ')
  expect(lies('S3 D3 SJ HJ CJ', 'fullhouse:J/3')).toBe('SJ HJ CJ S3 D3')
  expect(lies('S3 D3 SJ HJ CJ', 'fullhouse:J')).toBe('SJ HJ CJ S3 D3')
  expect(lies('H2 S3 D3 SJ HJ', 'fullhouse:J/3')).toBe('SJ HJ H2=J S3 D3')
  expect(lies('H2 H2 SJ HJ CJ', 'fullhouse:J/2')).toBe('SJ HJ CJ H2 H2')
  expect(lies('D3 D4 D5 H2 DA', 'flush:A')).toBe('DA H2 D3 D4 D5')
  expect(lies('H2 S5 D6 C8 S9', 'straight:5')).toBe('S5 D6 H2=7 C8 S9')
  expect(lies('CT CJ CQ CK CA', 'flush:T')).toBe('CT CJ CQ CK CA')
  expect(lies('H2 S9 C9 D9', 'bomb:9x4')).toBe('S9 C9 D9 H2=9')
  expect(lies('S3 H3 S4 C4 D5 H2', 'tube:3')).toBe('S3 H3 S4 C4 D5 H2=5')
  expect(lies('H2', 'single:2')).toBe('H2')
  expect(lies('S9 C4', null)).toBe('S9 C4')
})
