import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { event, FakeNet, snapshot } from './fakes'
import { LiveRoom } from './room.svelte'
import { me } from './session.svelte'

let kept: Map<string, string>
let close: (() => void) | null = null

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => {
  close?.()
  close = null
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The page is opened (again): a room object that knows nothing, and the server's snapshot. */
function open(version: number, more: Parameters<typeof snapshot>[1] = {}, id = 'abc'): { room: LiveRoom; net: FakeNet } {
  close?.()
  const net = new FakeNet()
  const room = new LiveRoom(id, () => 'token', net)
  close = room.open()
  net.last.accept()
  net.last.tell(snapshot(version, more))
  return { room, net }
}
const told = (room: LiveRoom) => room.log.map((line) => line.words.en)

test('after a reload the log tells again what was told, each line once, and goes on', () => {
  const first = open(5)
  first.net.last.tell(event(6))
  first.net.last.tell(event(7))
  const { room, net } = open(7)
  expect(told(room)).toEqual(['step 6', 'step 7'])
  net.last.tell(snapshot(7))
  net.last.tell(event(8))
  expect(told(room)).toEqual(['step 6', 'step 7', 'step 8'])
  expect(new Set(room.log.map((line) => line.id)).size).toBe(3)
  expect(told(open(8).room)).toEqual(['step 6', 'step 7', 'step 8'])
})

test('another deal begins with an empty log, in the page and after a reload', () => {
  const { room, net } = open(5)
  net.last.tell(event(6))
  net.last.tell(event(7, { stage: 'between', deal: 0, fairness: { deal: 0, commit: '' } }))
  // the commitment of the next deal is there, and the last one is still shown
  net.last.tell({ ...event(8, { stage: 'between', deal: 1, fairness: { deal: 1, commit: 'c1' } }), what: { kind: 'commit', seat: null, words: [] } })
  expect(told(room)).toEqual(['step 6', 'step 7'])
  net.last.tell(event(9, { deal: 1 }, 'deal'))
  expect(told(room)).toEqual(['step 9'])
  expect(told(open(9, { deal: 1 }).room)).toEqual(['step 9'])
  expect(told(open(20, { deal: 2 }).room)).toEqual([])
})

test('the log of another room, or of a table that is older than what was told, is not shown', () => {
  open(5).net.last.tell(event(6))
  expect(told(open(6, {}, 'other').room)).toEqual([])
  expect(told(open(5).room)).toEqual([])
})

test('who leaves the room leaves no lines behind', async () => {
  const { room, net } = open(5)
  net.last.tell(event(6))
  vi.spyOn(me, 'call').mockResolvedValue(undefined)
  await room.leave()
  expect(kept.size).toBe(0)
})

test('what is kept is bounded', () => {
  const { room, net } = open(5)
  for (let version = 6; version < 306; version++) net.last.tell(event(version))
  expect(room.log).toHaveLength(200)
  const again = open(305).room
  expect([again.log.length, told(again).at(-1)]).toEqual([200, 'step 305'])
})

test.each([
  ['refuses everything', () => undefined],
  ['holds nonsense', () => kept.set('qipai.log', '{')],
])('a storage that %s does no harm', (name, prepare) => {
  if (name === 'refuses everything')
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new Error('denied')
      },
      setItem: () => {
        throw new Error('full')
      },
    })
  prepare()
  const { room, net } = open(5)
  net.last.tell(event(6))
  expect(told(room)).toEqual(['step 6'])
})
