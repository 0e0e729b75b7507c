// How large the four rivers can be drawn in the centre: the largest tile with which all of them fit, and how many stand in a row.
// Two arrangements, whichever gives larger tiles: in `bands` the lower and the upper river lie across the whole width and the two
// others beside the hub between them; in `strips` the two at the sides stand as high as the centre, the others between them.

const ASPECT = 86 / 60
export const GAP = 1
export const SPACE = 6
const APART = 0.35 // of a tile between the strips, so that nobody reads three rivers as one
/** Places kept free from the start, so that tiles seldom change their size during a deal. */
const USUAL = 16
const LARGEST = 60
const SMALLEST = 12

type Shape = 'bands' | 'strips'

interface RiverLayout {
  shape: Shape
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
/** So wide are `n` tiles side by side, and so high are `n` of them one below the other. */
export const across = (n: number, tile: number): number => n * (tile + GAP) - GAP
const down = (n: number, tile: number): number => n * (tileHeight(tile) + GAP)

const columns = (width: number, tile: number): number => Math.floor((width + GAP) / (tile + GAP))

/** The space beside the rivers between the strips. */
export const apart = (tile: number): number => Math.max(SPACE, APART * tile)

interface Centre {
  width: number
  height: number
  /** Tiles in each river by place, below, right, above, left: those that lie there, or at least the usual. */
  counts: readonly number[]
  hub: number
}

function rowsOf({ counts }: Centre, ends: number, sides: number): number[] {
  return counts.map((count, place) => Math.ceil(count / (place % 2 ? sides : ends)))
}

function fits(shape: Shape, centre: Centre, tile: number, ends: number, sides: number): boolean {
  const { width, height, hub } = centre
  const [below = 0, right = 0, above = 0, left = 0] = rowsOf(centre, ends, sides).map((rows) => down(rows, tile))
  const beside = Math.max(left, right)
  if (shape === 'bands') return below + above + Math.max(hub, beside) + 2 * SPACE <= height
  const middle = Math.max(across(ends, tile), hub)
  return below + above + hub + 2 * SPACE <= height && beside <= height && middle + 2 * (across(sides, tile) + apart(tile)) <= width
}

/** With tiles of this width, in rows as short as the room allows: rivers are read more easily so. Null: there is no way. */
function arranged(shape: Shape, centre: Centre, tile: number): RiverLayout | null {
  const { width, height, hub, counts } = centre
  let ends: number
  let sides: number
  if (shape === 'bands') {
    ends = columns(width, tile)
    sides = columns((width - hub) / 2 - SPACE, tile)
    if (sides < 3) return null
  } else {
    const high = Math.floor(height / down(1, tile))
    sides = Math.max(1, Math.ceil(Math.max(counts[1] ?? 0, counts[3] ?? 0) / Math.max(1, high)))
    ends = columns(width - 2 * (across(sides, tile) + apart(tile)), tile)
    if (ends < 3) return null
  }
  if (!fits(shape, centre, tile, ends, sides)) return null
  while (ends > (shape === 'bands' ? 8 : 5) && fits(shape, centre, tile, ends - 1, sides)) ends--
  while (shape === 'bands' && sides > 5 && fits(shape, centre, tile, ends, sides - 1)) sides--
  return { shape, tile, ends, sides, rows: rowsOf(centre, ends, sides) }
}

function largest(shape: Shape, centre: Centre): RiverLayout | null {
  for (let tile = LARGEST; tile >= SMALLEST; tile--) {
    const found = arranged(shape, centre, tile)
    if (found) return found
  }
  return null
}

/** `counts` are the tiles in each river by place: below, right, above, left. `hub` is the size of the square between them. */
export function fit(width: number, height: number, counts: readonly number[], hub: number): RiverLayout {
  const usual: Centre = { width, height, hub, counts: counts.map(() => USUAL) }
  const bands = largest('bands', usual)
  const strips = largest('strips', usual)
  // By what is usual: the rivers of a long deal grow smaller, but they stay where they are.
  const shape = (strips?.tile ?? 0) > (bands?.tile ?? 0) ? 'strips' : 'bands'
  const centre: Centre = { ...usual, counts: counts.map((count) => Math.max(USUAL, count)) }
  const found = largest(shape, centre)
  if (found) return found
  const ends = Math.max(1, columns(width, SMALLEST))
  const sides = Math.max(1, columns((width - hub) / 2 - SPACE, SMALLEST))
  return { shape: 'bands', tile: SMALLEST, ends, sides, rows: rowsOf(centre, ends, sides) }
}
