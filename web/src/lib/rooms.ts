// Opening a table. One click: the visitor and bots of the chosen level, and the click is the consent to the usual rules of the chosen way to play.
import { load } from '../games'
import { isLocal } from '../home/home'
import { where } from '../home/where.svelte'
import type { SeatWish } from './api'
import { allGames, chosenWay } from './catalogue.svelte'
import { router } from './router.svelte'
import { me } from './session.svelte'
import { settings } from './settings.svelte'
import type { PracticeBody, RoomBody, RoomOut } from './wire.gen'

const agreed = new Set<string>()

/** Whether the way here was 'play now'; asked once. */
export function agreedTo(room: string): boolean {
  return agreed.delete(room)
}

export async function openRoom(wish: RoomBody): Promise<string> {
  const { room } = await me.call<RoomOut>('POST', '/rooms', wish, where.here)
  return room
}

/** The level that was chosen, or in a game without it the strongest there is. */
export function strength(level: string, levels: readonly string[]): string {
  return levels.includes(level) ? level : (levels.at(-1) ?? level)
}

/** `before` is told the room before its page opens. */
export async function playNow(game: string, level = settings.level, before?: (room: string) => void): Promise<void> {
  void load(game).catch(() => undefined) // the table is on its way before the room is there
  const found = (await allGames()).find((one) => one.name === game)
  const bot: SeatWish = { kind: 'bot', level: strength(level, found?.levels ?? []) }
  const seats: SeatWish[] = [{ kind: 'me' }, ...Array.from({ length: (found?.seats ?? 4) - 1 }, () => bot)]
  const way = chosenWay(game)
  const room = await openRoom({ game, seats, ...(way ? { rules: { preset: way.preset } } : {}) })
  agreed.add(room)
  before?.(room)
  router.go(`/r/${room}`)
}

/** A position of a finished deal, to play on from against bots: at the home where the deal is. */
export async function practise(game: string, wish: PracticeBody, level: string): Promise<void> {
  const found = (await allGames()).find((one) => one.name === game)
  const body = { ...wish, level: strength(level, found?.levels ?? []) }
  const here = wish.room ? isLocal(wish.room) : where.here
  const { room } = await me.call<RoomOut>('POST', '/practice', body, here)
  agreed.add(room)
  router.go(`/r/${room}`)
}
