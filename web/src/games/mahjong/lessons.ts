import { can, dealt, over, words, type Lesson } from '../../learn/lesson'
import type { View } from '../../lib/model'
import type { MahjongPublic } from './view.gen'

const seen = (view: View): Partial<MahjongPublic> => view.public ?? {}

export const lessons: readonly Lesson[] = [
  {
    id: 'welcome',
    when: dealt,
    title: words('凑成三副加一对', 'Three sets and a pair'),
    text: words(
      '一副是同门的三张连牌，或三张一样的。先凑成就胡，胡了还能接着胡。',
      'A set is three in a row of one suit, or three alike. Complete your hand and you win, and may win again.',
    ),
  },
  {
    id: 'bury',
    when: (v) => can(v, 'bury'),
    title: words('先埋三张', 'First bury three'),
    text: words(
      '选同一门的三张扣下，这一门就是你的缺门：有缺门的牌就不能胡。埋张数少、又连不上的那一门。',
      'Choose three tiles of one suit. It becomes your missing suit: while you hold a tile of it you cannot win. Take the suit that you have least of.',
    ),
  },
  {
    id: 'discard',
    when: (v) => can(v, 'discard'),
    title: words('摸一张，打一张', 'Draw one, discard one'),
    text: words(
      '点一张牌，再点一次就打出。手里还有缺门的牌，要先打它们。',
      'Tap a tile, tap it again to throw it. Tiles of your missing suit must go first.',
    ),
  },
  {
    id: 'claim',
    when: (v) => can(v, 'peng') || (can(v, 'kong') && can(v, 'pass')),
    title: words('别人打的牌你也能要', 'You may take this tile'),
    text: words(
      '手里有两张一样的可以碰，有三张可以杠。碰了要亮出来；不想要就过。',
      'With two alike you may peng it, with three you may kong. They are laid open. If it does not help, pass.',
    ),
  },
  {
    id: 'kong',
    when: (v) => can(v, 'kong'),
    title: words('杠', 'A kong'),
    text: words(
      '四张一样的，当场收分（刮风下雨），再从牌墙尾补一张。',
      'Four alike are paid on the spot, and you draw another tile from the end of the wall.',
    ),
  },
  {
    id: 'hu',
    when: (v) => can(v, 'hu'),
    title: words('能胡了！', 'You can win!'),
    text: words(
      '按“胡”。胡了手牌就锁住，摸什么打什么，但每来一张胡的牌都能再胡一次。',
      'Press Hu. Your hand is then locked: you throw what you draw, but win again on every tile that completes it.',
    ),
  },
  {
    id: 'locked',
    when: (v) => (seen(v).locked ?? []).some(Boolean),
    title: words('血战到底', 'The battle goes on'),
    text: words('有人胡了，本局并不结束。打到牌墙摸完为止。', 'Somebody has won, but the deal goes on until the wall is empty.'),
  },
  {
    id: 'wall',
    when: (v) => (seen(v).wall_left ?? 99) <= 16 && !over(v),
    title: words('牌墙快摸完了', 'The wall runs low'),
    text: words(
      '中间的数字是还剩几张。摸完就结束，没有别的结算。',
      'The number in the middle tells how many are left. When it is empty the deal ends; all has been paid already.',
    ),
  },
  {
    id: 'end',
    when: over,
    title: words('结算', 'The settlement'),
    text: words(
      '谁付给谁、几番、为什么，都写在这里。再来一局吧！',
      'Who paid whom, how many fan, and why: it all stands here. Play another one!',
    ),
  },
]
