import { chinese, english, type Avoid } from '../../lib/avoid'

const A_SUIT = 'a suit that tiles share, not the pattern 清一色'

export const avoid: Avoid = {
  zh: chinese('[一二三四五六七八九][筒条万]', '牌河', '放杠', '副露', '面子', '放炮', '向听', '有效牌', '带根数', '[没有]叫'),
  en: [
    ...english(
      'throw*',
      'threw',
      'rivers?',
      'missing suits?',
      'no (dots|bamboo|characters)',
      'calls?',
      'called',
      'peng*',
      'kong money',
      'hu',
    ),
    ...english('fed(?! the kong)', 'waits', 'shanten', 'useful tiles', 'closed', 'one suit', 'all triplets', 'konger*', 'win given up'),
  ],
  except: {
    'i18n.words.buryMore': A_SUIT,
    'i18n.words.buryWhat': A_SUIT,
    'i18n.words.whyThree': A_SUIT,
    'i18n.words.whyOneSuit': A_SUIT,
    'lessons.bury.text': A_SUIT,
  },
}
