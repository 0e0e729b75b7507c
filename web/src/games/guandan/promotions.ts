// What the deals of this match have brought. Deals that this browser has not seen end are asked for; all are kept for a reload.
export interface Promotion {
  readonly deal: number
  readonly team: 0 | 1
  readonly gain: number
  readonly level: string
}
export interface Outcome {
  team: 0 | 1
  gain: number
  levels: readonly string[]
}

/** With a deal that has ended; each deal once, in their order. */
export function withDeal(list: readonly Promotion[], deal: number, result: Outcome | null): readonly Promotion[] {
  if (!result || list.some((line) => line.deal === deal)) return list
  const line = { deal, team: result.team, gain: result.gain, level: result.levels[result.team] ?? '' }
  return [...list, line].sort((a, b) => a.deal - b.deal)
}

/** Which deals before this one are not in the list. */
export function missing(list: readonly Promotion[], deal: number): number[] {
  const known = new Set(list.map((line) => line.deal))
  return Array.from({ length: Math.max(0, deal - 1) }, (_, k) => k + 1).filter((one) => !known.has(one))
}

export function stored(room: string): readonly Promotion[] {
  try {
    return JSON.parse(sessionStorage.getItem(`qipai.guandan.${room}`) ?? '[]') as Promotion[]
  } catch {
    return []
  }
}

export function store(room: string, list: readonly Promotion[]): void {
  try {
    sessionStorage.setItem(`qipai.guandan.${room}`, JSON.stringify(list))
  } catch {
    // they can be asked for again
  }
}
