/** The pictures of the rule books: rows of pieces with a word below. They show what the text says; they judge nothing. */
import type { Words } from '../lib/model'

export interface Group {
  /** Pieces in the records' notation; '?' is a piece face down, '|' a pillar. */
  pieces: string[]
  label?: Words
  /** What stands between this group and the next one. */
  then?: '>' | '<' | '=' | '…' | '→'
}

const g = (pieces: string, zh = '', en = '', then?: Group['then']): Group => ({
  pieces: pieces.split(' '),
  ...(zh ? { label: { zh, en } } : {}),
  ...(then ? { then } : {}),
})
const suit = (letter: string): string => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}${letter}`).join(' ')

export const figures: Record<string, Record<string, Group[]>> = {
  xianqi: {
    ranks: [
      g('R_SHI B_SHI', '士', 'shi', '>'),
      g('R_XIANG B_XIANG', '相', 'xiang', '>'),
      g('R_MA B_MA', '马', 'ma', '>'),
      g('R_CHE B_CHE', '车', 'che', '='),
      g('R_GOU B_GOU', '狗', 'gou', '>'),
      g('R_NIU B_NIU', '牛', 'niu'),
    ],
    combos: [
      g('R_MA', '单张', 'single'),
      g('B_XIANG B_XIANG', '对子', 'pair'),
      g('R_GOU B_GOU', '狗脚对', 'dog pair'),
      g('R_NIU R_NIU R_NIU', '三牛', 'three niu'),
    ],
    round: [
      g('B_MA B_MA', '先出一对', 'leads a pair', '→'),
      g('R_XIANG R_XIANG', '压：得两柱', 'beats it: two pillars', '→'),
      g('? ?', '压不了，垫', 'cannot beat, covers'),
    ],
    pillars: [g('| |', '未够，要付', 'short: pays', '<'), g('| | |', '够棋', 'enough', '<'), g('| | | | | |', '瓷棋', 'ceramic')],
  },
  mahjong: {
    suits: [g(suit('p'), '筒', 'dots'), g(suit('s'), '条', 'bamboo'), g(suit('m'), '万', 'characters')],
    bury: [g('1m 4m 8m', '埋下三张万：缺门是万', 'three characters buried: the missing suit')],
    calls: [g('5p 5p 5p', '碰', 'peng'), g('8s 8s 8s 8s', '杠', 'kong')],
    win: [
      g('2p 3p 4p', '三张连牌', 'three in a row'),
      g('7p 7p 7p', '三张一样', 'three alike'),
      g('4s 5s 6s', '三张连牌', 'three in a row'),
      g('9s 9s', '一对', 'a pair'),
    ],
  },
  guandan: {
    order: [
      g('S3', '', '', '…'),
      g('SK', '', '', '<'),
      g('SA', '', '', '<'),
      g('S2', '级牌', 'level card', '<'),
      g('SB', '小王', 'small joker', '<'),
      g('HR', '大王', 'big joker'),
      g('H2', '逢人配', 'wildcard'),
    ],
    combos: [
      g('D9', '单张', 'single'),
      g('SJ DJ', '对子', 'pair'),
      g('S8 H8 C8', '三同张', 'triple'),
      g('SQ HQ DQ S4 C4', '三带二', 'full house'),
      g('S5 D6 C7 S8 H9', '顺子', 'straight'),
      g('S3 H3 S4 C4 D5 S5', '三连对', 'tube'),
      g('S6 H6 D6 S7 C7 D7', '钢板', 'plate'),
    ],
    bombs: [
      g('S9 H9 C9 D9', '四张', 'four', '<'),
      g('S9 H9 C9 D9 D9', '五张', 'five', '<'),
      g('S5 S6 S7 S8 S9', '同花顺', 'straight flush', '<'),
      g('S4 S4 H4 C4 D4 D4', '六张', 'six', '<'),
      g('SB SB HR HR', '四王', 'four jokers'),
    ],
  },
}

export const firstFigure = (game: string): string => Object.keys(figures[game] ?? {})[0] ?? ''
