import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeNet, snapshot } from './fakes'
import { BEAT, DEAD, DOUBT, IDLE, RoomSocket } from './socket'

let net: FakeNet
let heard: string[]
let socket: RoomSocket

beforeEach(() => {
  vi.useFakeTimers()
  net = new FakeNet()
  heard = []
  socket = new RoomSocket(
    () => 'ws://test/ws/v1/rooms/r',
    {
      hello: () => ({ type: 'hello', token: 't', last_version: 3 }),
      frame: (frame) => heard.push(frame.type),
      online: (on) => heard.push(on ? 'up' : 'down'),
      refused: (code) => heard.push(`refused ${code}`),
    },
    net,
  )
  socket.start()
})
afterEach(() => {
  socket.stop()
  vi.useRealTimers()
})

function connected(): void {
  net.last.accept()
  net.last.tell(snapshot(1))
}

test('hello is the first frame, and the connection counts as up with the first answer', () => {
  net.last.accept()
  expect(net.last.sent).toEqual([{ type: 'hello', token: 't', last_version: 3 }])
  expect(socket.up).toBe(false)
  net.last.tell(snapshot(1))
  expect(heard).toEqual(['up', 'snapshot'])
})

test('a quiet connection is pinged, and one that answers nothing is given up and reopened', () => {
  connected()
  vi.advanceTimersByTime(IDLE + 600)
  expect(net.last.of('ping')).toHaveLength(1)
  net.last.tell({ type: 'pong', t: 0 })
  expect(net.sockets).toHaveLength(1)
  vi.advanceTimersByTime(DEAD + 600)
  expect(heard.at(-1)).toBe('down')
  vi.advanceTimersByTime(1000)
  expect(net.sockets).toHaveLength(2)
})

test('a busy connection is heard of, too: every few seconds, also when timers sleep and only frames arrive', () => {
  connected()
  for (let at = 0; at < 20; at += 1) {
    vi.advanceTimersByTime(1000)
    net.last.tell(snapshot(at + 2))
  }
  expect(net.last.of('ping').length).toBeGreaterThanOrEqual(Math.floor(20000 / (BEAT + 1000)))
  const before = net.last.of('ping').length
  vi.spyOn(net, 'now').mockReturnValue(performance.now() + BEAT + 1100) // no timer has rung: a hidden tab
  net.last.tell(snapshot(99))
  expect(net.last.of('ping')).toHaveLength(before + 1)
})

test('pauses between attempts grow and are bounded', () => {
  const gaps: number[] = []
  for (let attempt = 0; attempt < 9; attempt += 1) {
    net.last.drop()
    const before = net.sockets.length
    let waited = 0
    while (net.sockets.length === before) {
      vi.advanceTimersByTime(50)
      waited += 50
    }
    gaps.push(waited)
  }
  expect(gaps[0]).toBe(300)
  expect(gaps[3]).toBeGreaterThan(gaps[2]!)
  expect(Math.max(...gaps)).toBe(8000)
})

test('the server names the pause when it restarts', () => {
  connected()
  net.last.tell({ type: 'bye', code: 1012, reason: 'restart', retry_ms: 500 })
  expect(heard.at(-1)).toBe('down')
  vi.advanceTimersByTime(450)
  expect(net.sockets).toHaveLength(1)
  vi.advanceTimersByTime(100)
  expect(net.sockets).toHaveLength(2)
})

test.each([4001, 4002, 4008])('nobody knocks again at a closed door: %i', (code) => {
  connected()
  net.last.tell({ type: 'bye', code, reason: '' })
  expect(heard.at(-1)).toBe(`refused ${code}`)
  vi.advanceTimersByTime(60_000)
  expect(net.sockets).toHaveLength(1)
})

test('when the browser says offline a server that answers is believed', () => {
  connected()
  socket.doubt()
  expect(net.last.of('ping')).toHaveLength(1)
  net.last.tell({ type: 'pong', t: 0 })
  vi.advanceTimersByTime(DOUBT + 600)
  expect(socket.up).toBe(true)
})

test('when the browser says offline and nobody answers, the connection is down at once', () => {
  connected()
  socket.doubt()
  vi.advanceTimersByTime(DOUBT + 600)
  expect(socket.up).toBe(false)
})

test('when the network is back nobody waits for the end of a pause', () => {
  connected()
  for (let attempt = 0; attempt < 6; attempt += 1) {
    net.last.drop()
    vi.advanceTimersByTime(20_000)
  }
  net.last.drop()
  const before = net.sockets.length
  socket.hope()
  expect(net.sockets).toHaveLength(before + 1)
})

test('an old connection is heard no more', () => {
  connected()
  const old = net.last
  const late = old.onmessage
  socket.again()
  late?.({ data: JSON.stringify(snapshot(9)) })
  expect(heard).toEqual(['up', 'snapshot', 'down'])
})
