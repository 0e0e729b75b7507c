// Mahjong tiles, drawn once as <symbol>s; a tile on the screen is two <use>s (Tile.svelte).
// Dots and bamboo are told by tables: where each figure stands, how large, in which colour.
import { joined } from '../../../lib/i18n.svelte'
import { GLYPHS } from './tile-glyphs'

export type Suit = 'p' | 's' | 'm'
export const SUITS: readonly Suit[] = ['p', 's', 'm']

/** A face is 60 by 78; a lying tile shows 4 of its ivory side and 4 of its green back below. */
export const FACE = { width: 60, height: 78 } as const
export const DEPTH = 8

const RED = '#b5382a'
const GREEN = '#1d6a4c'
const BLUE = '#24457f'
const INK = '#20293f'
const IVORY = '#fbf6e9'
const C = { r: RED, g: GREEN, b: BLUE } as const

/** Where a figure stands, its colour, and how it is turned. */
type Figure = readonly [x: number, y: number, colour: 'r' | 'g' | 'b', turn?: number]
interface Arrangement {
  readonly size: number
  readonly wide?: number
  readonly at: readonly Figure[]
}

const grid = (xs: readonly number[], ys: readonly number[], colour: 'r' | 'g' | 'b'): Figure[] =>
  ys.flatMap((y) => xs.map((x): Figure => [x, y, colour]))

/** 2 to 9 of dots, as on real tiles: three and the upper part of seven run slantwise, six is two over four. */
export const DOTS: Record<number, Arrangement> = {
  2: {
    size: 15,
    at: [
      [30, 21, 'g'],
      [30, 57, 'b'],
    ],
  },
  3: {
    size: 11,
    at: [
      [15.5, 16.5, 'b'],
      [30, 39, 'r'],
      [44.5, 61.5, 'g'],
    ],
  },
  4: {
    size: 11.5,
    at: [
      [17, 21, 'b'],
      [43, 21, 'g'],
      [17, 57, 'g'],
      [43, 57, 'b'],
    ],
  },
  5: {
    size: 10,
    at: [
      [15.5, 16.5, 'b'],
      [44.5, 16.5, 'g'],
      [30, 39, 'r'],
      [15.5, 61.5, 'g'],
      [44.5, 61.5, 'b'],
    ],
  },
  6: { size: 10, at: [...grid([18, 42], [15.5], 'g'), ...grid([18, 42], [40.5, 63], 'r')] },
  7: { size: 8.7, at: [[12.5, 11.5, 'g'], [30, 19, 'g'], [47.5, 26.5, 'g'], ...grid([19.5, 40.5], [45.5, 65], 'r')] },
  8: { size: 8.4, at: grid([19, 41], [12, 30, 48, 66], 'b') },
  9: { size: 8.2, at: [...grid([12, 30, 48], [15], 'g'), ...grid([12, 30, 48], [39], 'r'), ...grid([12, 30, 48], [63], 'b')] },
}

/** 2 to 9 of bamboo: `size` is the length of a stalk. Six is two rows of long green, nine three rows with a red middle. */
export const STALKS: Record<number, Arrangement> = {
  2: {
    size: 31,
    wide: 1.25,
    at: [
      [30, 21.5, 'b'],
      [30, 56.5, 'g'],
    ],
  },
  3: {
    size: 31,
    wide: 1.25,
    at: [
      [30, 21.5, 'b'],
      [17, 56.5, 'g'],
      [43, 56.5, 'g'],
    ],
  },
  4: {
    size: 31,
    wide: 1.25,
    at: [
      [17, 21.5, 'b'],
      [43, 21.5, 'g'],
      [17, 56.5, 'g'],
      [43, 56.5, 'b'],
    ],
  },
  5: {
    size: 29,
    at: [
      [13, 22, 'g'],
      [47, 22, 'b'],
      [30, 39, 'r'],
      [13, 56, 'b'],
      [47, 56, 'g'],
    ],
  },
  6: { size: 30, at: grid([13, 30, 47], [22, 56], 'g') },
  7: { size: 20.5, at: [[30, 15, 'r'], ...grid([13, 30, 47], [39, 63], 'g')] },
  8: {
    size: 29,
    wide: 0.9,
    at: [
      [8.5, 22, 'g'],
      [22.3, 22, 'g', -16],
      [37.7, 22, 'g', 16],
      [51.5, 22, 'g'],
      [8.5, 56, 'g'],
      [22.3, 56, 'g', 16],
      [37.7, 56, 'g', -16],
      [51.5, 56, 'g'],
    ],
  },
  9: { size: 20.5, at: [...grid([13], [15, 39, 63], 'g'), ...grid([30], [15, 39, 63], 'r'), ...grid([47], [15, 39, 63], 'g')] },
}

