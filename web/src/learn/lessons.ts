/** The guided first deal: a real deal against beginners, and a word of explanation whenever something new comes up.
 *  What has come up is read off the view; no rule stands here. */
import type { View, Words } from '../lib/model'

export interface Lesson {
  id: string
  /** Is this the moment to say it? Each lesson is said once. */
  when(view: View): boolean
  title: Words
  text: Words
}

// the parts of the games' public views that lessons look at
interface Seen {
  phase?: string
  players?: { captured_pillar_count: number }[]
  turn?: { plays?: unknown[] } | number | null
  won?: unknown[][]
  locked?: boolean[]
  wall_left?: number
  table?: { seat: number; reading: string } | null
  counts?: (number | null)[]
  order?: number[]
  tribute?: unknown
  history?: [number, string][]
}

const seen = (view: View): Seen => (view.public ?? {}) as Seen
const can = (view: View, verb: string): boolean => view.legal.some((move) => move === verb || move.startsWith(`${verb} `))
const mine = (view: View): number => view.seat ?? 0
const said = (zh: string, en: string): Words => ({ zh, en })
const dealt = (view: View): boolean => view.public !== null
const over = (view: View): boolean => view.result !== null

const xianqi: Lesson[] = [
  {
    id: 'welcome',
    when: dealt,
    title: said('三个人，每人八枚', 'Three players, eight pieces each'),
    text: said('一回合一回合地争棋。每赢三枚记一柱；三柱就够棋，能收钱，不够要付钱。', 'Pieces are won round by round. Three pieces won make one pillar; with three pillars you have enough and are paid, below that you pay.'),
  },
  {
    id: 'order',
    when: dealt,
    title: said('谁大谁小', 'What is higher'),
    text: said('士 > 相 > 马 > 车和狗 > 牛，同类红大于黑。你的棋从大到小排好了。', 'Shi > xiang > ma > che and gou > niu; of one kind red is higher than black. Your pieces are sorted from high to low.'),
  },
  {
    id: 'lead',
    when: (v) => can(v, 'play') && seen(v).phase === 'buckle_decision',
    title: said('轮到你先出', 'You lead'),
    text: said('点一枚棋，或者一对，再按“出棋”。张数由你定，别人都跟着出同样张数。', 'Tap a piece, or a pair, then press Play. You choose how many; the others must put down as many.'),
  },
  {
    id: 'buckle',
    when: (v) => can(v, 'buckle'),
    title: said('也可以扣', 'Or buckle'),
    text: said('扣棋是问大家：就此打住吧？手太差，或者已经够棋，都可以扣。没人掀就结算。', 'To buckle is to ask: shall we stop here? Do it with a poor hand, or when you have enough. If nobody reveals, the deal is settled.'),
  },
  {
    id: 'beat',
    when: (v) => can(v, 'play') && seen(v).phase === 'in_round',
    title: said('能压必须压', 'If you can beat, you must'),
    text: said('亮着的棋都能压过桌上最大的。挑一个够用的就行，把更大的留着。', 'The bright pieces beat what lies on the table. Take the smallest that will do and keep the higher ones.'),
  },
  {
    id: 'cover',
    when: (v) => can(v, 'cover'),
    title: said('压不了就垫', 'Cannot beat: cover'),
    text: said('选同样张数的棋面朝下垫出，别人看不到。把最没用的垫掉。', 'Choose as many pieces and put them down face down; nobody sees them. Give away what is least useful.'),
  },
  {
    id: 'reveal',
    when: (v) => can(v, 'reveal'),
    title: said('有人扣了：掀不掀？', 'Somebody buckled: reveal?'),
    text: said('掀就接着打。数得出三柱才掀：掀了没够棋，要赔他一枚。', 'To reveal means to play on. Do it if you can count three pillars: whoever reveals and falls short pays one chip.'),
  },
  {
    id: 'pillar',
    when: (v) => (seen(v).players ?? []).some((p) => p.captured_pillar_count > 0),
    title: said('有人得柱了', 'The first pillar'),
    text: said('名牌上的小柱子就是各人的柱数。赢的人先出下一回合。', 'The small columns on a name plate count its pillars. The winner leads the next round.'),
  },
  {
    id: 'enough',
    when: (v) => (seen(v).players ?? []).some((p) => p.captured_pillar_count >= 3),
    title: said('够棋了', 'Enough'),
    text: said('三柱，够棋。两家够棋，或者有人六柱（瓷棋），本局就结束。', 'Three pillars: enough. When two players have enough, or one has six (ceramic), the deal is over.'),
  },
  {
    id: 'end',
    when: over,
    title: said('结算', 'The settlement'),
    text: said('每一枚为什么付，都一行一行写着。再来一局吧！', 'Every chip is explained, line by line. Play another one!'),
  },
]

