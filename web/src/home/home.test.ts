import { expect, test } from 'vitest'
import { place, to } from '../lib/router.svelte'
import { unpacked } from './files'
import { isLocal, written } from './home'

test('pages that the build has written down', () => {
  expect(written('/games')).toBe('/python/data/games.json')
  expect(written('/games/chess/book?lang=zh&preset=')).toBe('/python/data/chess.book.zh..json')
  expect(written('/games/tiles/book?lang=en&preset=river')).toBe('/python/data/tiles.book.en.river.json')
  expect(written('/games/cards/terms')).toBe('/python/data/cards.terms.json')
  expect(written('/rooms/~abc')).toBeNull()
})

test('a site keeps its address in the query, under any path', () => {
  const at = (search: string) => place({ pathname: '/some/where/', search }, true)
  expect(at('')).toEqual({ path: '/', query: '' })
  expect(at('?/r/~abc')).toEqual({ path: '/r/~abc', query: '' })
  expect(at('?/replay?room=~abc&deal=1')).toEqual({ path: '/replay', query: '?room=~abc&deal=1' })
  expect(at('?/?new=chess')).toEqual({ path: '/', query: '?new=chess' })
  expect(place({ pathname: '/r/abc', search: '?watch' }, false)).toEqual({ path: '/r/abc', query: '?watch' })
  expect(to('/rules/chess?preset=a', true)).toBe('?/rules/chess?preset=a')
  expect(to('/', true)).toBe('./')
  expect(to('#clause', true)).toBe('#clause')
  expect(to('/r/abc', false)).toBe('/r/abc')
})

test('rooms of this device are told by their names', () => {
  expect(isLocal('~abc')).toBe(true)
  expect(isLocal('abc')).toBe(false)
})

test('a part of Python is read packed, or unpacked by its host on the way', async () => {
  const text = 'wasm '.repeat(1000)
  const packed = new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')))
  const gzip = new Uint8Array(await packed.arrayBuffer())
  expect(gzip.length).toBeLessThan(text.length)
  for (const bytes of [gzip, new TextEncoder().encode(text)]) expect(await new Response(unpacked(bytes)).text()).toBe(text)
})
