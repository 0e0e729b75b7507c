import { can, dealt, over, words, type Lesson } from '../../learn/lesson'
import type { View } from '../../lib/model'
import type { XianqiPublic } from './view.gen'

const seen = (view: View): Partial<XianqiPublic> => view.public ?? {}

export const lessons: readonly Lesson[] = [
  {
    id: 'welcome',
    when: dealt,
    title: words('3 个人，每人 8 张棋', 'Three players, 8 pieces each'),
    text: words(
      '一回合一回合地争棋。每赢 3 张记一柱；3 柱就够棋，能收钱，不够要付钱。',
      'Pieces are won round by round. Every 3 pieces make a pillar; with 3 pillars you have enough and are paid, below that you pay.',
    ),
  },
  {
    id: 'order',
    when: dealt,
    title: words('谁大谁小', 'What is higher'),
    text: words(
      '士 > 相 > 马 > 车和狗 > 牛，同类红大于黑。你的棋从大到小排好了。',
      'Advisor > elephant > horse > chariot and dog > ox; within a kind red is higher than black. Your pieces are sorted from high to low.',
    ),
  },
  {
    id: 'lead',
    when: (v) => can(v, 'play') && seen(v).phase === 'buckle_decision',
    title: words('轮到你先出', 'You lead'),
    text: words(
      '点一张棋，或者一对，再按“出棋”。张数由你定，别人都跟着出同样张数。',
      'Tap a piece or a pair, then press Play. You choose how many; the others must put down the same number.',
    ),
  },
  {
    id: 'buckle',
    when: (v) => can(v, 'buckle'),
    title: words('也可以扣', 'Or buckle'),
    text: words(
      '扣棋是问大家：就此打住吧？手太差，或者已经够棋，都可以扣。没人掀就结算。',
      'To buckle is to ask: shall we stop here? Do it with a poor hand, or once you have enough. If nobody reveals, the deal is settled.',
    ),
  },
  {
    id: 'beat',
    when: (v) => can(v, 'play') && seen(v).phase === 'in_round',
    title: words('能压必须压', 'If you can beat, you must'),
    text: words(
      '亮着的棋都能压过桌上最大的。挑一张够用的就行，把更大的留着。',
      'The bright pieces beat what’s on the table. Play the lowest one that wins and keep the higher ones.',
    ),
  },
  {
    id: 'cover',
    when: (v) => can(v, 'cover'),
    title: words('压不过就垫', 'Can’t beat it? Discard'),
    text: words(
      '选同样张数的棋面朝下垫出，别人看不到。把最没用的垫掉。',
      'Choose the same number of pieces and put them face down; nobody sees them. Let go of what you need least.',
    ),
  },
  {
    id: 'reveal',
    when: (v) => can(v, 'reveal'),
    title: words('有人扣了：掀不掀？', 'Somebody buckled: reveal?'),
    text: words(
      '掀就接着打。数得出 3 柱才掀：掀了没够棋，要赔扣棋的人 1 枚。',
      'To reveal means to play on. Do it if you can count 3 pillars: if you reveal and end short, you pay 1 chip.',
    ),
  },
  {
    id: 'pillar',
    when: (v) => (seen(v).players ?? []).some((p) => p.captured_pillar_count > 0),
    title: words('有人得柱了', 'The first pillar'),
    text: words(
      '名牌上的小柱子就是各人的柱数。赢的人先出下一回合。',
      'The small columns on a name plate are that player’s pillars. The winner leads the next round.',
    ),
  },
  {
    id: 'enough',
    when: (v) => (seen(v).players ?? []).some((p) => p.captured_pillar_count >= 3),
    title: words('够棋了', 'Enough'),
    text: words(
      '3 柱，够棋。两家够棋，或者有人 6 柱（瓷棋），本局就结束。',
      '3 pillars: enough. When two players have enough, or one has 6 (ceramic), the deal is over.',
    ),
  },
  {
    id: 'end',
    when: over,
    title: words('结算', 'Settlement'),
    text: words('每一枚筹码为什么付，都一行一行写着。再来一局吧！', 'Every chip is explained, line by line. Play another one!'),
  },
]
