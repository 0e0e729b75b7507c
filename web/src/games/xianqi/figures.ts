import { group, type Figures } from '../../learn/figures'

export const figures: Figures = {
  ranks: [
    group('R_SHI B_SHI', '士', 'advisor', '>'),
    group('R_XIANG B_XIANG', '相', 'elephant', '>'),
    group('R_MA B_MA', '马', 'horse', '>'),
    group('R_CHE B_CHE', '车', 'chariot', '='),
    group('R_GOU B_GOU', '狗', 'dog', '>'),
    group('R_NIU B_NIU', '牛', 'ox'),
  ],
  combos: [
    group('R_MA', '单张', 'single'),
    group('B_XIANG B_XIANG', '对子', 'pair'),
    group('R_GOU B_GOU', '狗脚对', 'dog pair'),
    group('R_NIU R_NIU R_NIU', '三牛', 'three oxen'),
  ],
  round: [
    group('B_MA B_MA', '先出一对', 'leads a pair', '→'),
    group('R_XIANG R_XIANG', '压：得 2 柱', 'beats it: 2 pillars', '→'),
    group('? ?', '压不过，垫', 'can’t beat: discards'),
  ],
  pillars: [group('| |', '未够，要付', 'short: pays', '<'), group('| | |', '够棋', 'enough', '<'), group('| | | | | |', '瓷棋', 'ceramic')],
}
