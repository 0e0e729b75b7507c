import { group, type Figures } from '../../learn/figures'

const suit = (letter: string): string => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}${letter}`).join(' ')

export const figures: Figures = {
  suits: [group(suit('p'), '筒', 'dots'), group(suit('s'), '条', 'bamboo'), group(suit('m'), '万', 'characters')],
  bury: [group('1m 4m 8m', '埋下三张万：缺门是万', 'three characters buried: the void suit')],
  calls: [group('5p 5p 5p', '碰', 'pung'), group('8s 8s 8s 8s', '杠', 'kong')],
  win: [
    group('2p 3p 4p', '三张连牌', 'three in a row'),
    group('7p 7p 7p', '三张一样', 'three alike'),
    group('4s 5s 6s', '三张连牌', 'three in a row'),
    group('9s 9s', '一对', 'a pair'),
  ],
}
