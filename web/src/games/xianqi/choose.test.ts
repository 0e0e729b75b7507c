import { expect, test } from 'vitest'
import { pick, usable } from './choose'
import { combination, expand, read } from './pieces'

const hand = expand({ R_CHE: 2, R_GOU: 1, B_GOU: 1, B_NIU: 3, R_SHI: 1 })
const types = (moves: string[]) => moves.map((move) => read(move).types)
const lead = types([
  'play R_SHI',
  'play R_CHE',
  'play R_GOU',
  'play B_GOU',
  'play B_NIU',
  'play R_GOU+B_GOU',
  'play R_CHE*2',
  'play B_NIU*2',
  'play B_NIU*3',
])
const none = new Set<string>()

test('moves are read as lists of types', () => {
  expect(read('play R_GOU+B_NIU*2')).toEqual({ verb: 'play', types: ['R_GOU', 'B_NIU', 'B_NIU'] })
  expect(read('buckle')).toEqual({ verb: 'buckle', types: [] })
})

test('when leading, taps add what still belongs to one combination', () => {
  const one = pick(hand, lead, none, 'R_CHE.0')!
  expect(one).toEqual(new Set(['R_CHE.0']))
  expect(pick(hand, lead, one, 'R_CHE.1')).toEqual(new Set(['R_CHE.0', 'R_CHE.1']))
})

test('a piece that does not fit begins a new selection', () => {
  expect(pick(hand, lead, new Set(['R_CHE.0']), 'R_SHI.0')).toEqual(new Set(['R_SHI.0']))
})

test('the dog pair is found from either dog', () => {
  expect(pick(hand, lead, new Set(['B_GOU.0']), 'R_GOU.0')).toEqual(new Set(['B_GOU.0', 'R_GOU.0']))
})

test('when a pair is asked for, one tap takes it whole and one tap puts it down', () => {
  const pairs = types(['play R_CHE*2', 'play R_GOU+B_GOU'])
  const taken = pick(hand, pairs, none, 'R_CHE.1')!
  expect(taken).toEqual(new Set(['R_CHE.0', 'R_CHE.1']))
  expect(pick(hand, pairs, taken, 'R_CHE.0')).toEqual(new Set())
})

test('covers grow piece by piece', () => {
  const covers = types(['cover R_CHE+R_SHI', 'cover R_CHE*2', 'cover R_SHI+B_NIU', 'cover R_CHE+B_NIU', 'cover B_NIU*2'])
  const one = pick(hand, covers, none, 'R_SHI.0')!
  expect(one).toEqual(new Set(['R_SHI.0']))
  const two = pick(hand, covers, one, 'B_NIU.2')!
  expect(two).toEqual(new Set(['R_SHI.0', 'B_NIU.2']))
  expect(pick(hand, covers, two, 'R_SHI.0')).toEqual(new Set(['B_NIU.2']))
})

test('a piece in no legal move is refused and dim', () => {
  const beat = types(['play R_SHI'])
  expect(pick(hand, beat, none, 'B_NIU.0')).toBeNull()
  expect(usable(beat)).toEqual(new Set(['R_SHI']))
})

test('the hand is sorted in three ways', () => {
  const cards = { B_NIU: 2, R_MA: 1, B_SHI: 1 }
  const order = (how: 'rank' | 'colour' | 'sets') => expand(cards, how).map((piece) => piece.type)
  expect(order('rank')).toEqual(['B_SHI', 'R_MA', 'B_NIU', 'B_NIU'])
  expect(order('colour')).toEqual(['R_MA', 'B_SHI', 'B_NIU', 'B_NIU'])
  expect(order('sets')).toEqual(['B_NIU', 'B_NIU', 'B_SHI', 'R_MA'])
})

test('combinations are named as players say them', () => {
  expect(combination(['R_CHE', 'R_CHE'])).toEqual({ zh: '红车一对', en: 'pair of red chariots' })
  expect(combination(['R_GOU', 'B_GOU']).zh).toBe('狗脚对')
  expect(combination(['B_NIU', 'B_NIU', 'B_NIU'])).toEqual({ zh: '黑三牛', en: 'three black oxen' })
})
