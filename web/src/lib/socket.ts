// One connection to one room, kept alive: pings when it is quiet, notices silence, comes back with jittered pauses.
// It knows nothing of games; what the frames mean is room.svelte.ts.
import { connect } from '../home/home'
import type { Frames } from './wire.gen'

export type ClientFrame = Frames['client']
export type ServerFrame = Frames['server']

export const IDLE = 2500 // quiet for so long: ping
export const BEAT = 4000 // sent nothing for so long: ping, however much arrives, so that the others know we are here
export const DEAD = 9000 // no answer for so long: the connection is gone
export const DOUBT = 1500 // after the browser said "offline": a ping must be answered within this
const FIRST_PAUSE = 300
const LONGEST_PAUSE = 8000
const TICK = 500
const FATAL = new Set([4001, 4002, 4008, 4009]) // session ended, no such room, room put aside, removed by the host

export interface Surroundings {
  open(url: string): WebSocket
  now(): number
  random(): number
}

interface Listener {
  /** The first frame of every connection; made again each time. */
  hello(): ClientFrame
  frame(frame: ServerFrame): void
  /** True after the first frame of a connection, false when it is lost or in doubt. */
  online(on: boolean): void
  /** The server will not have us back: 4001, 4002, 4008 or 4009. */
  refused(code: number): void
}

const browser: Surroundings = {
  open: connect,
  now: () => performance.now(),
  random: Math.random,
}

export class RoomSocket {
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setInterval> | null = null
  #pause: ReturnType<typeof setTimeout> | null = null
  #failures = 0
  #heard = 0
  #asked = 0
  #sent = 0
  #doubted: number | null = null
  #up = false
  #stopped = true

  constructor(
    private readonly url: () => string,
    private readonly listener: Listener,
    private readonly surroundings: Surroundings = browser,
  ) {}

  get up(): boolean {
    return this.#up
  }

  start(): void {
    this.#stopped = false
    this.#failures = 0
    this.#timer ??= setInterval(() => this.#tick(), TICK)
    this.#connect()
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer !== null) clearInterval(this.#timer)
    if (this.#pause !== null) clearTimeout(this.#pause)
    this.#timer = this.#pause = null
    this.#drop()
  }

  /** A new connection now: another person sits here, or the network has just come back. */
  again(): void {
    if (this.#stopped) return
    if (this.#pause !== null) clearTimeout(this.#pause)
    this.#pause = null
    this.#drop()
    this.#connect()
  }

  /** False when there is no connection; the caller sends again after the next snapshot. */
  send(frame: ClientFrame): boolean {
    if (!this.#up || this.#socket?.readyState !== 1) return false
    this.#socket.send(JSON.stringify(frame))
    this.#sent = this.surroundings.now()
    return true
  }

  /** The browser believes that the network is gone. On a local network it may be wrong, so we ask. */
  doubt(): void {
    if (!this.#up) return
    this.#doubted = this.surroundings.now()
    this.#ping()
  }

  /** The browser believes that the network is back, or the page is looked at again. */
  hope(): void {
    if (this.#up) this.#ping()
    else if (this.#pause !== null) this.again()
  }

  #connect(): void {
    const socket = this.surroundings.open(this.url())
    this.#socket = socket
    this.#heard = this.#sent = this.surroundings.now()
    socket.onopen = () => {
      if (socket === this.#socket) socket.send(JSON.stringify(this.listener.hello()))
    }
    socket.onmessage = (event: MessageEvent) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(event.data)) as ServerFrame)
    }
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.#socket) this.#lost(event.code)
    }
  }

  #hear(frame: ServerFrame): void {
    this.#heard = this.surroundings.now()
    this.#doubted = null
    if (frame.type === 'bye') return this.#lost(frame.code, frame.retry_ms ?? undefined)
    this.#failures = 0
    if (!this.#up) {
      this.#up = true
      this.listener.online(true)
    }
    this.listener.frame(frame)
    // A hidden tab's timers sleep, but frames wake it.
    if (this.#heard - this.#sent > BEAT) this.#ping()
  }

  #tick(): void {
    if (this.#socket === null) return
    const now = this.surroundings.now()
    if (this.#doubted !== null && now - this.#doubted > DOUBT) return this.#lost()
    if (now - this.#heard > DEAD) return this.#lost()
    if (this.#up && (now - Math.max(this.#heard, this.#asked) > IDLE || now - this.#sent > BEAT)) this.#ping()
  }

  #ping(): void {
    this.#asked = this.surroundings.now()
    this.send({ type: 'ping', t: this.#asked })
  }

  #lost(code = 0, wait?: number): void {
    this.#drop()
    if (this.#stopped) return
    if (FATAL.has(code)) {
      this.stop()
      this.listener.refused(code)
      return
    }
    const longest = Math.min(LONGEST_PAUSE, (wait ?? FIRST_PAUSE) * 2 ** this.#failures)
    this.#failures += 1
    this.#pause = setTimeout(
      () => {
        this.#pause = null
        this.#connect()
      },
      longest * (0.5 + this.surroundings.random()),
    )
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    this.#doubted = null
    if (socket !== null) {
      socket.onopen = socket.onmessage = socket.onclose = null
      if (socket.readyState <= 1) socket.close()
    }
    if (this.#up) {
      this.#up = false
      this.listener.online(false)
    }
  }
}
