// The home on this device, as the page knows it: a worker that is started when somebody first plays, and spoken to as a server is.
import { missing, type Parts } from './files'
import type { Unsaved } from './shelf'

interface WorkerMessage {
  on: 'answer' | 'frame' | 'progress' | 'starting' | 'ready' | 'failed' | 'unsaved'
  id?: number
  status?: number
  body?: string
  text?: string
  bytes?: number
  why?: string
}
export interface Answer {
  status: number
  text: string
}

const PLACE = new URL(`${import.meta.env.BASE_URL}python/`, typeof document === 'undefined' ? 'http://test/' : document.baseURI).href
const placeOf = (parts: Parts) => new URL(`${parts.version}/`, PLACE).href

class LocalHome {
  state: 'none' | 'loading' | 'starting' | 'ready' | 'failed' = $state('none')
  /** Of the download: what is there, and all of it. */
  bytes = $state(0)
  total = $state(0)
  /** What is not kept here yet; nothing is known of it before somebody has looked. */
  missing: number | null = $state(null)
  unsaved: Unsaved | '' = $state('')
  #worker: Worker | null = null
  #starting: Promise<void> | null = null
  #parts: Promise<Parts> | null = null
  #number = 0
  #waiting = new Map<number, { resolve(answer: Answer): void; reject(problem: Error): void }>()
  #sockets = new Map<number, LocalSocket>()
  /** Who plays here; told to every worker before anything else. */
  person: () => { name: string; face?: string } | null = () => null

  /** How much is to be fetched before the first game. */
  async look(): Promise<Parts> {
    this.#parts ??= fetch(`${PLACE}files.json`)
      .then((answer) => {
        if (!answer.ok) throw new Error(String(answer.status))
        return answer.json() as Promise<Parts>
      })
      .then(async (parts) => {
        this.total = parts.bytes
        this.missing = await missing(placeOf(parts), parts)
        return parts
      })
      .catch((problem: unknown) => {
        this.#parts = null
        throw problem
      })
    return this.#parts
  }

  start(): Promise<void> {
    this.#starting ??= this.#start().catch((problem: unknown) => {
      this.state = 'failed'
      this.end()
      throw problem
    })
    return this.#starting
  }

  async #start(): Promise<void> {
    this.state = 'loading'
    this.bytes = 0
    const parts = await this.look()
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'qipai' })
    this.#worker = worker
    await new Promise<void>((resolve, reject) => {
      worker.onmessage = (event: MessageEvent) => {
        const message = (typeof event.data === 'string' ? JSON.parse(event.data) : event.data) as WorkerMessage
        if (message.on === 'ready') {
          this.state = 'ready'
          resolve()
        } else if (message.on === 'failed') reject(new Error(message.why))
        else this.#hear(message)
      }
      worker.onerror = (event) => {
        reject(new Error(event.message))
        if (this.#worker === worker) this.end()
      }
      worker.postMessage({ base: placeOf(parts), parts: JSON.parse(JSON.stringify(parts)) as Parts })
    })
    this.missing = await missing(placeOf(parts), parts)
    const person = this.person()
    if (person) await this.#ask('PUT', '/me', JSON.stringify(person))
  }

  /** The worker is gone: whoever waits is told, and the next one starts another. */
  end(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#starting = null
    if (this.state !== 'failed') this.state = 'none'
    for (const one of this.#waiting.values()) one.reject(new Error('the worker has ended'))
    this.#waiting.clear()
    for (const socket of [...this.#sockets.values()]) socket.lost(1006)
  }

  #hear(message: WorkerMessage): void {
    if (message.on === 'progress') this.bytes = message.bytes ?? 0
    else if (message.on === 'starting') this.state = 'starting'
    else if (message.on === 'unsaved') this.unsaved = message.why as Unsaved
    else if (message.on === 'frame') this.#sockets.get(message.id ?? 0)?.hear(message.text ?? '')
    else if (message.on === 'answer') {
      this.#waiting.get(message.id ?? 0)?.resolve({ status: message.status ?? 500, text: message.body ?? '' })
      this.#waiting.delete(message.id ?? 0)
    }
  }

  say(message: Record<string, unknown>): void {
    this.#worker?.postMessage(JSON.stringify(message))
  }

  #ask(method: string, path: string, body?: string): Promise<Answer> {
    const id = (this.#number += 1)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.say({ do: 'call', id, method, path, body: body ?? null })
    })
  }

  async request(method: string, path: string, body?: string): Promise<Answer> {
    await this.start()
    return this.#ask(method, path, body)
  }

  open(room: string): WebSocket {
    const id = (this.#number += 1)
    const socket = new LocalSocket(this, id, () => this.#sockets.delete(id))
    this.#sockets.set(id, socket)
    this.start().then(
      () => socket.begin(room),
      () => socket.lost(1006),
    )
    return socket as unknown as WebSocket
  }
}

/** As much of a WebSocket as a room's connection uses. */
class LocalSocket {
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(
    private readonly home: LocalHome,
    private readonly id: number,
    private readonly gone: () => void,
  ) {}

  begin(room: string): void {
    if (this.readyState !== 0) return
    this.readyState = 1
    this.home.say({ do: 'open', id: this.id, room })
    this.onopen?.()
  }

  hear(text: string): void {
    this.onmessage?.({ data: text })
  }

  send(text: string): void {
    this.home.say({ do: 'frame', id: this.id, text })
  }

  close(): void {
    if (this.readyState === 1) this.home.say({ do: 'close', id: this.id })
    this.readyState = 3
    this.gone()
  }

  lost(code: number): void {
    this.readyState = 3
    this.gone()
    this.onclose?.({ code })
  }
}

export const local = new LocalHome()
