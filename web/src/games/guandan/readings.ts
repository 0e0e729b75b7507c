// Readings and places in words. A reading is told by the server (`pair:9`); here it is only put into a sentence.
import { RANK_NAMES } from './art/cards'
import { words as w } from './i18n'
import type { Lang, Words } from '../../lib/model'

const LINE = 'A23456789TJQKA'
const ZH: Record<string, string> = { T: '10', B: '小王', R: '大王' }
const EN: Record<string, string> = { ...RANK_NAMES, B: 'small joker', R: 'big joker' }
const SIZES = ['', '一', '两', '三', '四', '五', '六', '七', '八', '九', '十']
const SIZES_EN = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const WIDTHS: Record<string, number> = { straight: 5, flush: 5, tube: 3, plate: 2 }

export const TYPES: Record<string, Words> = {
  single: { zh: '单张', en: 'single' },
  pair: { zh: '对子', en: 'pair' },
  triple: { zh: '三张', en: 'triple' },
  fullhouse: { zh: '三带二', en: 'full house' },
  straight: { zh: '顺子', en: 'straight' },
  tube: { zh: '三连对', en: 'tube' },
  plate: { zh: '钢板', en: 'plate' },
  bomb: { zh: '炸弹', en: 'bomb' },
  flush: { zh: '同花顺', en: 'straight flush' },
  jokers: { zh: '四王', en: 'four jokers' },
}
const BOMBS = new Set(['bomb', 'flush', 'jokers'])

interface Parts {
  readonly type: string
  readonly key: string
  readonly size: number
  readonly pair: string | null
}

function parts(reading: string): Parts {
  const [type = '', rest = ''] = reading.split(':')
  const [head = '', pair = null] = rest.split('/')
  const [key = '', size = '0'] = head.split('x')
  return { type, key, size: Number(size), pair }
}

export function typeOf(reading: string): string {
  return parts(reading).type
}

/** Of the bomb class: gets a flourish. */
export function isBomb(reading: string): boolean {
  return BOMBS.has(typeOf(reading))
}

export function typeName(reading: string, lang: Lang): string {
  return TYPES[typeOf(reading)]?.[lang] ?? reading
}

export function levelName(level: string): string {
  return level === 'T' ? '10' : level
}

function many(key: string): string {
  const one = EN[key] ?? key
  return one.endsWith('x') ? `${one}es` : `${one}s`
}

function ranks(key: string, width: number): string {
  const at = LINE.indexOf(key)
  return [...LINE.slice(at, at + width)].map(levelName).join('-')
}

const SUIT_SIGNS: Record<string, string> = { S: '♠', H: '♥', C: '♣', D: '♦' }

/** A rank so many times: “888”, “10×3”. */
function times(key: string, n: number): string {
  const rank = key === 'B' || key === 'R' ? (ZH[key] ?? key) : levelName(key)
  return rank.length > 1 || n > 5 ? `${rank}×${n}` : rank.repeat(n)
}

/** “A–5”. */
function span(key: string, width: number): string {
  const at = LINE.indexOf(key)
  return `${levelName(key)}–${levelName(LINE.charAt(at + width - 1))}`
}

/** What the cards are, as short as players write it: “888+55”, “A–5 ♦”. `cards` tell the suit of a straight flush. */
function readingCards(reading: string, cards: readonly string[], wildcard: string): string {
  const { type, key, size, pair } = parts(reading)
  const width = WIDTHS[type]
  const suit = SUIT_SIGNS[cards.find((card) => card !== wildcard)?.charAt(0) ?? ''] ?? ''
  if (width) return span(key, width) + (type === 'flush' ? ` ${suit}` : '')
  if (type === 'fullhouse') return times(key, 3) + (pair ? `+${times(pair, 2)}` : '')
  if (type === 'jokers') return ''
  return times(key, type === 'bomb' ? size : type === 'triple' ? 3 : type === 'pair' ? 2 : 1)
}

