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
}

export const tileHeight = (tile: number): number => tile * ASPECT

function columns(width: number, tile: number): number {
  return Math.floor((width + GAP) / (tile + GAP))
}

function total(counts: readonly number[], tile: number, ends: number, sides: number, hub: number): number {
  const rows = (seat: number, across: number): number => Math.ceil(Math.max(USUAL, counts[seat] ?? 0) / across)
  const middle = Math.max(rows(1, sides), rows(3, sides)) * (tileHeight(tile) + GAP)
  return (rows(0, ends) + rows(2, ends)) * (tileHeight(tile) + GAP) + Math.max(hub, middle) + 2 * SPACE
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
    return { tile, ends, sides }
  }
  return { tile: SMALLEST, ends: Math.max(1, columns(width, SMALLEST)), sides: Math.max(1, columns(beside, SMALLEST)) }
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
