// A worker in which Python runs the rooms of this device. It passes lines of JSON between the page and Python, and keeps games.
import { fetchParts, unpacked, type Parts } from './files'
import { Shelf } from './shelf'

interface Python {
  unpackArchive(data: ArrayBuffer, format: string, options: { extractDir: string }): void
  runPython(code: string): unknown
}
interface Bridge {
  hear(text: string): void
}
type Start = (ask: (text: string) => Promise<string>, post: (text: string) => void) => Bridge
interface Begin {
  base: string
  parts: Parts
}

const scope = self as unknown as { postMessage(message: unknown): void; onmessage: ((event: MessageEvent) => void) | null }
const say = (message: unknown) => scope.postMessage(message)
const windows = 'BroadcastChannel' in self ? new BroadcastChannel('qipai') : null
const waiting: string[] = []
let bridge: Bridge | null = null

scope.onmessage = (event) => {
  if (typeof event.data !== 'string') {
    begin(event.data as Begin).catch((problem: unknown) => say({ on: 'failed', why: String(problem) }))
  } else if (bridge) bridge.hear(event.data)
  else waiting.push(event.data)
}
if (windows) windows.onmessage = (event) => bridge?.hear(String(event.data))

async function begin(asked: Begin): Promise<void> {
  const start = await python(asked)
  const shelf = new Shelf((why) => say({ on: 'unsaved', why }))
  bridge = start(
    (text) => shelf.ask(text),
    (text) => {
      if (text.startsWith('{"on": "moved"')) windows?.postMessage(text.replace('"on"', '"do"'))
      else say(text)
    },
  )
  say({ on: 'ready' })
  for (const text of waiting.splice(0)) bridge.hear(text)
}

/** By itself: what is kept of this worker keeps none of the files that Python came from. */
async function python({ base, parts }: Begin): Promise<Start> {
  const files = await fetchParts(base, parts, (bytes) => say({ on: 'progress', bytes }))
  say({ on: 'starting' })
  const content = (name: string, type: string) => {
    const [file, bytes] = [...files].find(([file]) => file.startsWith(name))!
    files.delete(file)
    return new Response(unpacked(bytes), { headers: { 'content-type': type } })
  }
  // Pyodide fetches two files by their addresses: they are here already.
  const here = new Map([
    [new URL('pyodide.asm.wasm', base).href, () => content('pyodide.asm.wasm', 'application/wasm')],
    [new URL('stdlib.zip', base).href, () => content('stdlib', 'application/zip')],
  ])
  const real = self.fetch.bind(self)
  self.fetch = (input, init) => {
    const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    const known = here.get(new URL(address, base).href)
    return known ? Promise.resolve(known()) : real(input, init)
  }
  const { loadPyodide } = (await import(/* @vite-ignore */ new URL('pyodide.mjs', base).href)) as {
    loadPyodide(options: Record<string, unknown>): Promise<Python>
  }
  const python = await loadPyodide({
    indexURL: base,
    stdLibURL: new URL('stdlib.zip', base).href,
    lockFileContents: JSON.stringify(parts.lock),
  })
  self.fetch = real
  python.unpackArchive(await content('qipai', 'application/zip').arrayBuffer(), 'zip', { extractDir: '/home/games' })
  return python.runPython('import sys; sys.path.insert(0, "/home/games"); from qipai.local.bridge import start; start') as Start
}
