import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { pageFiles, type Chunk } from './scripts/pages'

const server = `http://127.0.0.1:${process.env.QIPAI_PORT ?? '8000'}`

const PICTURES = /src\/games\/([a-z]+)\/(art\/|moves\.ts$)/
const LEARNING = /src\/(i18n\/learn\.ts|learn\/(Figure|Frame|Pieces|Terms)\.svelte)$/
const EVERY_TABLE = /src\/(ui\/(TableShell|Piece)\.svelte|lib\/size\.ts)$|svelte\/src\/animate\//
const OVER_TABLES = /src\/ui\/sheets\.ts$/

// Browsers are told that it can be installed. A site needs no server: it lies under any path.
const installable = (base: string) => ({
  name: 'qipai-installable',
  transformIndexHtml: () => [
    { tag: 'link', attrs: { rel: 'manifest', href: `${base}manifest.webmanifest` }, injectTo: 'head' as const },
    { tag: 'link', attrs: { rel: 'apple-touch-icon', href: `${base}icons/192.png` }, injectTo: 'head' as const },
  ],
})

// The server tells a browser with the first answer what its page will ask for.
const pageList = () => ({
  name: 'qipai-pages',
  generateBundle(this: { emitFile(file: object): unknown }, _: unknown, bundle: Record<string, { type: string }>) {
    const chunks = Object.values(bundle).filter((one): one is Chunk & { type: string } => one.type === 'chunk')
    this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pageFiles(chunks)) })
  },
})

export default defineConfig(({ mode }) => ({
  base: mode === 'site' ? './' : '/',
  plugins: [svelte(), installable(mode === 'site' ? './' : '/'), ...(mode === 'site' ? [] : [pageList()])],
  worker: { format: 'es' },
  build: {
    outDir: mode === 'site' ? '../site/play' : '../src/qipai/web',
    emptyOutDir: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // The page is served with `font-src 'self'` and `script-src 'self'`: nothing may become a data: address or inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A few files, each with all that it needs: what every page has, what every table has, what lies over tables, what books and lessons
    // have, and of each game its pictures. A phone far away waits for each round of requests, not for the bytes; and a browser takes
    // longer to ask for a small file than to run it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: /src\/(main|learn\/guide)\.ts$/, priority: 3 },
            { name: (id: string) => `${PICTURES.exec(id)?.[1]}-art`, test: PICTURES, priority: 2 },
            { name: 'table', test: EVERY_TABLE, priority: 1 },
            { name: 'learning', test: LEARNING },
            { name: 'sheets', test: OVER_TABLES },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server, changeOrigin: true },
      '/ws': { target: server, ws: true, changeOrigin: true, headers: { origin: server } },
    },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'], environment: 'node' },
}))
