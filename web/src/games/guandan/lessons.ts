import { can, dealt, over, mySeat, words, type Lesson } from '../../learn/lesson'
import type { View } from '../../lib/model'
import type { GuandanPublic } from './view.gen'

const seen = (view: View): Partial<GuandanPublic> => view.public ?? {}

export const lessons: readonly Lesson[] = [
  {
    id: 'welcome',
    when: dealt,
    title: words('二对二，先出完牌', 'Two against two: get rid of your cards'),
    text: words(
      '对面是你的对家。你们先出完，就升级，从2一直打到A。',
      'The player across is your partner. The team that gets out first is promoted, from level 2 up to A.',
    ),
  },
  {
    id: 'level',
    when: dealt,
    title: words('级牌和逢人配', 'Level cards and wildcards'),
    text: words(
      '带缎带的是级牌，比A大。带金星的红桃级牌是逢人配，可以当王以外的任何牌。',
      'Cards with a ribbon are level cards, higher than aces. Those of hearts, with a gold star, are wildcards: any card but a joker.',
    ),
  },
  {
    id: 'lead',
    when: (v) => can(v, 'play') && seen(v).phase === 'play' && !seen(v).table,
    title: words('轮到你领出', 'You lead'),
    text: words(
      '单张、对子、三同张、三带二、顺子、三连对、钢板都行。点一列牌就选中一手，再点换一种。先走小而长的。',
      'A single, pair, triple, full house, straight, three pairs or a plate. Tap a column to take a combination, tap again for another. Begin with what is long and low.',
    ),
  },
  {
    id: 'follow',
    when: (v) => seen(v).phase === 'play' && !!seen(v).table && v.legal.length > 0,
    title: words('压，还是过', 'Beat it, or pass'),
    text: words(
      '要同样牌型、更大的，或者炸弹。过了之后轮到时仍然可以再出。',
      'It takes the same kind, higher, or a bomb. If you pass you may still play when your turn comes again.',
    ),
  },
  {
    id: 'partner',
    when: (v) => v.legal.length > 0 && seen(v).table?.seat === (mySeat(v) + 2) % 4,
    title: words('这是对家的牌', 'That was your partner'),
    text: words('对家的大牌不用压，让他继续出。', 'There is no need to beat your partner’s good cards: let them go on.'),
  },
  {
    id: 'bomb',
    when: (v) => /^(bomb|flush|jokers)/.test(seen(v).table?.reading ?? ''),
    title: words('炸弹', 'A bomb'),
    text: words(
      '四张或更多一样的牌，压任何普通牌型。张数多的大；同花顺在五张和六张之间；四王最大。',
      'Four or more alike beat every ordinary combination. More cards beat fewer; a straight flush lies between five and six; four jokers are the highest.',
    ),
  },
  {
    id: 'few',
    when: (v) => (seen(v).counts ?? []).some((n, seat) => seat !== mySeat(v) && n !== null && n > 0 && n <= 10),
    title: words('有人快出完了', 'Somebody is nearly out'),
    text: words(
      '名牌上是剩下的张数。对手剩得少，就出他接不上的牌型，或用炸弹夺回出牌权。',
      'The plates show how many cards are left. Against an opponent with few, play kinds that he cannot follow, or take the lead with a bomb.',
    ),
  },
  {
    id: 'out',
    when: (v) => (seen(v).order ?? []).length > 0 && !over(v),
    title: words('头游', 'The first one is out'),
    text: words(
      '头游一队一定升级。他最后一手没人压，就由他的对家接风，继续领出。',
      'The team of the first one out will be promoted. If nobody beats the last cards, the partner takes over the lead.',
    ),
  },
  {
    id: 'end',
    when: over,
    title: words('升级', 'Promotion'),
    text: words(
      '对家二游升三级，三游升两级，末游升一级。下一局末游要向头游进贡。',
      'With the partner second the team rises three levels, third two, last one. In the next deal the last one pays tribute to the first.',
    ),
  },
]
