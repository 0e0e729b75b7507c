import { expect, it } from 'vitest'
import { cardOf, GAMES, load } from '.'

it('a game is loaded once, so that a table is not rebuilt with every event', () => {
  const game = GAMES[0]!
  expect(load(game)).toBe(load(game))
})

it('every folder has a card, and no two claim the same place in the lobby', () => {
  const folders = Object.keys(import.meta.glob('./*/index.ts')).map((path) => path.split('/')[1]!)
  expect([...GAMES].sort()).toEqual(folders.sort())
  expect(new Set(GAMES.map((game) => cardOf(game)?.order)).size).toBe(GAMES.length)
})

it('a game without a folder is played at the generic table', async () => {
  expect((await load('a game from elsewhere')).table).toBe((await import('../generic')).table)
}, 30_000)
