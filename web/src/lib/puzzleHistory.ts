// Which puzzles were solved on this device. The first answer counts; later ones are practice.
interface History {
  /** By game/id: whether the first answer was right. */
  tried: Record<string, boolean>
  /** By date: whether a daily puzzle of that day was solved on that day. */
  days: Record<string, boolean>
}

const KEY = 'qipai.puzzles'
const DAY = 86_400_000

export const keyOf = (game: string, id: string): string => `${game}/${id}`

/** A date where the person is, as the server reads it. */
export function dateOf(now: Date): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

export const today = (): string => dateOf(new Date())

function flags(given: unknown): Record<string, boolean> {
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => typeof value === 'boolean')) as Record<string, boolean>
}

export function history(store: Pick<Storage, 'getItem'> = localStorage): History {
  try {
    const kept = JSON.parse(store.getItem(KEY) ?? '{}') as Partial<History>
    return { tried: flags(kept.tried), days: flags(kept.days) }
  } catch {
    return { tried: {}, days: {} }
  }
}

/** Writes an answer down. `daily`: the date whose puzzle it is, if it is one of today's. */
export function answered(
  game: string,
  id: string,
  right: boolean,
  daily: string | null,
  store: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
): void {
  const kept = history(store)
  const key = keyOf(game, id)
  const first = !(key in kept.tried)
  kept.tried[key] ??= right
  if (daily !== null && (first || !(daily in kept.days))) kept.days[daily] = kept.days[daily] === true || right
  store.setItem(KEY, JSON.stringify(kept))
}

/** Days in a row up to now; a day that is not over yet breaks nothing. */
export function streak(days: Record<string, boolean>, now: string): number {
  const at = (back: number): string => new Date(Date.parse(`${now}T00:00:00Z`) - back * DAY).toISOString().slice(0, 10)
  let back = days[now] === true ? 0 : 1
  let length = 0
  while (days[at(back)] === true) {
    length += 1
    back += 1
  }
  return length
}
