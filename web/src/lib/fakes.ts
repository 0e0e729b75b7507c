// For tests: a WebSocket that the test plays the server of, and frames as the server sends them.
import type { Surroundings, ServerFrame } from './socket'
import type { Event, Snapshot, View } from './wire.gen'

class FakeSocket {
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    this.readyState = 3
  }
  accept(): void {
    this.readyState = 1
    this.onopen?.()
  }
  tell(frame: ServerFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
  drop(code = 1006): void {
    this.readyState = 3
    this.onclose?.({ code })
  }
  /** What was sent of one kind. */
  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((frame) => frame.type === type)
  }
}

export class FakeNet implements Surroundings {
  sockets: FakeSocket[] = []
  open(): WebSocket {
    const socket = new FakeSocket()
    this.sockets.push(socket)
    return socket as unknown as WebSocket
  }
  now(): number {
    return performance.now()
  }
  random(): number {
    return 0.5
  }
  get last(): FakeSocket {
    return this.sockets.at(-1)!
  }
}

export function view(more: Partial<View> = {}): View {
  return {
    seat: 0,
    stage: 'playing',
    deal: 0,
    public: {},
    private: {},
    legal: ['pass', 'reveal'],
    window: '0.1',
    to_act: [0],
    clocks: null,
    fairness: { deal: 0, commit: 'c0' },
    seats: [],
    scores: [],
    game: 'test',
    rules: {},
    options: {},
    owner: 0,
    locked: false,
    match: { number: 1, first: 0, ending: false, seating: 'keep' },
    evening: [],
    code: '',
    result: null,
    ...more,
  }
}

export function snapshot(version: number, more: Partial<View> = {}): Snapshot {
  return { type: 'snapshot', version, view: view(more) }
}

export function event(version: number, more: Partial<View> = {}, kind = 'move'): Event {
  return { type: 'event', version, view: view(more), what: { kind, seat: 1, words: [{ en: `step ${version}`, zh: `第${version}步` }] } }
}
