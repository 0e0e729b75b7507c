// How large the four rivers can be drawn in the centre: the largest tile with which all of them fit, and how many stand in a row.
// The lower and the upper river lie across the whole width, the two others beside the hub between them.

const ASPECT = 86 / 60
export const GAP = 1
export const SPACE = 6
/** Places kept free from the start, so that tiles seldom change their size during a deal. */
export const USUAL = 15
const LARGEST = 44
const SMALLEST = 12

export interface Ponds {
  /** Width of a tile in pixels. */
  tile: number
  /** Tiles in a row of the lower and upper river. */
  ends: number
  /** Tiles in a row of the left and right river. */
  sides: number
  /** Rows kept for each river by place, so that nothing moves while they fill. */
  rows: number[]
}

export const tileHeight = (tile: number): number => tile * ASPECT

function columns(width: number, tile: number): number {
  return Math.floor((width + GAP) / (tile + GAP))
}

function rowsOf(counts: readonly number[], ends: number, sides: number): number[] {
  return counts.map((count, place) => Math.ceil(Math.max(USUAL, count) / (place % 2 ? sides : ends)))
}

function total(counts: readonly number[], tile: number, ends: number, sides: number, hub: number): number {
  const [below = 0, right = 0, above = 0, left = 0] = rowsOf(counts, ends, sides).map((rows) => rows * (tileHeight(tile) + GAP))
  return below + above + Math.max(hub, left, right) + 2 * SPACE
}

/** `counts` are the tiles in each river by place: below, right, above, left. `hub` is the size of the square between them. */
export function fit(width: number, height: number, counts: readonly number[], hub: number): Ponds {
  const beside = (width - hub) / 2 - SPACE
  for (let tile = LARGEST; tile >= SMALLEST; tile--) {
    const widest = columns(width, tile)
    const most = columns(beside, tile)
    if (most < 3 || total(counts, tile, widest, most, hub) > height) continue
    // As compact as the height allows: rivers are read more easily in short rows.
    let ends = widest
    let sides = most
    while (ends > 8 && total(counts, tile, ends - 1, most, hub) <= height) ends--
    while (sides > 5 && total(counts, tile, ends, sides - 1, hub) <= height) sides--
    return { tile, ends, sides, rows: rowsOf(counts, ends, sides) }
  }
  const ends = Math.max(1, columns(width, SMALLEST))
  const sides = Math.max(1, columns(beside, SMALLEST))
  return { tile: SMALLEST, ends, sides, rows: rowsOf(counts, ends, sides) }
}

/** In one row, or in two rows of seven: 14 tiles are the most that anybody ever holds. */
export function handRows(width: number): 1 | 2 {
  return width < 420 ? 2 : 1
}

/** Width of a tile of my hand: seven in a row of two, else eleven with a gap, and never more than the height of the screen bears. */
export function handTile(width: number, tall: number): number {
  if (handRows(width) === 2) return Math.floor(Math.min(54, (width - 6 * 3) / 7))
  const most = tall <= 560 ? 44 : 60
  return Math.floor(Math.max(24, Math.min(most, (width - 13 * 3) / 14.3)))
}
