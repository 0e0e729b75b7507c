// Opening a table. One click: oneself and bots of the chosen level, and the click is the consent to the default rules.
import type { GameInfo, RoomWish, SeatWish } from './api'
import { call } from './api'
import { router } from './router.svelte'
import { me } from './session.svelte'
import { settings } from './settings.svelte'

let games: Promise<GameInfo[]> | null = null

/** Every game with its options; asked once. */
export function allGames(): Promise<GameInfo[]> {
  games ??= call<GameInfo[]>('GET', '/games').catch((problem: unknown) => {
    games = null
    throw problem
  })
  return games
}

export async function openRoom(wish: RoomWish): Promise<string> {
  const { room } = await me.call<{ room: string }>('POST', '/rooms', wish)
  return room
}

export async function playNow(game: string, level = settings.level): Promise<void> {
  const count = (await allGames()).find((one) => one.name === game)?.seats ?? 4
  const seats: SeatWish[] = [{ kind: 'me' }, ...Array.from({ length: count - 1 }, (): SeatWish => ({ kind: 'bot', level }))]
  const room = await openRoom({ game, seats })
  sessionStorage.setItem(`qipai.go.${room}`, '1')
  router.go(`/r/${room}`)
}
