import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { event, FakeNet, snapshot } from './fakes'
import { LiveRoom } from './room.svelte'

let net: FakeNet
let room: LiveRoom
let close: () => void

beforeEach(() => {
  vi.useFakeTimers()
  net = new FakeNet()
  room = new LiveRoom('abc', () => 'token', net)
  close = room.open()
  net.last.accept()
  net.last.tell(snapshot(5))
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

function reconnect(version: number): void {
  net.last.drop()
  vi.advanceTimersByTime(2000)
  net.last.accept()
  net.last.tell(snapshot(version))
}

test('a snapshot is shown without motion or sound, an event with both', () => {
  expect([room.quick, room.what]).toEqual([true, null])
  net.last.tell(event(6))
  expect([room.quick, room.what?.kind]).toEqual([false, 'move'])
  expect(room.log.map((line) => line.words.zh)).toEqual(['第6步'])
})

test('who is behind jumps, but a deal is always dealt in sight', () => {
  for (const version of [6, 7, 8]) net.last.tell(event(version))
  expect(room.quick).toBe(true)
  net.last.tell(event(9, { deal: 1 }, 'deal'))
  expect(room.quick).toBe(false)
})

test('a move carries what was seen and is pending until it is acknowledged', () => {
  room.act('pass')
  expect(room.pending).toBe('pass')
  const [act] = net.last.of('act')
  expect(act).toMatchObject({ move: 'pass', version: 5, window: '0.1' })
  net.last.tell({ type: 'ack', cmd_id: String(act!.cmd_id), version: 6 })
  expect(room.pending).toBeNull()
})

test('a second press while a move is on its way sends nothing', () => {
  room.act('pass')
  room.act('reveal')
  expect(net.last.of('act')).toHaveLength(1)
})

test('after a reconnect the same command goes out again, once', () => {
  room.act('reveal')
  const first = net.last.of('act')[0]
  reconnect(5)
  expect(net.last.of('act')).toEqual([first])
  expect(room.pending).toBe('reveal')
  net.last.tell({ type: 'ack', cmd_id: String(first!.cmd_id), version: 6 })
  expect(room.pending).toBeNull()
  reconnect(6)
  expect(net.last.of('act')).toEqual([])
})

test('a move made while offline is kept and sent when the connection is back', () => {
  net.last.drop()
  expect(room.online).toBe(false)
  room.act('pass')
  expect(room.pending).toBe('pass')
  vi.advanceTimersByTime(2000)
  net.last.accept()
  net.last.tell(snapshot(5))
  expect(net.last.of('act')).toHaveLength(1)
})

test('RETRY sends the same frame again, and nothing is told', () => {
  room.act('pass')
  const first = net.last.of('act')[0]
  net.last.tell({ type: 'reject', cmd_id: String(first!.cmd_id), code: 'RETRY', message: { en: '', zh: '' }, version: 5 })
  expect([room.pending, room.refusal]).toEqual(['pass', null])
  vi.advanceTimersByTime(500)
  expect(net.last.of('act')).toEqual([first, first])
})

test('a command that nobody answers is repeated', () => {
  room.act('pass')
  vi.advanceTimersByTime(2400)
  net.last.tell({ type: 'pong', t: 0 })
  vi.advanceTimersByTime(2400)
  const sent = net.last.of('act')
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
})

test('a refusal is told for three seconds and the move is forgotten', () => {
  room.act('pass')
  const act = net.last.of('act')[0]
  net.last.tell({ type: 'reject', cmd_id: String(act!.cmd_id), code: 'MUST_BEAT', message: { en: 'You must', zh: '必须压' }, version: 5 })
  expect([room.pending, room.refusal?.message.zh]).toEqual([null, '必须压'])
  vi.advanceTimersByTime(3100)
  expect(room.refusal).toBeNull()
})

test('a stale move asks for the newest view', () => {
  room.act('pass')
  const act = net.last.of('act')[0]
  net.last.tell({ type: 'reject', cmd_id: String(act!.cmd_id), code: 'STALE_VERSION', message: { en: '', zh: '' }, version: 9 })
  expect(net.last.of('resync')).toHaveLength(1)
})

test('a gap in the versions is shown at once without motion, and a snapshot is asked for', () => {
  net.last.tell(event(9, { to_act: [2] }))
  expect([room.version, room.quick, room.view.to_act]).toEqual([9, true, [2]])
  expect(net.last.of('resync')).toHaveLength(1)
})

test('an own answer in an open window has the same version and is no gap', () => {
  net.last.tell(event(5, { legal: [] }, 'answer'))
  expect(room.myTurn).toBe(false)
  expect(net.last.of('resync')).toEqual([])
})

test('what is older than what is shown changes nothing', () => {
  net.last.tell(event(6, { to_act: [1] }))
  net.last.tell(event(4, { to_act: [2] }))
  expect([room.version, room.view.to_act]).toEqual([6, [1]])
})

test('three events at once are too many to animate', () => {
  net.last.tell(event(6))
  net.last.tell(event(7))
  expect(room.quick).toBe(false)
  net.last.tell(event(8))
  expect(room.quick).toBe(true)
  vi.advanceTimersByTime(400)
  net.last.tell(event(9))
  expect(room.quick).toBe(false)
})

test('hints cycle, and are gone with the next step', () => {
  room.nextHint()
  expect([room.hinting, net.last.of('hint').length]).toEqual([true, 1])
  const reason = { en: '', zh: '' }
  const hints = [
    { move: 'pass', reason },
    { move: 'reveal', reason },
  ]
  net.last.tell({ type: 'hints', version: 5, hints })
  expect(room.hint?.move).toBe('pass')
  room.nextHint()
  expect(room.hint?.move).toBe('reveal')
  room.nextHint()
  expect(room.hint?.move).toBe('pass')
  expect(net.last.of('hint')).toHaveLength(1)
  net.last.tell(event(6, { window: '0.2' }))
  expect(room.hint).toBeNull()
})

test('a hint stays while the decision is the same one', () => {
  room.nextHint()
  net.last.tell({ type: 'hints', version: 5, hints: [{ move: 'pass', reason: { en: '', zh: '' } }] })
  net.last.tell(event(6))
  expect(room.hint?.move).toBe('pass')
  net.last.tell(event(7, { legal: [] }))
  expect(room.hint).toBeNull()
})

test('hints for an earlier moment are not shown, and those for now are asked for', () => {
  room.nextHint()
  net.last.tell(event(6))
  const hints = [{ move: 'pass', reason: { en: '', zh: '' } }]
  net.last.tell({ type: 'hints', version: 5, hints })
  expect([room.hint, room.hinting, net.last.of('hint').length]).toEqual([null, true, 2])
  net.last.tell({ type: 'hints', version: 6, hints })
  expect([room.hint?.move, room.hinting]).toEqual(['pass', false])
})

test('a hint that was asked for comes, also over a reconnect', () => {
  room.nextHint()
  reconnect(5)
  expect([room.hinting, net.last.of('hint').length]).toEqual([true, 1])
  net.last.tell({ type: 'hints', version: 5, hints: [{ move: 'pass', reason: { en: '', zh: '' } }] })
  expect(room.hint?.move).toBe('pass')
  reconnect(5)
  expect([room.hinting, net.last.of('hint').length]).toEqual([false, 0])
})

test('a question about cards is answered, also over a reconnect', async () => {
  const answer = room.check(['R_SHI'])
  reconnect(5)
  const [asked] = net.last.of('check')
  const readings = [{ reading: null, move: 'play R_SHI', legal: true, code: null }]
  net.last.tell({ type: 'check', req: Number(asked!.req), readings })
  await expect(answer).resolves.toEqual(readings)
})

test('consent waits for the commitment and is given once for each', () => {
  net.last.tell(event(6, { stage: 'between', fairness: { deal: 1, commit: '' }, legal: [] }))
  room.setReady()
  expect(net.last.of('ready')).toEqual([])
  net.last.tell(event(7, { stage: 'between', fairness: { deal: 1, commit: 'c1' }, legal: [] }))
  expect(net.last.of('ready')).toHaveLength(1)
  expect(String(net.last.of('ready')[0]!.nonce)).toMatch(/^[0-9a-f]{32}$/)
  expect(room.ready).toBe(true)
  net.last.tell(event(8, { stage: 'between', fairness: { deal: 1, commit: 'c1' }, legal: [] }))
  expect(net.last.of('ready')).toHaveLength(1)
})

test('consent that may have been lost with the connection is given again', () => {
  net.last.tell(event(6, { stage: 'between', fairness: { deal: 1, commit: 'c1' }, legal: [] }))
  room.setReady()
  net.last.drop()
  vi.advanceTimersByTime(2000)
  net.last.accept()
  net.last.tell(snapshot(6, { stage: 'between', fairness: { deal: 1, commit: 'c1' }, legal: [] }))
  expect(net.last.of('ready')).toHaveLength(1)
  expect(room.ready).toBe(true)
})

test('a missing room is told and not asked for again', () => {
  net.last.tell({ type: 'bye', code: 4002, reason: 'no such room' })
  expect(room.lost).toBe('missing')
})

test('who agreed before the room was seen says so once', () => {
  const fresh = new FakeNet()
  const other = new LiveRoom('def', () => 'token', fresh)
  other.setReady()
  const stop = other.open()
  fresh.last.accept()
  fresh.last.tell(
    snapshot(2, { stage: 'waiting', seats: [{ seat: 0, kind: 'human', name: 'me', level: null, auto: '', ready: false, online: true }] }),
  )
  expect(fresh.last.of('ready')).toHaveLength(1)
  stop()
})

const verdict = {
  grade: 'blunder' as const,
  loss: 2,
  error: 0.1,
  said: { zh: '', en: '' },
  best: 'reveal',
  words: { zh: '掀', en: 'reveal' },
  reason: null,
}

function coached(other: 'bot' | 'human' = 'bot'): void {
  const seat = { name: '', level: null, auto: '', ready: true, online: true }
  const seats = [
    { ...seat, seat: 0, kind: 'human' as const },
    { ...seat, seat: 1, kind: other },
  ]
  net.last.tell(snapshot(6, { options: { coach: true }, seats }))
}

test('the coach is asked first, and a move that costs little goes out at once', () => {
  coached()
  room.act('pass')
  expect(net.last.of('act')).toHaveLength(0)
  const [asked] = net.last.of('weigh')
  expect(asked).toMatchObject({ move: 'pass' })
  net.last.tell({ type: 'weighed', req: Number(asked!.req) })
  expect(net.last.of('act')).toMatchObject([{ move: 'pass', version: 6 }])
  expect(room.question).toBeNull()
})

test('a costly move waits for a yes, and is forgotten without one', () => {
  coached()
  for (const anyway of [false, true]) {
    room.act('pass')
    net.last.tell({ type: 'weighed', req: Number(net.last.of('weigh').at(-1)!.req), verdict })
    expect([room.question?.move, room.pending]).toEqual(['pass', null])
    expect(net.last.of('act')).toHaveLength(0)
    room.answer(anyway)
    expect(room.question).toBeNull()
  }
  expect(net.last.of('act')).toMatchObject([{ move: 'pass' }])
})

test('without a word of the coach the move goes out', () => {
  coached()
  room.act('pass')
  vi.advanceTimersByTime(5000)
  expect(net.last.of('act')).toHaveLength(1)
  net.last.tell({ type: 'weighed', req: Number(net.last.of('weigh')[0]!.req), verdict })
  expect(room.question).toBeNull()
})

test('at a table with other people nobody is asked', () => {
  coached('human')
  room.act('pass')
  expect(net.last.of('weigh')).toHaveLength(0)
  expect(net.last.of('act')).toHaveLength(1)
})
