// My hand as it is shown: tiles from the view's text, their order, and what the server's list of moves lets me pick.
// Nothing here knows a rule; a tile can be picked because some legal move names it.

export type Sort = 'suit' | 'rank' | 'sets'
export const SORTS: readonly Sort[] = ['suit', 'rank', 'sets']

const SUIT_ORDER = 'psm'

/** `123p55s` as single tiles. */
export function tilesOf(text: string | null | undefined): string[] {
  const out: string[] = []
  let ranks = ''
  for (const letter of text ?? '') {
    if (letter >= '1' && letter <= '9') ranks += letter
    else {
      out.push(...[...ranks].map((rank) => rank + letter))
      ranks = ''
    }
  }
  return out
}

/** The tile's number in the order of the rules: dots, bamboo, characters. */
export function order(tile: string): number {
  return 9 * SUIT_ORDER.indexOf(tile[1]!) + Number(tile[0]) - 1
}

export interface Held {
  /** Stays with its copy while the hand is sorted again, so that tiles can be seen to move. */
  key: string
  tile: string
  /** Begins a new group: a little space before it. */
  apart: boolean
  drawn: boolean
}

/** The hand from left to right, the drawn tile last and apart. Tiles of the missing suit stand at the end of the others. */
export function arrange(hand: readonly string[], drawn: string | null, sort: Sort, missing: string | null): Held[] {
  const rest = [...hand]
  if (drawn !== null) rest.splice(rest.indexOf(drawn), 1)
  const last = (tile: string): number => (tile[1] === missing ? 1 : 0)
  const groups = sort === 'sets' ? grouped(rest, missing) : [rest.sort((a, b) => last(a) - last(b) || compare(a, b, sort))]
  const copies = new Map<string, number>()
  const held = groups.flatMap((group, at) =>
    group.map((tile, k): Held => {
      const copy = copies.get(tile) ?? 0
      copies.set(tile, copy + 1)
      return { key: `${tile}${copy}`, tile, apart: at > 0 && k === 0, drawn: false }
    }),
  )
  if (drawn !== null) held.push({ key: `${drawn}${copies.get(drawn) ?? 0}`, tile: drawn, apart: true, drawn: true })
  return held
}

function compare(a: string, b: string, sort: Sort): number {
  return sort === 'rank' ? Number(a[0]) - Number(b[0]) || order(a) - order(b) : order(a) - order(b)
}

/** Sets, then pairs and neighbours, then single tiles; the missing suit is one group at the end. */
export function grouped(tiles: readonly string[], missing: string | null): string[][] {
  const found: { tiles: string[]; worth: number }[] = []
  for (const suit of SUIT_ORDER) {
    const mine = tiles.filter((tile) => tile[1] === suit)
    if (!mine.length || suit === missing) continue
    const counts = Array.from({ length: 9 }, (_, r) => mine.filter((tile) => Number(tile[0]) === r + 1).length)
    for (const part of split(counts).parts) found.push({ tiles: part.map((r) => `${r + 1}${suit}`), worth: part.length })
  }
  found.sort((a, b) => Math.min(b.worth, 3) - Math.min(a.worth, 3) || order(a.tiles[0]!) - order(b.tiles[0]!))
  const singles = found.filter(({ worth }) => worth === 1).flatMap((part) => part.tiles)
  const out = found.filter(({ worth }) => worth > 1).map((part) => part.tiles)
  if (singles.length) out.push(singles)
  const gone = tiles.filter((tile) => tile[1] === missing).sort((a, b) => order(a) - order(b))
  if (gone.length) out.push(gone)
  return out
}

interface Split {
  worth: number
  parts: number[][]
}

/** How one suit is best read, counted in sets, then pairs, then neighbours. */
function split(counts: number[]): Split {
  const r = counts.findIndex((n) => n > 0)
  if (r < 0) return { worth: 0, parts: [] }
  let best: Split = { worth: -1, parts: [] }
  const shapes: [number[], number][] = [
    [[r, r, r], 30],
    [[r, r + 1, r + 2], 29],
    [[r, r], 11],
    [[r, r + 1], 9],
    [[r, r + 2], 7],
    [[r], 0],
  ]
  for (const [part, worth] of shapes) {
    const rest = [...counts]
    for (const at of part) rest[at] = (rest[at] ?? 0) - 1
    if (part.some((at) => at > 8 || rest[at]! < 0)) continue
    const after = split(rest)
    if (worth + after.worth > best.worth) best = { worth: worth + after.worth, parts: [part, ...after.parts] }
  }
  return best
}

// what the legal moves name
export const named = (legal: readonly string[], verb: string): string[] =>
  legal.filter((move) => move.startsWith(`${verb} `)).map((move) => move.slice(verb.length + 1))

export const discards = (legal: readonly string[]): string[] => named(legal, 'discard')
export const kongs = (legal: readonly string[]): string[] => named(legal, 'kong')

/** `1p1p9p` of every legal burial or swap. */
function threes(legal: readonly string[]): [move: string, tiles: string[]][] {
  const moves = legal.filter((move) => /^(bury|swap) /.test(move))
  return moves.map((move) => [move, move.slice(5).match(/../g) ?? []])
}

function contains(whole: readonly string[], part: readonly string[]): boolean {
  const rest = [...whole]
  return part.every((tile) => {
    const at = rest.indexOf(tile)
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  })
}

/** May the tile be added to those chosen for burying or swapping? */
export function buriable(legal: readonly string[], chosen: readonly string[], tile: string): boolean {
  return threes(legal).some(([, three]) => contains(three, [...chosen, tile]))
}

/** The legal burial or swap of exactly these tiles, in any order. */
export function burial(legal: readonly string[], chosen: readonly string[]): string | null {
  return threes(legal).find(([, three]) => three.length === chosen.length && contains(three, chosen))?.[0] ?? null
}

/** The keys of the hand's tiles that a move names, each copy once. */
export function keysOf(held: readonly Held[], tiles: readonly string[]): string[] {
  const free = [...held].reverse()
  return tiles.flatMap((tile) => {
    const at = free.findIndex((one) => one.tile === tile)
    return at < 0 ? [] : free.splice(at, 1).map((one) => one.key)
  })
}

/** The tiles of a move such as `discard 5p`, `kong 5p`, `bury 1p1p9p`. */
export function tilesIn(move: string): string[] {
  return move.match(/[1-9][psm]/g) ?? []
}
