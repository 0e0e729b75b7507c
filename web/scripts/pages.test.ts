import { expect, test } from 'vitest'
import { pageFiles, type Chunk } from './pages'

const chunk = (name: string, modules: string[], imports: string[] = [], styles: string[] = [], isEntry = false): Chunk => ({
  fileName: `${name}.js`,
  isEntry,
  imports: imports.map((one) => `${one}.js`),
  moduleIds: modules.map((one) => `/anywhere/web/src/${one}`),
  viteMetadata: { importedCss: new Set(styles.map((one) => `${one}.css`)) },
})

const CHUNKS = [
  chunk('base', ['main.ts'], [], ['base'], true),
  chunk('room', ['pages/Room.svelte'], ['base', 'table'], ['room']),
  chunk('table', ['ui/TableShell.svelte'], ['base'], ['table']),
  chunk('go', ['games/go/index.ts', 'games/go/Table.svelte'], ['base', 'table', 'art']),
  chunk('art', ['games/go/art/Stone.svelte'], ['base'], ['art']),
  chunk('menu', ['ui/TableMenu.svelte'], ['base', 'table']),
]

test('a page needs its chunks, what they import and the styles of these, but not what every page has', () => {
  expect(pageFiles(CHUNKS).r).toEqual(['room.css', 'room.js', 'table.css', 'table.js'])
})

test('a game adds to a page what the page has not', () => {
  expect(pageFiles(CHUNKS)['r:go']).toEqual(['art.css', 'art.js', 'go.js'])
})

test('a page that is not there needs nothing', () => {
  expect(Object.keys(pageFiles(CHUNKS))).toEqual(['r', 'r:go'])
})
