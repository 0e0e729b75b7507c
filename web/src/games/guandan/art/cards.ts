/** What stands on a playing card, and how it is spoken. Cards are named as on the wire: `S3`, `HT`, `SB` 小王, `HR` 大王. */

type Lang = 'zh' | 'en'
interface Words {
  readonly zh: string
  readonly en: string
}

export type Suit = 'S' | 'H' | 'C' | 'D'
/** A card of the deal's level, its wildcard 逢人配, or neither. */
export type Mark = 'level' | 'wild' | null

export const SMALL_JOKER = 'SB'
export const BIG_JOKER = 'HR'

/** Drawn in a box of 20 × 20. */
export const SUIT_PATHS: Record<Suit, string> = {
  S: 'M10 1.2C11.3 4.2 18.2 7.6 18.2 12.4C18.2 15 16.3 16.6 14.2 16.6C12.8 16.6 11.6 15.9 11 14.8C11.1 16.6 12 17.9 13.4 18.8H6.6C8 17.9 8.9 16.6 9 14.8C8.4 15.9 7.2 16.6 5.8 16.6C3.7 16.6 1.8 15 1.8 12.4C1.8 7.6 8.7 4.2 10 1.2Z',
  H: 'M10 18.6C8.6 15.3 1.4 11.4 1.4 6.5C1.4 3.7 3.4 1.7 5.9 1.7C7.8 1.7 9.3 2.8 10 4.6C10.7 2.8 12.2 1.7 14.1 1.7C16.6 1.7 18.6 3.7 18.6 6.5C18.6 11.4 11.4 15.3 10 18.6Z',
  C: 'M10 1.2C12.3 1.2 14.1 3 14.1 5.3C14.1 6.4 13.7 7.4 13 8.1C13.5 7.9 14 7.8 14.6 7.8C16.9 7.8 18.7 9.6 18.7 11.9C18.7 14.2 16.9 16 14.6 16C12.9 16 11.5 15 10.9 13.6C11 15.8 11.9 17.7 13.4 18.8H6.6C8.1 17.7 9 15.8 9.1 13.6C8.5 15 7.1 16 5.4 16C3.1 16 1.3 14.2 1.3 11.9C1.3 9.6 3.1 7.8 5.4 7.8C6 7.8 6.5 7.9 7 8.1C6.3 7.4 5.9 6.4 5.9 5.3C5.9 3 7.7 1.2 10 1.2Z',
  D: 'M10 1C11.9 4.3 14.1 7.3 17 10C14.1 12.7 11.9 15.7 10 19C8.1 15.7 5.9 12.7 3 10C5.9 7.3 8.1 4.3 10 1Z',
}

const SUITS: Record<Suit, Words> = {
  S: { zh: '黑桃', en: 'spades' },
  H: { zh: '红桃', en: 'hearts' },
  C: { zh: '梅花', en: 'clubs' },
  D: { zh: '方块', en: 'diamonds' },
}

/** In English; Chinese says the digit. */
export const RANK_NAMES: Record<string, string> = {
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  T: 'ten',
  J: 'jack',
  Q: 'queen',
  K: 'king',
  A: 'ace',
}

const JOKERS: Record<string, Words> = {
  [SMALL_JOKER]: { zh: '小王', en: 'small joker' },
  [BIG_JOKER]: { zh: '大王', en: 'big joker' },
}

const MARKS: Record<'level' | 'wild', Words> = {
  level: { zh: '级牌', en: 'level card' },
  wild: { zh: '逢人配', en: 'wildcard' },
}

export function isJoker(card: string): boolean {
  return card in JOKERS
}

export function suitOf(card: string): Suit {
  return card.charAt(0) as Suit
}

/** The rank as it is printed: `10`, `K`; empty on jokers. */
export function printedRank(card: string): string {
  if (isJoker(card)) return ''
  const rank = card.charAt(1)
  return rank === 'T' ? '10' : rank
}

/** How a card is marked in a deal at this level; `wildcard` is the card that the public view names. */
export function markOf(card: string, level: string | null, wildcard: string | null): Mark {
  if (isJoker(card) || level === null) return null
  if (card === wildcard) return 'wild'
  return card.charAt(1) === level ? 'level' : null
}

/** “红桃7，逢人配”, “seven of hearts, wildcard”. */
export function cardName(card: string, mark: Mark, lang: Lang): string {
  const joker = JOKERS[card]
  if (joker) return joker[lang]
  const suit = SUITS[suitOf(card)]
  const rank = RANK_NAMES[card.charAt(1)]
  if (!suit || !rank) return card
  const plain = lang === 'zh' ? suit.zh + printedRank(card) : `${rank} of ${suit.en}`
  if (!mark) return plain
  return lang === 'zh' ? `${plain}，${MARKS[mark].zh}` : `${plain}, ${MARKS[mark].en}`
}