const n = (value: number): string => String(Math.round(value * 100) / 100)
const circle = (x: number, y: number, r: number, paint: string): string => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" ${paint}/>`

/** Concentric rings, few enough to stay apart at 24 pixels. */
function dot(x: number, y: number, r: number, colour: string): string {
  return (
    circle(x, y, r, `fill="${colour}"`) +
    circle(x, y, r * 0.68, `fill="none" stroke="${IVORY}" stroke-width="${n(r * 0.22)}"`) +
    circle(x, y, r * 0.2, `fill="${IVORY}"`)
  )
}

function rings(): string {
  const petals = Array.from({ length: 12 }, (_, k) => {
    const a = (k * Math.PI) / 6
    return circle(30 + 13.6 * Math.cos(a), 39 + 13.6 * Math.sin(a), 2.7, `fill="${k % 2 ? BLUE : RED}"`)
  }).join('')
  return (
    circle(30, 39, 23.5, `fill="${GREEN}"`) +
    circle(30, 39, 20.6, `fill="${IVORY}"`) +
    circle(30, 39, 18.6, `fill="none" stroke="${GREEN}" stroke-width="1.3"`) +
    petals +
    circle(30, 39, 9, `fill="${GREEN}"`) +
    circle(30, 39, 6.7, `fill="${IVORY}"`) +
    circle(30, 39, 4.6, `fill="${RED}"`)
  )
}

/** A stalk with a knot at each end and in the middle, and a line of light in each half. */
function stalk(x: number, y: number, length: number, colour: string, turn = 0, w = 1): string {
  const h = length / 2
  const half = h - 1.6
  const at = turn ? `translate(${n(x)} ${n(y)}) rotate(${turn})` : `translate(${n(x)} ${n(y)})`
  const body = `<rect x="${n(-3.4 * w)}" y="${n(-h + 1.2)}" width="${n(6.8 * w)}" height="${n(2 * h - 2.4)}" rx="1.4"/>`
  const knot = (ky: number): string => `<rect x="${n(-4.8 * w)}" y="${n(ky - 1.9)}" width="${n(9.6 * w)}" height="3.8" rx="1.9"/>`
  const light = (ly: number): string =>
    `<rect x="${n(-0.9 * w)}" y="${n(ly)}" width="${n(1.8 * w)}" height="${n(half - 4.4)}" rx="0.8" fill="${IVORY}"/>`
  return `<g transform="${at}" fill="${colour}">${body}${knot(-h + 1.9)}${knot(0)}${knot(h - 1.9)}${light(-h + 4.6)}${light(2.9)}</g>`
}

