import type { Words } from '../../lib/model'

/** Seats from one's own on, as they act; in English the neighbours are told by name. */
export const relations = { zh: ['你', '下家', '对家', '上家'], en: ['you', '', 'your partner', ''] } as const

// {seat}, {payer} and the like are 上家 or a name: in Chinese a name stands apart from the verb, a relation does not (seats.ts).
export const words = {
  // seats and places
  partner: { zh: '对家', en: 'Partner' },
  place0: { zh: '头游', en: '1st' },
  place1: { zh: '二游', en: '2nd' },
  place2: { zh: '三游', en: '3rd' },
  place3: { zh: '末游', en: 'Last' },
  ours: { zh: '我方', en: 'Us' },
  theirs: { zh: '对方', en: 'Them' },
  we: { zh: '我方', en: 'We' },
  they: { zh: '对方', en: 'They' },
  left: { zh: '剩 {n} 张', en: '{n} left' },
  leftHidden: { zh: '超过 10 张', en: 'more than 10' },
  // the table
  playing: { zh: '打{level}', en: 'Level {level}' },
  owner: { zh: '坐庄', en: 'declarers' },
  wildcard: { zh: '逢人配：{card}', en: 'Wildcard: {card}' },
  startingTells: { zh: '{seat} 拿到明牌{card}，先出。', en: '{seat} got the turned-up {card} and will lead.' },
  lastTrick: { zh: '上一手', en: 'Last play' },
  passed: { zh: '不要', en: 'Pass' },
  jiefeng: { zh: '接风：{out} 已出完，{seat} 先出。', en: '{out} is out; {seat} takes over the lead.' },
  bigJoker: { zh: '大', en: 'Big' },
  smallJoker: { zh: '小', en: 'Sm' },
  said: { zh: '{what}：{cards}', en: '{what}: {cards}' },
  // status
  yourLead: { zh: '轮到你先出', en: 'Your lead: play anything' },
  yourFirstLead: { zh: '轮到你：明牌在你手里，你先出', en: 'Your lead: you hold the turned-up card' },
  yourJiefeng: { zh: '轮到你：{out} 出完了，你接风', en: 'Your lead: {out} is out, so you take over the lead' },
  yourFollow: { zh: '轮到你：压{seat}的{what}，或不要', en: 'Your turn: beat {seat}’s {what}, or pass' },
  waitLead: { zh: '等 {seat} 先出', en: 'Waiting for {seat} to lead' },
  waitFollow: { zh: '等 {seat} 压{what}', en: 'Waiting for {seat} to beat the {what}' },
  youAreOut: { zh: '你是{place}，看对家的了', en: 'You finished {place}. It’s up to your partner now' },
  dealOver: { zh: '本局结束', en: 'The deal is over' },
  waitTribute: { zh: '等 {seats} 进贡', en: 'Waiting for {seats} to pay tribute' },
  waitReturn: { zh: '等 {seats} 还贡', en: 'Waiting for {seats} to return a card' },
  waitTake: { zh: '等 {seats} 选贡牌', en: 'Waiting for {seats} to choose a tribute card' },
  waitImmunity: { zh: '等 {seats} 决定抗贡还是进贡', en: 'Waiting for {seats} to pay or refuse tribute' },
  yourImmunity: { zh: '轮到你：抗贡，还是进贡', en: 'Your turn: refuse tribute, or pay it' },
  answered: { zh: '已决定，等另一家', en: 'You have decided; waiting for the other payer' },
  yourTribute: { zh: '轮到你：进贡最大的一张', en: 'Your turn: pay your highest card' },
  yourReturn: { zh: '轮到你：选一张还给{seat}', en: 'Your turn: choose a card to return to {seat}' },
  yourTake: { zh: '轮到你：选一张贡牌', en: 'Your turn: choose a tribute card' },
  committed: { zh: '牌已放下，等另一家一起亮出', en: 'Your card is down; both are shown together' },
  // tribute explained
  tributeTitle: { zh: '进贡', en: 'Tribute' },
  immuneTitle: { zh: '抗贡', en: 'No tribute' },
  tributeSingle: {
    zh: '上一局 {payer} 是末游，要把最大的牌（逢人配除外）贡给头游{receiver}；头游还一张小牌。',
    en: '{payer} finished last and must pay tribute to {receiver} (1st): the highest card, wildcards aside. A low card comes back.',
  },
  tributeThird: {
    zh: '这一局由{payer}进贡：最大的牌（逢人配除外）给头游{receiver}；头游还一张小牌。',
    en: '{payer} must pay tribute to {receiver} (1st): the highest card, wildcards aside. A low card comes back.',
  },
  tributeDouble: {
    zh: '上一局双下：{payers} 各贡一张最大的牌，{receivers} 各收一张、还一张小牌。',
    en: 'After a one–two finish, {payers} each pay the highest card in hand; {receivers} get one each and return a low card.',
  },
  immunityAsked: {
    zh: '{payers} 有两张大王时可以抗贡，也可以照常进贡；别人看不到怎么选。',
    en: 'If {payers} hold both big jokers, tribute may be refused or paid; nobody sees the choice.',
  },
  immune: {
    zh: '{seats} 手握两张大王，抗贡，头游{first}先出。',
    en: 'Both big jokers are with {seats}: no tribute, and {first} will lead.',
  },
  paid: { zh: '{giver} 进贡{card}', en: '{giver} paid the {card}' },
  paidTo: { zh: '{giver} 贡给{receiver}：{card}', en: '{giver} paid {receiver} the {card}' },
  faceDown: { zh: '牌已放下', en: 'a card, face down' },
  returned: { zh: '{giver} 还给{receiver}：{card}', en: '{giver} returned the {card} to {receiver}' },
  // actions
  play: { zh: '出牌', en: 'Play' },
  pass: { zh: '不要', en: 'Pass' },
  pay: { zh: '进贡', en: 'Pay tribute' },
  refuse: { zh: '抗贡', en: 'Refuse tribute' },
  giveBack: { zh: '还贡', en: 'Return' },
  takeFrom: { zh: '取{card}', en: 'Take the {card}' },
  group: { zh: '成组', en: 'Group' },
  ungroup: { zh: '拆组', en: 'Split' },
  splitGroup: { zh: '拆开这一组', en: 'Split this group' },
  arrange: { zh: '理牌', en: 'Arrange' },
  unarrange: { zh: '还原', en: 'Undo' },
  flush: { zh: '同花顺', en: 'Straight flush' },
  flushTip: { zh: '看手里的下一副同花顺', en: 'Show the next straight flush in hand' },
  noFlush: { zh: '手里没有同花顺。', en: 'You don’t hold a straight flush.' },
  clear: { zh: '重选', en: 'Clear' },
  sortRank: { zh: '大小', en: 'Ranks' },
  sortSuit: { zh: '花色', en: 'Suits' },
  sortTip: { zh: '换一种排列：按大小或按花色', en: 'Sort by rank or by suit' },
  arrangeTip: { zh: '自动理牌：手数最少，不拆炸弹', en: 'Arrange in the fewest plays, keeping bombs whole' },
  readings: { zh: '算作', en: 'Play as' },
  offers: { zh: '可以凑成', en: 'Makes' },
  withWild: { zh: '{what}，用 {n} 张逢人配', en: '{what}, with {n} {n:wildcard|wildcards}' },
  standsFor: { zh: '当{rank}', en: 'as {rank}' },
  hand: { zh: '你的手牌', en: 'Your hand' },
  // why not
  pickFirst: { zh: '先选要出的牌。', en: 'Choose cards first.' },
  pickOne: { zh: '选一张牌。', en: 'Choose one card.' },
  mustLead: { zh: '轮到你先出，不能不要。', en: 'You lead, so you can’t pass.' },
  cannotTribute: { zh: '要进贡最大的牌（逢人配除外）。', en: 'Pay your highest card (wildcards aside).' },
  cannotReturn: { zh: '还贡要 {max} 以内、不是级牌的牌。', en: 'Return a card up to {max} that isn’t a level card.' },
  cannotReturnLevel: { zh: '还贡要 {max} 以内的牌，级牌也可以。', en: 'Return a card up to {max}; level cards are fine.' },
  cannotReturnLowest: { zh: '没有合适的牌，要还最小的一张。', en: 'No card fits, so return your lowest.' },
  cannotReturnThis: { zh: '这张不能还。', en: 'You can’t return this card.' },
  cannotBeat: { zh: '带这张压不起。', en: 'You can’t beat the last play with this card.' },
  checking: { zh: '正在核对…', en: 'Checking…' },
  notPlayable: { zh: '现在不能这样出。', en: 'You can’t play this now.' },
  // details
  levelsHistory: { zh: '每局升级', en: 'Level history' },
  historyNone: { zh: '打完一局，这里会记下谁升了几级。', en: 'After each deal, its promotion appears here.' },
  historyLine: {
    zh: '第 {n} 局：{team} 升 {gain} 级，打{level}',
    en: 'Deal {n}: {team} moved up {gain} {gain:level|levels}, to level {level}',
  },
  failsAt: { zh: 'A没过 {n} 次', en: 'failed at A {n} {n:time|times}' },
  counter: { zh: '记牌器', en: 'Card counter' },
  counterTells: {
    zh: '两副牌减去你的手牌和已经打出的牌，只算看得见的牌。',
    en: 'Two packs minus your hand and every card played: only what you can see.',
  },
  finishing: { zh: '名次', en: 'Finishing order' },
  // settlement
  promotes: { zh: '{team} 升 {gain} 级', en: '{team} move up {gain} {gain:level|levels}' },
  why3: { zh: '双下：头游、二游是一队', en: 'One–two finish: partners came 1st and 2nd' },
  why2: { zh: '头游和三游是一队', en: 'Partners came 1st and 3rd' },
  why1: { zh: '头游的对家是末游', en: 'Partners came 1st and last' },
  matchOver: { zh: '{team} 赢得全场', en: '{team} win the match' },
  aRules: {
    zh: '打A时，自己坐庄、拿头游、对家不是末游，才算过A；{n} 次没过退回打2。',
    en: 'To clear A, a team must finish 1st as declarers at A with the partner not last; {n} {n:failure|failures} and it drops to 2.',
  },
} as const satisfies Record<string, Words>

