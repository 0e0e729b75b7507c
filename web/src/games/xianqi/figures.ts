import { group, type Figures } from '../../learn/figures'

export const figures: Figures = {
  ranks: [
    group('R_SHI B_SHI', '士', 'shi', '>'),
    group('R_XIANG B_XIANG', '相', 'xiang', '>'),
    group('R_MA B_MA', '马', 'ma', '>'),
    group('R_CHE B_CHE', '车', 'che', '='),
    group('R_GOU B_GOU', '狗', 'gou', '>'),
    group('R_NIU B_NIU', '牛', 'niu'),
  ],
  combos: [
    group('R_MA', '单张', 'single'),
    group('B_XIANG B_XIANG', '对子', 'pair'),
    group('R_GOU B_GOU', '狗脚对', 'dog pair'),
    group('R_NIU R_NIU R_NIU', '三牛', 'three niu'),
  ],
  round: [
    group('B_MA B_MA', '先出一对', 'leads a pair', '→'),
    group('R_XIANG R_XIANG', '压：得两柱', 'beats it: two pillars', '→'),
    group('? ?', '压不了，垫', 'cannot beat, covers'),
  ],
  pillars: [group('| |', '未够，要付', 'short: pays', '<'), group('| | |', '够棋', 'enough', '<'), group('| | | | | |', '瓷棋', 'ceramic')],
}
