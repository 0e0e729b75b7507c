// Games that are played without a server are kept in IndexedDB: what the home asks is written before it is answered.
// Where the browser does not let us write, a game goes on in memory, and whoever plays is told.
import type { RoomLine } from '../lib/wire.gen'

type Row = [version: number, ...rest: unknown[]]
interface Kept {
  events: Row[]
  secrets: [number, string][]
  line: RoomLine | null
  blob: string | null
}
interface Asked {
  do: 'append' | 'read' | 'line' | 'all_lines' | 'save_snapshot' | 'read_snapshot' | 'remove'
  room: string
  after?: number
  events?: Row[]
  secret?: [number, string] | null
  line?: RoomLine
  blob?: string
}
export type Unsaved = 'forbidden' | 'full'

const STORES = ['events', 'secrets', 'lines', 'snapshots'] as const
const all = (room: string) => IDBKeyRange.bound([room], [room, []])

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('aborted'))
  })
}

export function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('qipai', 1)
    request.onupgradeneeded = () => {
      for (const store of STORES) request.result.createObjectStore(store)
    }
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
    request.onblocked = () => reject(new Error('blocked'))
  })
}

/** The games of this browser as lists show them, newest first; none where nothing can be kept. */
export async function keptLines(): Promise<RoomLine[]> {
  try {
    const database = await opened()
    const lines = await done<RoomLine[]>(database.transaction('lines').objectStore('lines').getAll())
    database.close()
    return lines.sort((one, other) => other.updated - one.updated)
  } catch {
    return []
  }
}

export class Shelf {
  #database: Promise<IDBDatabase | null> | null = null
  #memory = new Map<string, Kept>() // rooms that the browser does not keep

  constructor(private readonly unsaved: (why: Unsaved) => void) {}

  async ask(text: string): Promise<string> {
    const asked = JSON.parse(text) as Asked
    return JSON.stringify(await this.#answer(asked))
  }

  #open(): Promise<IDBDatabase | null> {
    this.#database ??= opened().catch(() => {
      this.unsaved('forbidden')
      return null
    })
    return this.#database
  }

  async #answer(asked: Asked): Promise<unknown> {
    const database = await this.#open()
    if (asked.do === 'all_lines') {
      const kept = database ? await done<RoomLine[]>(database.transaction('lines').objectStore('lines').getAll()) : []
      const here = [...this.#memory.values()].flatMap((room) => room.line ?? [])
      return { lines: [...kept.filter((line) => !this.#memory.has(line.room)), ...here] }
    }
    if (database === null || this.#memory.has(asked.room)) return this.#inMemory(asked)
    if (asked.do === 'append') return this.#append(database, asked)
    if (asked.do === 'save_snapshot') {
      const writing = database.transaction('snapshots', 'readwrite')
      writing.objectStore('snapshots').put(asked.blob, asked.room)
      await ended(writing)
      return {}
    }
    if (asked.do === 'remove') {
      const writing = database.transaction(STORES, 'readwrite')
      for (const store of ['events', 'secrets']) writing.objectStore(store).delete(all(asked.room))
      for (const store of ['lines', 'snapshots']) writing.objectStore(store).delete(asked.room)
      writing.objectStore('snapshots').delete(IDBKeyRange.bound(`${asked.room}/`, `${asked.room}0`)) // reviews: 0 follows /
      await ended(writing)
      return {}
    }
    const kept = await this.#read(database, asked.room, asked.after ?? 0)
    return { ...kept }
  }

  /** All of it or nothing, and on the disk before anybody is told. */
  async #append(database: IDBDatabase, asked: Asked): Promise<unknown> {
    try {
      const writing = database.transaction(['events', 'secrets', 'lines'], 'readwrite', { durability: 'strict' })
      const over = ended(writing)
      for (const row of asked.events ?? []) writing.objectStore('events').add(row, [asked.room, row[0]])
      if (asked.secret) writing.objectStore('secrets').put(asked.secret[1], [asked.room, asked.secret[0]])
      writing.objectStore('lines').put(asked.line, asked.room)
      await over
      return { written: true }
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === 'ConstraintError') return { written: false } // another window was quicker
      this.#memory.set(asked.room, await this.#read(database, asked.room, 0).catch(() => nothing()))
      this.unsaved(problem instanceof DOMException && problem.name === 'QuotaExceededError' ? 'full' : 'forbidden')
      return this.#inMemory(asked)
    }
  }

  async #read(database: IDBDatabase, room: string, after: number): Promise<Kept> {
    const reading = database.transaction(STORES)
    const from = IDBKeyRange.bound([room, after], [room, []], true)
    const secrets = reading.objectStore('secrets')
    const [events, seeds, deals, line, blob] = await Promise.all([
      done<Row[]>(reading.objectStore('events').getAll(from)),
      done<string[]>(secrets.getAll(all(room))),
      done(secrets.getAllKeys(all(room))),
      done<RoomLine | undefined>(reading.objectStore('lines').get(room)),
      done<string | undefined>(reading.objectStore('snapshots').get(room)),
    ])
    const pairs = deals.map((key, at): [number, string] => [Number((key as unknown[])[1]), seeds[at] ?? ''])
    return { events, secrets: pairs, line: line ?? null, blob: blob ?? null }
  }

  #inMemory(asked: Asked): unknown {
    const kept = this.#memory.get(asked.room) ?? nothing()
    if (asked.do === 'append') {
      const first = asked.events?.[0]
      if (first && first[0] !== kept.events.length + 1) return { written: false }
      kept.events.push(...(asked.events ?? []))
      if (asked.secret) kept.secrets.push(asked.secret)
      kept.line = asked.line ?? null
      this.#memory.set(asked.room, kept)
      return { written: true }
    }
    if (asked.do === 'remove') this.#memory.delete(asked.room)
    if (asked.do === 'save_snapshot') kept.blob = asked.blob ?? null
    return { ...kept, events: kept.events.filter(([version]) => version > (asked.after ?? 0)) }
  }
}

function nothing(): Kept {
  return { events: [], secrets: [], line: null, blob: null }
}
