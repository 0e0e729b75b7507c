// For benchmarks/browser.py: interpreted.py in a worker of the browser, with the site's own Python.
const unpacked = async (address) => {
  const packed = await (await fetch(address)).blob()
  return new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}

self.onmessage = async ({ data: { base, games, source, counts } }) => {
  try {
    const { loadPyodide } = await import(`${base}pyodide.mjs`)
    const parts = { 'pyodide.asm.wasm': await unpacked(`${base}pyodide.asm.wasm.gz`), 'stdlib.zip': await unpacked(`${base}stdlib.zip.gz`) }
    const real = self.fetch.bind(self)
    self.fetch = (address, init) => {
      const part = parts[String(address.url ?? address).split('/').pop()]
      const type = { headers: { 'content-type': 'application/wasm' } }
      return part ? Promise.resolve(new Response(part, type)) : real(address, init)
    }
    const lockFileContents = JSON.stringify((await (await real(`${base}../files.json`)).json()).lock)
    const python = await loadPyodide({ indexURL: base, stdLibURL: `${base}stdlib.zip`, lockFileContents })
    python.unpackArchive(await unpacked(`${base}${games}`), 'zip', { extractDir: '/games' })
    python.FS.writeFile('/games/interpreted.py', source)
    python.globals.set('now', () => performance.now() / 1000)
    python.runPython('import sys; sys.path.insert(0, "/games"); import interpreted, json')
    for (const [game, preset] of JSON.parse(python.runPython('json.dumps(interpreted.ways())'))) {
      const call = `json.dumps(interpreted.measure("${game}", "${preset}", now, ${counts.join(', ')}))`
      self.postMessage(JSON.parse(python.runPython(call)))
    }
    self.postMessage(null)
  } catch (problem) {
    self.postMessage({ failed: String(problem.message ?? problem) })
  }
}