/** For a chip and for a hint: “三带二 888+55”, “Straight flush A–5 ♦”. */
export function readingTitle(reading: string, cards: readonly string[], wildcard: string, lang: Lang): string {
  const name = typeName(reading, lang)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${readingCards(reading, cards, wildcard)}`.trimEnd()
}

/** A card as it lies in a play; `as` is the rank that a wildcard stands for. */
interface Laid {
  readonly card: string
  readonly as: string | null
}

/** The cards of a play in the order in which players read it: JJJ33, a wildcard where it stands. */
export function laid(cards: readonly string[], reading: string | null, wildcard: string): Laid[] {
  const { type, key, pair } = parts(reading ?? '')
  const width = WIDTHS[type]
  const at = LINE.indexOf(key)
  const each = type === 'tube' ? 2 : type === 'plate' ? 3 : 1
  const line = width ? [...LINE.slice(at, at + width)].flatMap((rank) => Array<string>(each).fill(rank)) : null
  const natural = cards.filter((card) => card !== wildcard)
  const other = pair ?? natural.find((card) => rankKey(card) !== key && !(key === 'A' && rankKey(card) === 'A'))
  const places =
    line ??
    (type === 'fullhouse' ? [key, key, key, other ?? '', other ?? ''].map((one) => (one ? rankKey(one) : '')) : cards.map(() => key))
  const left = [...natural]
  const wild = cards.filter((card) => card === wildcard)
  const out = places.map((rank): Laid | null => {
    const found = left.findIndex((card) => rankKey(card) === rank)
    if (found >= 0) return { card: left.splice(found, 1)[0] ?? '', as: null }
    const spent = wild.pop()
    return spent ? { card: spent, as: natural.length && rank !== wildcard.charAt(1) ? rank : null } : null
  })
  // What no place was found for lies at the end: nothing that was played may be missing.
  return [...out.filter((one) => one !== null), ...[...left, ...wild].map((card) => ({ card, as: null }))]
}

/** `S9` and `9` are a 9; jokers are B and R. */
function rankKey(card: string): string {
  return card.length === 1 ? card : card.charAt(1)
}

/** Standing alone: “一对9”, “pair of nines”, “single: a nine”, “bomb: four nines”. */
export function readingWords(reading: string, lang: Lang): string {
  const { type } = parts(reading)
  const said = readingPhrase(reading, lang)
  if (lang === 'en' && type === 'single') return `single: ${/^[ae]/.test(said) ? 'an' : 'a'} ${said}`
  return lang === 'en' && type === 'bomb' ? said.replace(' of', ':') : said
}

/** Within a sentence, after “the” or “Ann’s”: “一对9”, “pair of nines”, “nine”, “bomb of four nines”. */
export function readingPhrase(reading: string, lang: Lang): string {
  const { type, key, size, pair } = parts(reading)
  const name = typeName(reading, lang)
  const width = WIDTHS[type]
  if (width) return `${name} ${ranks(key, width)}`
  const zh = ZH[key] ?? key
  if (lang === 'zh') {
    if (type === 'single') return key === 'B' || key === 'R' ? zh : `单张${zh}`
    if (type === 'pair') return `一对${zh}`
    if (type === 'triple') return `三张${zh}`
    if (type === 'fullhouse') return pair ? `三张${zh}带一对${ZH[pair] ?? pair}` : `三带二（三张${zh}）`
    if (type === 'bomb') return `${SIZES[size] ?? size}张${zh}的炸弹`
    return name
  }
  if (type === 'single') return EN[key] ?? key
  if (type === 'pair') return `pair of ${many(key)}`
  if (type === 'triple') return `three ${many(key)}`
  if (type === 'fullhouse') return pair ? `full house, ${many(key)} over ${many(pair)}` : `full house of ${many(key)}`
  if (type === 'bomb') return `bomb of ${SIZES_EN[size] ?? size} ${many(key)}`
  return name
}

const PLACES = [w.place0, w.place1, w.place2, w.place3]

export function placeWords(place: number): Words {
  return PLACES[place] ?? { zh: '', en: '' }
}
