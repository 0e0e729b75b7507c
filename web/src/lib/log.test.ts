import { afterEach, expect, test, vi } from 'vitest'
import { event, FakeNet, snapshot } from './fakes'
import { LiveRoom } from './room.svelte'

let close: (() => void) | null = null

afterEach(() => {
  close?.()
  close = null
  vi.unstubAllGlobals()
})

/** The server's log of a deal, up to a version; answered when the test says so. */
function serverLog(): { asked: string[]; answer(version: number, deal?: number, lines?: number[]): Promise<void>; fail(): Promise<void> } {
  const asked: string[] = []
  const waiting: { resolve: (answer: Response) => void; reject: (problem: Error) => void }[] = []
  vi.stubGlobal('fetch', (url: string) => {
    if (url.endsWith('/chat')) return Promise.resolve(new Response('[]', { status: 200 }))
    asked.push(url)
    return new Promise<Response>((resolve, reject) => waiting.push({ resolve, reject }))
  })
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
  return {
    asked,
    async answer(version, deal = 0, lines = Array.from({ length: version }, (_, k) => k + 1)) {
      await settle() // it is asked for once the table is shown
      const written = lines.map((k) => ({ seat: 1, words: { en: `step ${k}`, zh: `第${k}步` } }))
      waiting.shift()!.resolve(new Response(JSON.stringify({ deal, version, lines: written }), { status: 200 }))
      await settle()
    },
    async fail() {
      await settle()
      waiting.shift()!.reject(new Error('no network'))
      await settle()
    },
  }
}

/** The page is opened: a room object that knows nothing, and the server's snapshot. */
function open(version: number, more: Parameters<typeof snapshot>[1] = {}): { room: LiveRoom; net: FakeNet } {
  const net = new FakeNet()
  const room = new LiveRoom('abc', () => 'token', net)
  close = room.open()
  net.last.accept()
  net.last.tell(snapshot(version, more))
  return { room, net }
}
const logged = (room: LiveRoom) => room.log.map((line) => line.words.en)

test('who comes in the middle of a deal reads what was told before, and then what follows', async () => {
  const server = serverLog()
  const { room, net } = open(3)
  await server.answer(3)
  expect(server.asked).toEqual(['/api/v1/rooms/abc/log'])
  net.last.tell(event(4))
  expect(logged(room)).toEqual(['step 1', 'step 2', 'step 3', 'step 4'])
  expect(new Set(room.log.map((line) => line.id)).size).toBe(4)
})

test('what is told while the answer is under way stands there once', async () => {
  const server = serverLog()
  const { room, net } = open(2)
  net.last.tell(event(3))
  net.last.tell(event(4))
  expect(logged(room)).toEqual(['step 3', 'step 4'])
  await server.answer(3)
  expect(logged(room)).toEqual(['step 1', 'step 2', 'step 3', 'step 4'])
})

test('after a connection was lost nothing is missing', async () => {
  const server = serverLog()
  const { room, net } = open(1)
  await server.answer(1)
  net.last.tell(event(2))
  net.last.tell(snapshot(5)) // 3, 4 and 5 were told to others only
  await server.answer(5)
  expect(logged(room)).toEqual(['step 1', 'step 2', 'step 3', 'step 4', 'step 5'])
})

test('another deal begins with an empty log, and a late answer about the last one is not taken for it', async () => {
  const server = serverLog()
  const { room, net } = open(5)
  net.last.tell(event(6))
  net.last.tell(event(7, { stage: 'between', deal: 0, fairness: { deal: 0, commit: '' } }))
  // the commitment of the next deal is there, and the last one is still shown
  net.last.tell({
    ...event(8, { stage: 'between', deal: 1, fairness: { deal: 1, commit: 'c1' } }),
    what: { kind: 'commit', seat: null, words: [] },
  })
  expect(logged(room)).toEqual(['step 6', 'step 7'])
  net.last.tell(event(9, { deal: 1 }, 'deal'))
  expect(logged(room)).toEqual(['step 9'])
  await server.answer(7)
  expect(logged(room)).toEqual(['step 9'])
})

test('between two deals the log of the last one is asked for, before the first deal none', async () => {
  const server = serverLog()
  const { room } = open(8, { stage: 'between', deal: 1, fairness: { deal: 1, commit: 'c1' } })
  await server.answer(8, 0, [6, 7])
  expect(logged(room)).toEqual(['step 6', 'step 7'])
  close?.()
  open(1, { stage: 'waiting', public: null })
  await new Promise<void>((resolve) => setTimeout(resolve))
  expect(server.asked).toHaveLength(1)
})

test('without an answer the log begins now', async () => {
  const server = serverLog()
  const { room, net } = open(5)
  await server.fail()
  net.last.tell(event(6))
  expect(logged(room)).toEqual(['step 6'])
})

test('the log is bounded', async () => {
  const server = serverLog()
  const { room, net } = open(250)
  await server.answer(250)
  for (let version = 251; version < 306; version++) net.last.tell(event(version))
  expect([room.log.length, logged(room).at(0), logged(room).at(-1)]).toEqual([200, 'step 106', 'step 305'])
})
