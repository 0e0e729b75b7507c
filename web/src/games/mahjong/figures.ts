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
  swap: [
    group('1m 4m 8m', '换出三张万', 'three characters go', '→'),
    group('3p 5p 5p', '换进别人的三张', 'three tiles of another player come'),
  ],
  missing: [
    group('2p 3p 4p 6p 6p 8p', '筒 6 张', '6 dots'),
    group('1s 2s 3s 7s 7s', '条 5 张', '5 bamboo'),
    group('4m 9m', '万最少：缺万', 'fewest: characters are the void suit'),
  ],
  win_four: [
    group('2p 3p 4p', '三张连牌', 'three in a row'),
    group('7p 7p 7p', '三张一样', 'three alike'),
    group('4s 5s 6s', '三张连牌', 'three in a row'),
    group('8s 8s 8s 8s', '杠', 'kong'),
    group('9s 9s', '一对', 'a pair'),
  ],
  seven: [group('1p 1p 4p 4p 6p 6p 2s 2s 5s 5s 7s 7s 9s 9s', '七对', 'seven pairs')],
  dragon: [group('1p 1p 1p 1p 4p 4p 2s 2s 5s 5s 7s 7s 9s 9s', '龙七对：七对 2 番，根 1 番', 'dragon pairs: 2 fan, and 1 for the root')],
}
