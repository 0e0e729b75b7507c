import { afterEach, expect, test, vi } from 'vitest'
import { Reviewing } from './review.svelte'
import type { ReviewOut } from './wire.gen'

afterEach(() => vi.unstubAllGlobals())

/** What was asked of a server that answers so. */
function server(answer: Partial<ReviewOut>): [string, string, unknown][] {
  const asked: [string, string, unknown][] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push([init.method!, path, init.body])
    return Promise.resolve(new Response(JSON.stringify({ match: 1, deal: 2, done: 0, total: 0, ahead: 0, review: null, ...answer })))
  })
  return asked
}

test('a deal of a room is named by the room, and nothing is sent along', async () => {
  const asked = server({ state: 'none' })
  const reviewing = new Reviewing({ room: 'a b', match: '3', token: null }, 2)
  await reviewing.look()
  expect(asked).toEqual([['GET', '/api/v1/rooms/a%20b/review?deal=2&match=3', undefined]])
})

test('a record from a file is named by the digest of what is sent, and sent once', async () => {
  const record = { format: 'qipai/1', game: 'checkers', meta: { players: ['兰'] } }
  const text = JSON.stringify(record)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const name = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const asked = server({ state: 'done' })
  const reviewing = new Reviewing({ record, token: null }, 2)
  await reviewing.look()
  await reviewing.ask()
  expect(asked).toEqual([
    ['GET', `/api/v1/records/${name}/review?deal=2`, undefined],
    ['POST', `/api/v1/records/${name}/review?deal=2`, text],
  ])
})
