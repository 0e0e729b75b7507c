import { beforeEach, expect, test, vi } from 'vitest'
import { held } from './hand'
import { keep, recall } from './kept'

const store = new Map<string, string>()
beforeEach(() => {
  store.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, text: string) => store.set(key, text),
  })
})

const KEPT = { deal: 2, cards: held('S3 S3 H4'), own: [['S3.1', 'H4.0']], before: null, arranged: false }

test('groups are kept for a room and a deal', () => {
  keep('a', KEPT)
  expect(recall('a', 2)).toEqual(KEPT)
  expect([recall('a', 3), recall('b', 2), recall(undefined, 2)]).toEqual([null, null, null])
})

test('what is broken, or cannot be kept, is as if there were nothing', () => {
  keep(undefined, KEPT)
  expect(store.size).toBe(0)
  const broken = ['', '{', 'null', '[]', '{"deal":2}', JSON.stringify({ ...KEPT, own: [3] }), JSON.stringify({ ...KEPT, cards: [null] })]
  for (const text of broken) {
    store.set('qipai.guandan.groups.a', text)
    expect(recall('a', 2)).toBeNull()
  }
  const refuses = () => {
    throw new Error('not allowed')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuses, setItem: refuses })
  keep('a', KEPT)
  expect(recall('a', 2)).toBeNull()
})
