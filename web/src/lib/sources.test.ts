/** Of the sources: exports that nothing imports, words that nothing says, names that were given up, tables that would fetch. */
import { expect, test } from 'vitest'

const code = import.meta.glob<string>(['../**/*.{ts,svelte}', '../../scripts/*.{ts,mjs}', '../../*.ts', '!../**/*.gen.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** Patterns, payments and levels have their words by the names that the rules give them. */
const rules = import.meta.glob<string>('../../../src/qipai/**/*.py', { query: '?raw', import: 'default', eager: true })
const files = Object.entries(code)

const has = (text: string, name: string): boolean => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(text)
const EXPORT = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm

test('what is exported is imported somewhere', () => {
  const unused = files.flatMap(([path, text]) =>
    [...text.matchAll(EXPORT)]
      .map(([, name]) => name!)
      .filter((name) => !files.some(([other, used]) => other !== path && has(used, name)))
      .map((name) => `${path}: ${name}`),
  )
  expect(unused).toEqual([])
})

test('every word of the tables is said by a page, by its key or by how its key begins', () => {
  const isTable = (path: string): boolean => /\/i18n\/|\/i18n\w*\.ts$/.test(path)
  const pages = files.filter(([path]) => !isTable(path) && !path.endsWith('.test.ts')).map(([, text]) => text)
  const beginnings = pages.flatMap((text) => [...text.matchAll(/`(\w+_)\$\{/g)].map(([, beginning]) => beginning!))
  const sources = [...pages, ...Object.values(rules)].join('\n')
  const silent = files
    .filter(([path]) => isTable(path))
    .flatMap(([path, text]) => [...text.matchAll(/^ {2}(\w+): \{/gm)].map(([, key]) => ({ path, key: key! })))
    .filter(({ key }) => !beginnings.some((beginning) => key.startsWith(beginning)) && !has(sources, key))
  expect(silent).toEqual([])
})

const GONE = /^(?:house|live|lull|story|what|said|turns|cycles|oneSeat|sideBySide|desk|advised|halving|outside|serving|ponds|told)$/i
const DEFINED =
  /^\s*(?:export )?(?:async )?(?:function\*?|class|interface|type) (\w+)|(?:const|let) (\w+) = (?:async )?(?:\([^)]*\)|\w+)(?:: [^=]+)? =>/gm

test('no type, class or function has a name that was given up, and no module', () => {
  const named = files.flatMap(([path, text]) =>
    [path.split('/').at(-1)!.split('.')[0]!, ...[...text.matchAll(DEFINED)].map(([, one, other]) => one ?? other!)].map((name) => ({
      path,
      name,
    })),
  )
  expect(named.length).toBeGreaterThan(1000)
  expect(named.filter(({ name }) => GONE.test(name))).toEqual([])
})

test('a table draws what its model has, and asks the server for nothing itself', () => {
  const asking = files.filter(([path, text]) => /\/(?:games\/\w+|generic)\//.test(path) && /lib\/(?:api|socket)'|\bfetch\(/.test(text))
  expect(asking.map(([path]) => path)).toEqual([])
  expect(files.some(([path, text]) => path.includes('/pages/') && text.includes("lib/api'"))).toBe(true)
})