/** The clauses a settlement rests on, in a sentence each. */
export const clauses: Record<string, Words> = {
  'G-9.1': {
    zh: '只有头游一队升级：对家二游升 3 级，三游升 2 级，末游升 1 级。',
    en: 'Only the team that finished 1st moves up: 3 levels if the partner is 2nd, 2 if 3rd, 1 if last.',
  },
  'G-9.2': { zh: '升级到A为止，不会超过。', en: 'A promotion stops at A.' },
  'G-9.3': { zh: '赢的一方坐庄，下一局打自己的级。', en: 'The winners are declarers in the next deal, at their own level.' },
  'G-9.4': {
    zh: '过A：自己坐庄打自己的A，拿头游，对家不是末游。',
    en: 'To clear A: win a deal as declarers at your own A, with your partner not last.',
  },
  'G-9.5': {
    zh: '坐庄打A没过，记一次，输掉也算。',
    en: 'Declarers at A who don’t clear it have failed at A, even if they lose the deal.',
  },
  'G-9.6': { zh: '满 3 次没过（可另设），退回打2。', en: 'After 3 failures at A (an option) the team drops to 2.' },
  'G-9.7': {
    zh: '先看是否过A，再记没过、升级、退级，最后定庄。',
    en: 'First A, then failures, promotion and demotion, then who the next declarers are.',
  },
  'G-9.9': {
    zh: '打满约定的局数，级高的一方赢，一样高算平局。',
    en: 'After the agreed number of deals the higher level wins; equal levels are a draw.',
  },
  'G-9.10': { zh: '赢的一方每人得升级数，输的一方每人扣同样多。', en: 'Each winner scores the levels gained, each loser loses as much.' },
}
