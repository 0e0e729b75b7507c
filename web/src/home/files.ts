// The parts of Python, fetched once and kept by the browser; how far that is, is told on the way.
export interface Part {
  name: string
  bytes: number
  hash: string
}
/** python/files.json, which the build writes. */
export interface Parts {
  version: string
  bytes: number
  files: Part[]
  lock: unknown
}

const CACHE = 'qipai-python'

async function stored(): Promise<Cache | null> {
  try {
    return await caches.open(CACHE) // not in a page that came without encryption
  } catch {
    return null
  }
}

/** How many bytes are still to be fetched. */
export async function missing(base: string, parts: Parts): Promise<number> {
  const cache = await stored()
  const each = parts.files.map(async ({ name, bytes }) => ((await cache?.match(new URL(name, base).href)) ? 0 : bytes))
  return (await Promise.all(each)).reduce((sum, bytes) => sum + bytes, 0)
}

/** Every part at its address; `told` hears how many bytes are there. What other versions left is for the service worker to forget. */
export async function fetchParts(base: string, parts: Parts, told: (bytes: number) => void): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const cache = await stored()
  let there = 0
  const out = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const part of parts.files) {
    const address = new URL(part.name, base).href
    let answer = await cache?.match(address)
    if (!answer) {
      answer = await fetch(address)
      if (!answer.ok) throw new Error(`${part.name}: ${answer.status}`)
      await cache?.put(address, answer.clone()).catch(() => undefined) // a full disk: fetched again next time
    }
    const bytes = await read(answer, part.bytes, (more) => told(there + more))
    there += part.bytes
    told(there)
    out.set(part.name, bytes)
  }
  return out
}

async function read(answer: Response, most: number, told: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const reader = answer.body?.getReader()
  if (!reader) return new Uint8Array(await answer.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    size += value.length
    told(Math.min(size, most))
  }
  const out = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    out.set(chunk, at)
    at += chunk.length
  }
  return out
}

/** The content of a part as it is read, so that the whole of it need not lie in memory twice. Hosts that know such files may
 * have unpacked it on the way. */
export function unpacked(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream()
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? stream.pipeThrough(new DecompressionStream('gzip')) : stream
}