const mahjong: Lesson[] = [
  {
    id: 'welcome',
    when: dealt,
    title: said('凑成三副加一对', 'Three sets and a pair'),
    text: said('一副是同门的三张连牌，或三张一样的。先凑成就胡，胡了还能接着胡。', 'A set is three in a row of one suit, or three alike. Complete your hand and you win, and may win again.'),
  },
  {
    id: 'bury',
    when: (v) => can(v, 'bury'),
    title: said('先埋三张', 'First bury three'),
    text: said('选同一门的三张扣下，这一门就是你的缺门：有缺门的牌就不能胡。埋张数少、又连不上的那一门。', 'Choose three tiles of one suit. It becomes your missing suit: while you hold a tile of it you cannot win. Take the suit that you have least of.'),
  },
  {
    id: 'discard',
    when: (v) => can(v, 'discard'),
    title: said('摸一张，打一张', 'Draw one, discard one'),
    text: said('点一张牌，再点一次就打出。手里还有缺门的牌，要先打它们。', 'Tap a tile, tap it again to throw it. Tiles of your missing suit must go first.'),
  },
  {
    id: 'claim',
    when: (v) => can(v, 'peng') || (can(v, 'kong') && can(v, 'pass')),
    title: said('别人打的牌你也能要', 'You may take this tile'),
    text: said('手里有两张一样的可以碰，有三张可以杠。碰了要亮出来；不想要就过。', 'With two alike you may peng it, with three you may kong. They are laid open. If it does not help, pass.'),
  },
  {
    id: 'kong',
    when: (v) => can(v, 'kong'),
    title: said('杠', 'A kong'),
    text: said('四张一样的，当场收分（刮风下雨），再从牌墙尾补一张。', 'Four alike are paid on the spot, and you draw another tile from the end of the wall.'),
  },
  {
    id: 'hu',
    when: (v) => can(v, 'hu'),
    title: said('能胡了！', 'You can win!'),
    text: said('按“胡”。胡了手牌就锁住，摸什么打什么，但每来一张胡的牌都能再胡一次。', 'Press Hu. Your hand is then locked: you throw what you draw, but win again on every tile that completes it.'),
  },
  {
    id: 'locked',
    when: (v) => (seen(v).locked ?? []).some(Boolean),
    title: said('血战到底', 'The battle goes on'),
    text: said('有人胡了，本局并不结束。打到牌墙摸完为止。', 'Somebody has won, but the deal goes on until the wall is empty.'),
  },
  {
    id: 'wall',
    when: (v) => (seen(v).wall_left ?? 99) <= 16 && !over(v),
    title: said('牌墙快摸完了', 'The wall runs low'),
    text: said('中间的数字是还剩几张。摸完就结束，没有别的结算。', 'The number in the middle tells how many are left. When it is empty the deal ends; all has been paid already.'),
  },
  {
    id: 'end',
    when: over,
    title: said('结算', 'The settlement'),
    text: said('谁付给谁、几番、为什么，都写在这里。再来一局吧！', 'Who paid whom, how many fan, and why: it all stands here. Play another one!'),
  },
]

