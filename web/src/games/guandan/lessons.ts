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
      '对面是你的对家。你们先出完，就升级，从打2一直到打A。',
      'The player across is your partner. The team that finishes 1st moves up, from level 2 to A.',
    ),
  },
  {
    id: 'level',
    when: dealt,
    title: words('级牌和逢人配', 'Level cards and wildcards'),
    text: words(
      '带缎带的是级牌，比A大。带金星的红桃级牌是逢人配，可以当王以外的任何牌。',
      'Cards with a ribbon are level cards, higher than aces. Those of hearts, with a gold star, are wildcards: they can be any card but a joker.',
    ),
  },
  {
    id: 'lead',
    when: (v) => can(v, 'play') && seen(v).phase === 'play' && !seen(v).table,
    title: words('轮到你先出', 'You lead'),
    text: words(
      '单张、对子、三张、三带二、顺子、三连对、钢板都行。点一列牌就选中一手，再点换一种。先走小而长的。',
      'A single, pair, triple, full house, straight, tube or plate. Tap a column to pick a combination, tap again for another. Start with what is long and low.',
    ),
  },
  {
    id: 'follow',
    when: (v) => seen(v).phase === 'play' && !!seen(v).table && v.legal.length > 0,
    title: words('压，还是不要', 'Beat it or pass'),
    text: words(
      '要同样牌型、更大的，或者炸弹。这次不要，再轮到时还可以出。',
      'It takes the same type, higher, or a bomb. If you pass, you can still play when your turn comes again.',
    ),
  },
  {
    id: 'partner',
    when: (v) => v.legal.length > 0 && seen(v).table?.seat === (mySeat(v) + 2) % 4,
    title: words('这是对家的牌', 'That was your partner'),
    text: words('对家的大牌不用压，让对家继续出。', 'No need to beat your partner’s good cards: let them go on.'),
  },
  {
    id: 'bomb',
    when: (v) => /^(bomb|flush|jokers)/.test(seen(v).table?.reading ?? ''),
    title: words('炸弹', 'A bomb'),
    text: words(
      '四张或更多一样的牌，压任何普通牌型。张数多的大；同花顺在五张和六张之间；四王最大。',
      'Four or more alike beat every ordinary combination. More cards beat fewer; a straight flush ranks between five and six; four jokers are the highest.',
    ),
  },
  {
    id: 'few',
    when: (v) => (seen(v).counts ?? []).some((n, seat) => seat !== mySeat(v) && n !== null && n > 0 && n <= 10),
    title: words('有人快出完了', 'Somebody is nearly out'),
    text: words(
      '名牌上是剩下的张数。对手剩得少，就出对手接不上的牌型，或用炸弹拿回牌权。',
      'The plates show how many cards are left. Against an opponent with few, play types they can’t follow, or take the lead with a bomb.',
    ),
  },
  {
    id: 'out',
    when: (v) => (seen(v).order ?? []).length > 0 && !over(v),
    title: words('头游', 'Somebody finished 1st'),
    text: words(
      '头游一队一定升级。头游的最后一手没人压，对家就接风先出。',
      'The team that finished 1st will move up. If nobody beats those last cards, the partner takes over the lead.',
    ),
  },
  {
    id: 'end',
    when: over,
    title: words('升级', 'Promotion'),
    text: words(
      '对家二游升 3 级，三游升 2 级，末游升 1 级。下一局末游要向头游进贡。',
      'If the partner is 2nd, the team moves up 3 levels; 3rd, 2 levels; last, 1 level. In the next deal last pays tribute to 1st.',
    ),
  },
]
