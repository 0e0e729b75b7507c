import { afterEach, expect, it, vi } from 'vitest'
import { allGames, chosenWay, wayIn, waysOf } from '../../lib/catalogue.svelte'
import { settings } from '../../lib/settings.svelte'

afterEach(() => vi.unstubAllGlobals())

it('offers the ways to play that the server has, and remembers which was chosen', async () => {
  const presets = ['default', 'river'].map((name) => ({ name, title: { zh: '', en: '' } }))
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify([{ name: 'mahjong', presets }]))))
  await allGames()
  expect(waysOf('mahjong').map(({ preset }) => preset)).toEqual(['default', 'river'])
  expect(waysOf('other')).toEqual([])
  expect(chosenWay('mahjong')?.preset).toBe('default')
  settings.ways = { mahjong: 'river' }
  expect(chosenWay('mahjong')?.title.zh).toBe('血流成河')
  settings.ways = { mahjong: 'chengdu' } // which this server does not have
  expect(chosenWay('mahjong')?.preset).toBe('default')
  expect(wayIn('mahjong', {})?.title.zh).toBe('埋三张')
  expect(wayIn('mahjong', { preset: 'chengdu' })?.title.zh).toBe('血战到底')
  expect(wayIn('other', {})).toBeNull()
})
