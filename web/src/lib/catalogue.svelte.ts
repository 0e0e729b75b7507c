// The games to choose from. Those that this build knows are there at once; the server then tells which it has, and about the others.
import { cardOf, GAMES, type Way } from '../games'
import { where } from '../home/where.svelte'
import { call, type GameInfo } from './api'
import type { Words } from './model'
import { settings } from './settings.svelte'

const asked = new Map<boolean, Promise<GameInfo[]>>()
let listed = $state.raw<readonly GameInfo[] | null>(null)

/** Every game of the home with its options; asked once. */
export function allGames(): Promise<GameInfo[]> {
  const here = where.here
  const found = asked.get(here) ?? call<GameInfo[]>('GET', '/games', undefined, null, here)
  asked.set(here, found)
  return found.then(
    (games) => (listed = games) as GameInfo[],
    (problem: unknown) => {
      asked.delete(here)
      throw problem
    },
  )
}

/** The server's word on a game, once it has come. */
const info = (game: string): GameInfo | undefined => listed?.find((one) => one.name === game)

/** Names of the games in the order of the lobby. */
export function gameNames(): readonly string[] {
  if (listed === null) return GAMES
  const there = listed.map((one) => one.name)
  return [...GAMES.filter((name) => there.includes(name)), ...there.filter((name) => !GAMES.includes(name))]
}

export function titleOf(game: string): Words {
  return cardOf(game)?.title ?? info(game)?.title ?? { zh: game, en: game }
}

/** The ways to play a game, where there is more than one: those that this build knows at once, then those that the server has. */
export function waysOf(game: string): readonly Way[] {
  const presets = info(game)?.presets
  const ways = (cardOf(game)?.ways ?? []).filter(({ preset }) => presets?.some(({ name }) => name === preset) ?? true)
  return ways.length > 1 ? ways : []
}

/** The way that this person plays the game: the one chosen last, or the first. Null where there is only one. */
export function chosenWay(game: string): Way | null {
  const ways = waysOf(game)
  return ways.find(({ preset }) => preset === settings.ways[game]) ?? ways[0] ?? null
}

/** The way that these rules mean. */
export function wayIn(game: string, rules: Readonly<Record<string, unknown>>): Way | null {
  const ways = cardOf(game)?.ways ?? []
  return ways.find(({ preset }) => preset === rules.preset) ?? ways[0] ?? null
}

export function blurbOf(game: string): Words {
  return cardOf(game)?.blurb ?? info(game)?.words ?? { zh: '', en: '' }
}

/** How many play; null while nobody knows. */
export function seatsOf(game: string): number | null {
  return cardOf(game)?.seats ?? info(game)?.seats ?? null
}

/** Whether seats of a game play together; false until the server has told. */
export function teamsIn(game: string): boolean {
  return info(game)?.teams ?? false
}

/** Every option of a game with its value under these rules, which name only a preset and what differs from it; null until the server has told. */
export function resolved(game: string, rules: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const found = info(game)
  if (!found) return null
  const { properties, presets } = found.options
  const usual = Object.fromEntries(Object.entries(properties).map(([name, option]) => [name, option.default]))
  return { ...usual, ...presets[String(rules.preset ?? usual.preset)], ...rules }
}

/** Asks the server about a game that this build does not know, so that it gets its title. */
export function learnAbout(game: string): void {
  if (!cardOf(game)) void allGames().catch(() => undefined)
}
