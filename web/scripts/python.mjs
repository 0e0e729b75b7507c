// What a browser needs to play without a server, into a folder: node scripts/python.mjs FOLDER
// Pyodide, as much of the standard library as the games use, and our own Python, both compiled by the Python that will run them;
// and what the pages read of the games before any of that is there.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { loadPyodide } from 'pyodide'

const out = process.argv[2]
const sources = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src', 'qipai')
const pyodide = dirname(fileURLToPath(import.meta.resolve('pyodide')))
const PARTS = ['core', 'engine', 'games', 'search', 'agents', 'review', 'puzzles', 'local', 'server/rooms']
const FILES = [
  ...['__init__', 'native', 'buffers', 'version', 'build', 'server/__init__', 'server/refusal', 'server/metrics', 'server/fair_queue'],
  ...['server/http/__init__', 'server/http/limits', 'server/http/catalogue', 'server/storage/__init__', 'server/storage/events'],
  ...['server/accounts/__init__', 'server/accounts/player', 'server/accounts/faces'],
].map((name) => `${name}.py`)
// for other programs than this one: environments, drawings, benchmarks, pages of reviews, and what makes puzzles
const NOT =
  /__pycache__|\/puzzles\/(deals|make|mine|weigh)\.py$|\/(bench|openspiel|svg)\w*\.py$|\/review\/(archive|curve|labels|page)\.py$|\/view\.md$|\/observation\w*\.py$|\.(so|pyc)$/
const KINDS = /\.(py|md|weights)$|\/puzzles\.json$/

function* ours() {
  for (const name of FILES) yield join(sources, name)
  for (const part of PARTS)
    for (const entry of readdirSync(join(sources, part), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile() && KINDS.test(path) && !NOT.test(path)) yield path
    }
}

const python = await loadPyodide()
for (const path of ours()) {
  const place = `/ours/qipai/${relative(sources, path)}`
  python.FS.mkdirTree(dirname(place))
  python.FS.writeFile(place, readFileSync(path))
}
python.FS.writeFile('/stdlib.zip', readFileSync(join(pyodide, 'python_stdlib.zip')))
python.FS.writeFile('/pack.py', readFileSync(new URL('pack.py', import.meta.url)))
await python.runPythonAsync('import sys; sys.path[:0] = ["/", "/ours"]; import pack; await pack.pack()')

rmSync(out, { recursive: true, force: true })
mkdirSync(join(out, 'data'), { recursive: true })
const files = []
const contents = new Map()
const hashed = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 12)
const keep = (name, bytes, sent = bytes.length) => {
  contents.set(name, bytes)
  files.push({ name, bytes: sent, hash: hashed(bytes) })
}
// Not every host packs such files on their way: they are packed here, and the worker unpacks them.
const packed = (bytes) => gzipSync(bytes, { level: 9 })
keep('pyodide.asm.wasm.gz', packed(readFileSync(join(pyodide, 'pyodide.asm.wasm'))))
keep('stdlib.zip.gz', packed(python.FS.readFile('/packed/stdlib.zip')))
for (const name of ['pyodide.mjs', 'pyodide.asm.mjs']) {
  const bytes = readFileSync(join(pyodide, name))
  keep(name, bytes, packed(bytes).length)
}
// In a folder named after what is in it, and the games named after theirs: what an address gives never changes, and an update of
// the games leaves the rest where it is.
const version = hashed(JSON.stringify(files))
const games = packed(python.FS.readFile('/packed/qipai.zip'))
keep(`qipai-${hashed(games)}.zip.gz`, games)
for (const name of python.FS.readdir('/packed/data').filter((one) => !one.startsWith('.')))
  writeFileSync(join(out, 'data', name), python.FS.readFile(`/packed/data/${name}`))
const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
mkdirSync(join(out, version))
for (const [name, content] of contents) writeFileSync(join(out, version, name), content)
const qipai = python.runPython('from qipai.version import VERSION; VERSION')
const { info } = JSON.parse(readFileSync(join(pyodide, 'pyodide-lock.json'), 'utf8'))
writeFileSync(join(out, 'files.json'), JSON.stringify({ qipai, version, bytes, files, lock: { info, packages: {} } }))
console.log(`${(bytes / 1e6).toFixed(2)} MB: ${files.map((file) => `${file.name} ${Math.round(file.bytes / 1000)} kB`).join(', ')}`)
