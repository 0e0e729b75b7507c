import { group, type Figures } from '../../learn/figures'

export const figures: Figures = {
  order: [
    group('S3', '', '', '…'),
    group('SK', '', '', '<'),
    group('SA', '', '', '<'),
    group('S2', '级牌', 'level card', '<'),
    group('SB', '小王', 'small joker', '<'),
    group('HR', '大王', 'big joker'),
    group('H2', '逢人配', 'wildcard'),
  ],
  combos: [
    group('D9', '单张', 'single'),
    group('SJ DJ', '对子', 'pair'),
    group('S8 H8 C8', '三张', 'triple'),
    group('SQ HQ DQ S4 C4', '三带二', 'full house'),
    group('S5 D6 C7 S8 H9', '顺子', 'straight'),
    group('S3 H3 S4 C4 D5 S5', '三连对', 'tube'),
    group('S6 H6 D6 S7 C7 D7', '钢板', 'plate'),
  ],
  bombs: [
    group('S9 H9 C9 D9', '四张', 'four', '<'),
    group('S9 H9 C9 D9 D9', '五张', 'five', '<'),
    group('S5 S6 S7 S8 S9', '同花顺', 'straight flush', '<'),
    group('S4 S4 H4 C4 D4 D4', '六张', 'six', '<'),
    group('SB SB HR HR', '四王', 'four jokers'),
  ],
}
