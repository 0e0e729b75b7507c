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