const guandan: Lesson[] = [
  {
    id: 'welcome',
    when: dealt,
    title: said('二对二，先出完牌', 'Two against two: get rid of your cards'),
    text: said('对面是你的对家。你们先出完，就升级，从2一直打到A。', 'The player across is your partner. The team that gets out first is promoted, from level 2 up to A.'),
  },
  {
    id: 'level',
    when: dealt,
    title: said('级牌和逢人配', 'Level cards and wildcards'),
    text: said('带缎带的是级牌，比A大。带金星的红桃级牌是逢人配，可以当王以外的任何牌。', 'Cards with a ribbon are level cards, higher than aces. Those of hearts, with a gold star, are wildcards: any card but a joker.'),
  },
  {
    id: 'lead',
    when: (v) => can(v, 'play') && seen(v).phase === 'play' && !seen(v).table,
    title: said('轮到你领出', 'You lead'),
    text: said('单张、对子、三同张、三带二、顺子、三连对、钢板都行。点一列牌就选中一手，再点换一种。先走小而长的。', 'A single, pair, triple, full house, straight, three pairs or a plate. Tap a column to take a combination, tap again for another. Begin with what is long and low.'),
  },
  {
    id: 'follow',
    when: (v) => seen(v).phase === 'play' && !!seen(v).table && v.legal.length > 0,
    title: said('压，还是过', 'Beat it, or pass'),
    text: said('要同样牌型、更大的，或者炸弹。过了之后轮到时仍然可以再出。', 'It takes the same kind, higher, or a bomb. If you pass you may still play when your turn comes again.'),
  },
  {
    id: 'partner',
    when: (v) => v.legal.length > 0 && seen(v).table?.seat === (mine(v) + 2) % 4,
    title: said('这是对家的牌', 'That was your partner'),
    text: said('对家的大牌不用压，让他继续出。', 'There is no need to beat your partner’s good cards: let them go on.'),
  },
  {
    id: 'bomb',
    when: (v) => /^(bomb|flush|jokers)/.test(seen(v).table?.reading ?? ''),
    title: said('炸弹', 'A bomb'),
    text: said('四张或更多一样的牌，压任何普通牌型。张数多的大；同花顺在五张和六张之间；四王最大。', 'Four or more alike beat every ordinary combination. More cards beat fewer; a straight flush lies between five and six; four jokers are the highest.'),
  },
  {
    id: 'few',
    when: (v) => (seen(v).counts ?? []).some((n, seat) => seat !== mine(v) && n !== null && n > 0 && n <= 10),
    title: said('有人快出完了', 'Somebody is nearly out'),
    text: said('名牌上是剩下的张数。对手剩得少，就出他接不上的牌型，或用炸弹夺回出牌权。', 'The plates show how many cards are left. Against an opponent with few, play kinds that he cannot follow, or take the lead with a bomb.'),
  },
  {
    id: 'out',
    when: (v) => (seen(v).order ?? []).length > 0 && !over(v),
    title: said('头游', 'The first one is out'),
    text: said('头游一队一定升级。他最后一手没人压，就由他的对家接风，继续领出。', 'The team of the first one out will be promoted. If nobody beats the last cards, the partner takes over the lead.'),
  },
  {
    id: 'end',
    when: over,
    title: said('升级', 'Promotion'),
    text: said('对家二游升三级，三游升两级，末游升一级。下一局末游要向头游进贡。', 'With the partner second the team rises three levels, third two, last one. In the next deal the last one pays tribute to the first.'),
  },
]

export const lessons: Record<string, readonly Lesson[]> = { xianqi, mahjong, guandan }

/** The lesson to show: the first whose moment has come and that has not been said. */
export function nextLesson(game: string, view: View, saidBefore: ReadonlySet<string>): Lesson | null {
  return (lessons[game] ?? []).find((lesson) => !saidBefore.has(lesson.id) && lesson.when(view)) ?? null
}
