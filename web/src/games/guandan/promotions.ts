// What the deals of this room have brought, as far as this browser has seen them end. Kept for a reload.
export interface Promotion {
  readonly deal: number
  readonly team: 0 | 1
  readonly gain: number
  readonly level: string
}

/** With a deal that has just ended; each deal once. */
export function withDeal(
  list: readonly Promotion[],
  deal: number,
  result: { team: 0 | 1; gain: number; levels: readonly string[] } | null,
): readonly Promotion[] {
  if (!result || list.some((line) => line.deal === deal)) return list
  return [...list, { deal, team: result.team, gain: result.gain, level: result.levels[result.team] ?? '' }]
}

export function stored(room: string): readonly Promotion[] {
  try {
    return JSON.parse(sessionStorage.getItem(`qipai.guandan.${room}`) ?? '[]') as Promotion[]
  } catch {
    return []
  }
}

export function store(room: string, list: readonly Promotion[]): void {
  sessionStorage.setItem(`qipai.guandan.${room}`, JSON.stringify(list))
}
