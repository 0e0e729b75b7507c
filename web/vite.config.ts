import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

const server = `http://127.0.0.1:${process.env.QIPAI_PORT ?? '8000'}`

// Browsers are told that it can be installed. A site needs no server: it lies under any path.
const installable = (base: string) => ({
  name: 'qipai-installable',
  transformIndexHtml: () => [
    { tag: 'link', attrs: { rel: 'manifest', href: `${base}manifest.webmanifest` }, injectTo: 'head' as const },
    { tag: 'link', attrs: { rel: 'apple-touch-icon', href: `${base}icons/192.png` }, injectTo: 'head' as const },
  ],
})

export default defineConfig(({ mode }) => ({
  base: mode === 'site' ? './' : '/',
  plugins: [svelte(), installable(mode === 'site' ? './' : '/')],
  worker: { format: 'es' },
  build: {
    outDir: mode === 'site' ? '../site/play' : '../src/qipai/web',
    emptyOutDir: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // The page is served with `font-src 'self'` and `script-src 'self'`: nothing may become a data: address or inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A few files, each with all that it needs: what every page has, and what every table has. A phone far away waits for each
    // round of requests, not for the bytes.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: /src\/main\.ts$/, priority: 2 },
            { name: 'table', test: /src\/ui\/TableShell\.svelte$/, priority: 1 },
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
