// benchmarks/interpreted.py in Pyodide: node benchmarks/interpreted.mjs [DECISIONS OF normal] [OF hard AND master], after `make site`
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadPyodide } from '../web/node_modules/pyodide/pyodide.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const sources = join(here, '..', 'src')
const python = await loadPyodide()
const put = (place, path) => {
  python.FS.mkdirTree(dirname(place))
  python.FS.writeFile(place, readFileSync(path))
}
for (const entry of readdirSync(sources, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name)
  if (entry.isFile() && /\.(py|md|weights)$/.test(path)) put(`/games/${relative(sources, path)}`, path)
}
put('/games/interpreted.py', join(here, 'interpreted.py'))
python.globals.set('busy', () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
})
const counts = process.argv.slice(2, 4).map(Number).join(', ')
try {
  python.runPython(`import sys; sys.path.insert(0, "/games"); import interpreted; interpreted.main(busy${counts && `, ${counts}`})`)
} catch (problem) {
  console.error(problem.message) // without the line of the program in which it happened, which is all of Pyodide
  process.exitCode = 1
}
