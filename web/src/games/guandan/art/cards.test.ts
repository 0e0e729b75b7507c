import { expect, test } from 'vitest'
import { cardName, markOf, printedRank } from './cards'

test('cards are spoken as people say them', () => {
  expect(cardName('H7', markOf('H7', '7', 'H7'), 'zh')).toBe('红桃7，逢人配')
  expect(cardName('H7', markOf('H7', '7', 'H7'), 'en')).toBe('seven of hearts, wildcard')
  expect(cardName('C7', markOf('C7', '7', 'H7'), 'zh')).toBe('梅花7，级牌')
  expect(cardName('C7', markOf('C7', '7', 'H7'), 'en')).toBe('seven of clubs, level card')
  expect(cardName('DT', markOf('DT', '7', 'H7'), 'en')).toBe('ten of diamonds')
  expect(cardName('DT', null, 'zh')).toBe('方块10')
  expect(cardName('SB', markOf('SB', '7', 'H7'), 'zh')).toBe('小王')
  expect(cardName('HR', null, 'en')).toBe('big joker')
})

test('every card of the pack has its own name in both languages', () => {
  const cards = ['SB', 'HR', ...'SHCD'].flatMap((suit) => (suit.length > 1 ? [suit] : [...'23456789TJQKA'].map((rank) => suit + rank)))
  for (const lang of ['zh', 'en'] as const) expect(new Set(cards.map((card) => cardName(card, null, lang))).size).toBe(54)
})

test('jokers are in no level, although they are written with letters of ranks', () => {
  expect(markOf('SB', '2', 'H2')).toBeNull()
  expect(markOf('HR', null, null)).toBeNull()
  expect(printedRank('HT')).toBe('10')
  expect(printedRank('HR')).toBe('')
})
