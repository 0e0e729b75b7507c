import { expect, test } from 'vitest'
import { fill, filled, joined, listed } from './i18n.svelte'
import { parse } from './router.svelte'
import { preferred } from './settings.svelte'

test('values are filled in, and unknown ones stay', () => {
  expect(fill('{who} wins {n}', { who: 'Lan', n: 2 })).toBe('Lan wins 2')
  expect(fill('{other}', {})).toBe('{other}')
  expect([0, 1, 2].map((n) => fill('{n} {n:card|cards}', { n }))).toEqual(['0 cards', '1 card', '2 cards'])
})

test('both languages are filled in together', () => {
  expect(filled({ zh: '剩 {n} 张', en: '{n} left' }, { n: 5 })).toEqual({ zh: '剩 5 张', en: '5 left' })
})

test('lists are joined as each language does', () => {
  const names = ['Ann', 'Bo', 'Chen']
  expect([listed(names, 'zh'), listed(names, 'en')]).toEqual(['Ann、Bo、Chen', 'Ann, Bo, Chen'])
  expect([joined(names, 'zh'), joined(names, 'en')]).toEqual(['Ann、Bo、Chen', 'Ann, Bo and Chen'])
  expect([joined(names.slice(1), 'en'), joined(names.slice(2), 'en')]).toEqual(['Bo and Chen', 'Chen'])
})

test.each([
  [['zh-TW', 'en'], 'zh'],
  [['fr', 'en-GB', 'zh'], 'en'],
  [['de'], 'en'],
  [[], 'en'],
])('a browser that prefers %j is spoken to in %s', (languages, lang) => {
  expect(preferred(languages)).toBe(lang)
})

test.each([
  ['/', '', { page: 'lobby' }],
  ['/', '?new=chess', { page: 'new', game: 'chess' }],
  ['/', '?account', { page: 'account' }],
  ['/r/abc', '', { page: 'room', room: 'abc' }],
  ['/rules/chess', '', { page: 'rules', game: 'chess' }],
  ['/replay', '?room=abc', { page: 'replay' }],
  ['/r/abc/def', '', { page: 'lost' }],
  ['/nowhere', '', { page: 'lost' }],
  ['/rules/chess', '?preset=blitz', { page: 'rules', game: 'chess', preset: 'blitz' }],
  ['/%zz', '', { page: 'lost' }],
])('%s%s leads to its page', (path, query, route) => {
  expect(parse(path, query)).toEqual(route)
})