/** One of bamboo: a bird on a branch, its tail falling in three feathers. */
function bird(): string {
  const feather = (d: string, colour: string): string =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="4.4" stroke-linecap="round"/>`
  return (
    feather('M35 45C44 50 51 57 53.5 67', GREEN) +
    feather('M33 46C40 53 44.5 61 46 70.5', BLUE) +
    feather('M31 48C35.5 55 37.5 63 37.5 71.5', RED) +
    circle(53.5, 67, 1.3, `fill="${IVORY}"`) +
    circle(46, 70.5, 1.3, `fill="${IVORY}"`) +
    circle(37.5, 71.5, 1.3, `fill="${IVORY}"`) +
    `<path d="M20 13.5C27 13 31 18 31 24C31 28 36 31 40.5 35.5C46 41 45 49 38.5 51.5C29 55 16 50 13 39C11.5 33 15 29 14 23C13.5 18 15.5 14 20 13.5Z" fill="${GREEN}"/>` +
    `<path d="M22 33C30 30 39 34 41.5 43.5C35 47.5 24 45.5 22 33Z" fill="${BLUE}" stroke="${IVORY}" stroke-width="1.6"/>` +
    `<path d="M27 36.5C31.5 36.5 35.5 39 37.5 42.5" fill="none" stroke="${IVORY}" stroke-width="1.5" stroke-linecap="round"/>` +
    `<path d="M15 18.5 5.5 22.5 14.5 24.5Z" fill="${RED}"/>` +
    `<path d="M21 13C21 9.5 23 7 26.5 6M23.5 13.5C25.5 10.5 28.5 9.5 32 10.5" fill="none" stroke="${RED}" stroke-width="2.6" stroke-linecap="round"/>` +
    circle(20.5, 20, 2.9, `fill="${IVORY}"`) +
    circle(20, 20, 1.4, `fill="${INK}"`) +
    `<path d="M19 50.5V60M25 52.5V60" fill="none" stroke="${RED}" stroke-width="2.2" stroke-linecap="round"/>` +
    `<path d="M8 61.5H29" fill="none" stroke="${GREEN}" stroke-width="3.6" stroke-linecap="round"/>`
  )
}

/** The number over 万, emboldened so that its thin strokes hold at 24 pixels. */
function character(rank: number): string {
  const number = '一二三四五六七八九'[rank - 1] as keyof typeof GLYPHS
  const glyph = (path: string, y: number, size: number, colour: string, bold: number): string =>
    `<path transform="translate(30 ${y}) scale(${size / 200})" fill="${colour}" stroke="${colour}" stroke-width="${bold}" d="${path}"/>`
  return glyph(GLYPHS[number], 19.5, 34, INK, rank <= 3 ? 12 : 7) + glyph(GLYPHS.万, 56, 36, RED, 7)
}

/** What stands on the face of a tile such as `5p`. */
export function face(tile: string): string {
  const rank = Number(tile[0])
  const suit = tile[1] as Suit
  if (suit === 'm') return character(rank)
  if (rank === 1) return suit === 'p' ? rings() : bird()
  const { size, wide, at } = (suit === 'p' ? DOTS : STALKS)[rank]!
  const draw = suit === 'p' ? dot : stalk
  return at.map(([x, y, colour, turn]) => draw(x, y, size, C[colour], turn, wide)).join('')
}

const rounded = (y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="0.4" y="${y + 0.4}" width="${w - 0.8}" height="${h - 0.8}" rx="7" fill="${fill}"${more}/>`

function body(id: string, w: number, h: number): string {
  return (
    `<symbol id="${id}" viewBox="0 0 ${w} ${h + DEPTH}">` +
    rounded(DEPTH, w, h, 'url(#mj-green)') +
    rounded(DEPTH / 2, w, h, '#d3c7a6') +
    rounded(0, w, h, 'url(#mj-ivory)', ' stroke="#c9bc98" stroke-width="0.8"') +
    '</symbol>'
  )
}

/** The back: linked coins 连钱纹 in a frame. */
function back(id: string, w: number, h: number): string {
  return (
    `<symbol id="${id}" viewBox="0 0 ${w} ${h + DEPTH}">` +
    rounded(DEPTH, w, h, '#c9bc98') +
    rounded(DEPTH / 2, w, h, '#ece3cb') +
    rounded(0, w, h, 'url(#mj-green)', ' stroke="#174f3a" stroke-width="0.8"') +
    `<rect x="6" y="6" width="${w - 12}" height="${h - 12}" rx="3" fill="url(#mj-coins)" stroke="#8fbfa6" stroke-width="1.2"/>` +
    '</symbol>'
  )
}

/** The mark of a missing-suit tile: a cinnabar corner with a stroke through it. */
function missing(): string {
  return (
    `<symbol id="mj-missing" viewBox="0 0 ${FACE.width} ${FACE.height + DEPTH}">` +
    `<path d="M41 0.4H52.6A7 7 0 0 1 59.6 7.4V19Z" fill="${RED}"/>` +
    `<path d="M51.4 5 55 8.6M55 5 51.4 8.6" stroke="${IVORY}" stroke-width="2.2" stroke-linecap="round"/>` +
    '</symbol>'
  )
}

/** A suit as a small sign, 24 by 24: one ring, one stalk, 万. */
function sign(suit: Suit): string {
  const parts: Record<Suit, string> = {
    p: dot(12, 12, 10, GREEN),
    s: stalk(12, 12, 22, GREEN, 0, 1.1),
    m: `<path transform="translate(12 12) scale(0.105)" fill="${RED}" stroke="${RED}" stroke-width="10" d="${GLYPHS.万}"/>`,
  }
  return `<symbol id="mj-suit-${suit}" viewBox="0 0 24 24">${parts[suit]}</symbol>`
}

/** All symbols, to stand once in the document. Paint is given by attributes: the content security policy allows no inline style. */
export function sprite(): string {
  const shade = (id: string, from: string, to: string): string =>
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
  const coin = (x: number, y: number): string => circle(x, y, 11.3, 'fill="none" stroke="#a9d3bd" stroke-width="1.1"')
  const faces = SUITS.flatMap((suit) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => {
      const tile = `${rank}${suit}`
      return `<symbol id="mj-${tile}" viewBox="0 0 ${FACE.width} ${FACE.height}">${face(tile)}</symbol>`
    }),
  )
  return (
    '<defs>' +
    shade('mj-ivory', '#fffdf6', '#f6eed9') +
    shade('mj-green', '#3a8f6c', '#2b7a5a') +
    `<pattern id="mj-coins" x="6" y="7" width="16" height="16" patternUnits="userSpaceOnUse">${coin(0, 0)}${coin(16, 0)}${coin(0, 16)}${coin(16, 16)}</pattern>` +
    '</defs>' +
    body('mj-body', FACE.width, FACE.height) +
    body('mj-body-side', FACE.height, FACE.width) +
    missing() +
    SUITS.map(sign).join('') +
    back('mj-back', FACE.width, FACE.height) +
    back('mj-back-side', FACE.height, FACE.width) +
    faces.join('')
  )
}

