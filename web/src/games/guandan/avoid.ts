import { chinese, english, type Avoid } from '../../lib/avoid'

export const avoid: Avoid = {
  zh: [
    ...chinese('队友', '主牌', '配牌', '(黑桃|红桃|梅花|方块)[二三四五六七八九十]', '对子[0-9JQKA]', '三个[0-9JQKA]', '[0-9]张.*炸弹'),
    ...chinese(
      '一对[二三四五六七八九十]',
      '领出',
      '首出',
      '压制',
      '压不住',
      '不出',
      '过牌',
      '墩',
      '出牌权',
      '免贡',
      '打A失败',
      '余牌',
      '读法',
    ),
  ],
  en: [
    ...english(
      'single [0-9]',
      'pair of [0-9]*',
      'triple of',
      'three pairs',
      'jiefeng',
      'starting card',
      'first player',
      '(first|second|third) out',
    ),
    ...english('double down', 'the return', 'immun*', 'go(es)? up', 'ris(e|es|ing)', 'owns?( the| this|ed)? deal', 'owned', 'pass(es)? A'),
  ],
  except: {},
}
