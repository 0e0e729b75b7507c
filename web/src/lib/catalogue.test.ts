import { afterEach, expect, it, vi } from 'vitest'
import { allGames, resolved } from './catalogue.svelte'

afterEach(() => vi.unstubAllGlobals())

it('rules are told in full: the option, else its preset, else the default', async () => {
  expect(resolved('other', {})).toBeNull()
  const options = {
    properties: { preset: { default: 'usual' }, most: { default: 10 }, level: { default: false }, limit: { default: 3 } },
    presets: { usual: {}, house: { level: true, limit: 0 } },
  }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify([{ name: 'other', options }]))))
  await allGames()
  expect(resolved('other', {})).toMatchObject({ most: 10, level: false, limit: 3 })
  expect(resolved('other', { preset: 'house', most: 8 })).toMatchObject({ most: 8, level: true, limit: 0 })
})