const RANKS_EN = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
export const SUIT_WORDS: Record<Suit, { zh: string; en: string }> = {
  p: { zh: '筒', en: 'dots' },
  s: { zh: '条', en: 'bamboo' },
  m: { zh: '万', en: 'characters' },
}

/** What a tile is called: 5筒, “five of dots”. */
export function tileName(tile: string, lang: 'zh' | 'en'): string {
  const rank = Number(tile[0])
  const suit = SUIT_WORDS[tile[1] as Suit][lang]
  return lang === 'zh' ? rank + suit : `${RANKS_EN[rank - 1]!} of ${suit}`
}

/** Tiles in one breath, suit by suit: 3、6筒; “3, 6 of dots and 4 of bamboo”, “the six of dots”. */
export function tileList(tiles: readonly string[], lang: 'zh' | 'en'): string {
  if (lang === 'en' && tiles.length === 1) return `the ${tileName(tiles[0]!, lang)}`
  const suits = SUITS.map((suit) => ({ suit, ranks: tiles.filter((tile) => tile[1] === suit).map((tile) => tile[0]!) }))
  const parts = suits
    .filter(({ ranks }) => ranks.length)
    .map(({ suit, ranks }) => (lang === 'zh' ? ranks.join('、') + SUIT_WORDS[suit].zh : `${ranks.join(', ')} of ${SUIT_WORDS[suit].en}`))
  return joined(parts, lang)
}
