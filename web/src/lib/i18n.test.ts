import { expect, test } from 'vitest'
import { fill } from './i18n.svelte'
import type { Words } from './model'
import { parse } from './router.svelte'
import { preferred } from './settings.svelte'

const areas = import.meta.glob<Record<string, Record<string, Words>>>(
  ['../i18n/*.ts', '../generic/i18n.ts', '../games/*/{i18n,card,options}.ts'],
  { eager: true },
)

function* everything(): Generator<[string, Words]> {
  for (const [file, area] of Object.entries(areas))
    for (const list of Object.values(area))
      for (const [key, words] of Object.entries(list))
        if (words && typeof words === 'object' && 'zh' in words) yield [`${file} ${key}`, words]
}

test('everything that is said is said in both languages', () => {
  const found = [...everything()]
  expect(found.length).toBeGreaterThan(200)
  const missing = found.filter(([, words]) => !words.zh?.trim() || !words.en?.trim()).map(([key]) => key)
  expect(missing).toEqual([])
})

test('both languages fill in the same values', () => {
  const values = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
  const differing = [...everything()].filter(([, words]) => String(values(words.zh)) !== String(values(words.en))).map(([key]) => key)
  expect(differing).toEqual([])
})

test('English has no Chinese punctuation', () => {
  const wrong = [...everything()].filter(([, words]) => /[，。：；？！]/.test(words.en)).map(([key]) => key)
  expect(wrong).toEqual([])
})

test('values are filled in, and unknown ones stay', () => {
  expect(fill('{who} wins {n}', { who: 'Lan', n: 2 })).toBe('Lan wins 2')
  expect(fill('{other}', {})).toBe('{other}')
  expect([0, 1, 2].map((n) => fill('{n} {n:card|cards}', { n }))).toEqual(['0 cards', '1 card', '2 cards'])
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
])('%s%s leads to its page', (path, query, route) => {
  expect(parse(path, query)).toEqual(route)
})
