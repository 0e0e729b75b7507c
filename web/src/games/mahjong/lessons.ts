import { can, dealt, over, words, type Lesson } from '../../learn/lesson'
import { wayIn } from '../../lib/catalogue.svelte'
import type { View } from '../../lib/model'
import type { MahjongPublic } from './view.gen'

const seen = (view: View): Partial<MahjongPublic> => view.public ?? {}
/** 血战到底 and 血流成河; the others are lessons of 埋三张, or of all. */
const sichuan = (view: View): boolean => 'in_play' in seen(view)
const bury = (view: View): boolean => !sichuan(view)
/** Winners leave the deal. */
const leaving = (view: View): boolean => sichuan(view) && wayIn(view.game, view.rules)?.preset === 'chengdu'
const won = (view: View): boolean => (seen(view).won ?? []).some((wins) => wins.length > 0)

export const lessons: readonly Lesson[] = [
  {
    id: 'welcome',
    when: (v) => dealt(v) && bury(v),
    title: words('凑成三副加一对将', 'Three sets and a pair'),
    text: words(
      '一副是同门的三张连牌，或三张一样的。先凑成就胡，胡了还能接着胡。',
      'A set is three in a row of the same suit, or three alike. Complete your hand to win; then you can win again.',
    ),
  },
  {
    id: 'welcome4',
    when: (v) => dealt(v) && sichuan(v),
    title: words('凑成四副加一对将', 'Four sets and a pair'),
    text: words(
      '一副是同门的三张连牌，或三张一样的；七个对子也能胡。胡牌时手里只能有两门。',
      'A set is three in a row of the same suit, or three alike; seven pairs win too. A winning hand has at most two suits.',
    ),
  },
  {
    id: 'swap',
    when: (v) => can(v, 'swap'),
    title: words('换三张', 'Swap three'),
    text: words(
      '选同一门的三张换给别人，换最少、最散的那一门。已经替你挑了三张，可以改。换给谁，大家选好才知道。',
      'Pass on three tiles of the same suit, best of the one you have least of. Three are suggested. Who gets them is decided once all have chosen.',
    ),
  },
  {
    id: 'missing',
    when: (v) => can(v, 'missing'),
    title: words('定缺', 'Choose a void suit'),
    text: words(
      '报一门缺门：手里有它就不能胡，要先打掉。一般报张数最少的那一门。',
      'Name your void suit: you can’t win while holding a tile of it, and discard it first. Usually it’s the suit you have least of.',
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
    id: 'rob',
    when: (v) => can(v, 'hu') && 'window' in seen(v) && (seen(v) as Record<string, unknown>).window === 'rob',
    title: words('可以抢杠！', 'You can rob this kong!'),
    text: words(
      '别人要补杠的这张正好让你胡：按“抢杠胡”，他的杠不算，像点炮一样付你，还多 1 番。',
      'The tile being added to a pung completes your hand. Rob and win: the kong isn’t made, that player pays you, and it counts 1 fan more.',
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
    id: 'hu_leave',
    when: (v) => can(v, 'hu') && leaving(v),
    title: words('能胡了！', 'You can win!'),
    text: words(
      '按“胡”就收分下场；每多 1 番翻一倍，3 番封顶。想等更大的也可以过，但到下次摸牌前，别人打的牌要番更多才能胡。',
      'Press Win to collect and leave. Each fan doubles the points, up to 3. You may pass for more, but until your next draw only a bigger win on a discard counts.',
    ),
  },
  {
    id: 'left',
    when: (v) => leaving(v) && won(v) && !over(v),
    title: words('有人下场了', 'A winner has left'),
    text: words(
      '胡了的人下场，剩下的接着打，打到三家胡了或牌墙摸完。后面的胡和杠，只有没下场的人付。',
      'The winner is out; the rest play until three have won or the wall is empty. Only players still in the deal pay for what follows.',
    ),
  },
  {
    id: 'hu',
    when: (v) => can(v, 'hu') && !leaving(v),
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
    id: 'checks',
    when: (v) => sichuan(v) && (seen(v).wall_left ?? 99) <= 16 && !over(v),
    title: words('小心查叫', 'Mind the checks'),
    text: words(
      '牌墙摸完时，手里还有缺门牌是花猪，要赔封顶分；没下叫要赔下了叫的人，收过的杠钱也要退。快打完了，先求下叫。',
      'When the wall is empty, a hand with void-suit tiles left pays the cap, and an unready hand pays every ready one and gives back kong payments. Near the end, get ready first.',
    ),
  },
  {
    id: 'wall',
    when: (v) => bury(v) && (seen(v).wall_left ?? 99) <= 16 && !over(v),
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
