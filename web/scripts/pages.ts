// What each page needs beside what every page needs, for the server: it tells a browser with the first answer what the page would
// otherwise ask for only once it runs. Written into pages.json as { page: files }; `page:game` is what a game adds to a page.

/** As much of a bundle's chunk as is asked for here. */
export interface Chunk {
  fileName: string
  isEntry: boolean
  imports: readonly string[]
  moduleIds: readonly string[]
  viteMetadata?: { importedCss: ReadonlySet<string> }
}

const PAGES: Record<string, readonly string[]> = {
  r: ['pages/Room.svelte', 'ui/TableShell.svelte'],
  rules: ['pages/Rules.svelte'],
  learn: ['pages/Learn.svelte'],
}
// By the names of files in a game's folder.
const OF_GAMES: Record<string, readonly string[]> = {
  r: ['index.ts'],
  rules: ['figures.ts', 'pieceArt.ts'],
  learn: ['figures.ts', 'lessons.ts', 'pieceArt.ts'],
}

/** The files of every page. Those of the entry are named by the page itself. */
export function pageFiles(chunks: readonly Chunk[]): Record<string, string[]> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const entry = filesOf(
    chunks.filter((chunk) => chunk.isEntry),
    byName,
  )
  const holding = (end: string) => chunks.filter((chunk) => chunk.moduleIds.some((id) => id.endsWith(`/src/${end}`)))
  const found: Record<string, string[]> = {}
  const add = (page: string, modules: readonly string[], known: ReadonlySet<string>): Set<string> => {
    const files = filesOf(modules.flatMap(holding), byName)
    const fresh = [...files].filter((file) => !known.has(file)).sort()
    if (fresh.length) found[page] = fresh
    return files
  }
  const games = new Set(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => /\/src\/games\/([^/]+)\//.exec(id)?.[1] ?? '')))
  games.delete('')
  for (const [page, modules] of Object.entries(PAGES)) {
    const own = add(page, modules, entry)
    for (const game of [...games].sort())
      add(
        `${page}:${game}`,
        (OF_GAMES[page] ?? []).map((name) => `games/${game}/${name}`),
        new Set([...entry, ...own]),
      )
  }
  return found
}

/** Chunks with all that they import, and the styles of these. */
function filesOf(chunks: readonly Chunk[], byName: ReadonlyMap<string, Chunk>, files = new Set<string>()): Set<string> {
  for (const chunk of chunks) {
    if (files.has(chunk.fileName)) continue
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    filesOf(
      chunk.imports.flatMap((name) => byName.get(name) ?? []),
      byName,
      files,
    )
  }
  return files
}
