// Runs smoke.py in Pyodide with an uncompiled wheel: node play.mjs WHEEL
import { readFileSync } from 'node:fs'
import { loadPyodide } from 'pyodide'

const python = await loadPyodide()
python.unpackArchive(new Uint8Array(readFileSync(process.argv[2])), 'wheel', { extractDir: '/installed' })
await python.runPythonAsync('import sys; sys.path.insert(0, "/installed"); sys.argv = ["smoke.py"]')
await python.runPythonAsync(readFileSync(new URL('../smoke.py', import.meta.url), 'utf8'))
