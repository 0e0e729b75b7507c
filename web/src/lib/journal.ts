// The lines of the deal that is being played, kept for a reload: a snapshot tells no history. One room at a time, bounded like
// the log itself; a browser that keeps nothing (private windows, full storage) only loses the lines that were told before.
import type { LogLine } from './model'

const KEY = 'qipai.log'

export interface Journal {
  room: string
  /** The deal that the lines are about, as it is counted for people. */
  deal: number
  /** Of the view that the last line led to. */
  version: number
  lines: readonly LogLine[]
}

/** What was told of this deal in this room, unless the table there is older than what was told. */
export function recall(room: string, deal: number, version: number): readonly LogLine[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Journal | null
    return kept && kept.room === room && kept.deal === deal && kept.version <= version ? kept.lines : []
  } catch {
    return []
  }
}

export function note(journal: Journal): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(journal))
  } catch {
    // the table goes on without
  }
}

/** The room was left: nothing of it stays behind. */
export function forget(room: string): void {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Journal | null
    if (kept?.room === room) sessionStorage.removeItem(KEY)
  } catch {
    // nothing was kept
  }
}
