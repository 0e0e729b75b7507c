import { chinese, english, type Avoid } from '../../lib/avoid'

export const avoid: Avoid = {
  // 枚 counts chips: where it stands, something is paid.
  zh: chinese('^(?!.*(付|赔|筹码|算)).*枚', '枚棋', '×', '压制', '压不[住起了]', '起始玩家', '掀扣关系', '活跃掀棋者', '余棋'),
  en: [
    ...english('shi', 'xiang', 'ma', 'che', 'gou', 'niu', 'two (red|black)', 'starter', 'cover*', 'was revealed', 'relations?'),
    ...english('not enough', '(be|is|are|am) enough', 'black chess', 'head', 'answers? for'),
  ],
  except: {},
}
