import { can, dealt, over, words, type Lesson } from '../../learn/lesson'
import type { View } from '../../lib/model'
import type { MahjongPublic } from './view.gen'

const seen = (view: View): Partial<MahjongPublic> => view.public ?? {}

export const lessons: readonly Lesson[] = [
  {
    id: 'welcome',
    when: dealt,
    title: words('凑成三副加一对将', 'Three sets and a pair'),
    text: words(
      '一副是同门的三张连牌，或三张一样的。先凑成就胡，胡了还能接着胡。',
      'A set is three in a row of the same suit, or three alike. Complete your hand to win; then you can win again.',
    ),
  },
  {
    id: 'bury',
    when: (v) => can(v, 'bury'),
    title: words('先埋三张', 'First bury three'),
    text: words(
      '选同一门的三张扣下，这一门就是你的缺门：有缺门的牌就不能胡。埋张数少、又连不上的那一门。',
      'Choose three tiles of one suit. It becomes your void suit: you can’t win while holding a tile of it. Bury the suit you have least of.',
    ),
  },
  {
    id: 'discard',
    when: (v) => can(v, 'discard'),
    title: words('摸一张，打一张', 'Draw one, discard one'),
    text: words(
      '点一张牌，再点一次就打出。手里还有缺门的牌，要先打它们。',
      'Tap a tile, then tap it again to discard it. Tiles of your void suit must go first.',
    ),
  },
  {
    id: 'claim',
    when: (v) => can(v, 'peng') || (can(v, 'kong') && can(v, 'pass')),
    title: words('别人打的牌你也能要', 'You can claim this tile'),
    text: words(
      '手里有两张一样的可以碰，有三张可以杠。碰了要亮出来；不想要就过。',
      'With two alike you can pung it, with three you can kong. The tiles are laid open. If it doesn’t help, pass.',
    ),
  },
  {
    id: 'kong',
    when: (v) => can(v, 'kong'),
    title: words('杠', 'A kong'),
    text: words(
      '四张一样的，当场收分（刮风下雨），再从牌墙尾补一张。',
      'Four alike earn a kong payment on the spot, and you draw another tile from the end of the wall.',
    ),
  },
  {
    id: 'hu',
    when: (v) => can(v, 'hu'),
    title: words('能胡了！', 'You can win!'),
    text: words(
      '按“胡”。胡了手牌就锁住，摸什么打什么，但每来一张胡的牌都能再胡一次。',
      'Press Win. Your hand is then locked: you discard what you draw, but win again on every tile that completes it.',
    ),
  },
  {
    id: 'locked',
    when: (v) => (seen(v).locked ?? []).some(Boolean),
    title: words('胡了不下场', 'The deal goes on'),
    text: words(
      '有人胡了，本局并不结束，胡过的人也接着打，打到牌墙摸完为止。',
      'Somebody has won, but everybody plays on, winners too, until the wall is empty.',
    ),
  },
  {
    id: 'wall',
    when: (v) => (seen(v).wall_left ?? 99) <= 16 && !over(v),
    title: words('牌墙快摸完了', 'The wall is running low'),
    text: words(
      '中间的数字是还剩几张。摸完就结束，没有别的结算。',
      'The number in the middle shows how many tiles are left. When the wall is empty the deal ends; everything has been paid already.',
    ),
  },
  {
    id: 'end',
    when: over,
    title: words('结算', 'Settlement'),
    text: words(
      '谁付给谁、几番、为什么，都写在这里。再来一局吧！',
      'Who paid whom, how many fan, and why: it’s all here. Play another one!',
    ),
  },
]
