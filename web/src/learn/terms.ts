/** The players' words, explained in a sentence each. A tap on one in a book, a lesson or at the table shows it. */
import type { Lang, Words } from '../lib/model'

export interface Term {
  /** How the word stands in a text; the first is its name. Longer spellings win over shorter ones. */
  zh: readonly string[]
  en: readonly string[]
  say: Words
}

const t = (zh: string, en: string, sayZh: string, sayEn: string): Term => ({
  zh: zh.split('|'),
  en: en.split('|'),
  say: { zh: sayZh, en: sayEn },
})

export const terms: Record<string, readonly Term[]> = {
  xianqi: [
    t('柱', 'pillar|pillars', '每赢三枚棋记一柱：出一张的回合得一柱，出对子得两柱，出三牛得三柱。', 'Three pieces won. A round of singles brings one pillar, of pairs two, of three niu three.'),
    t('够棋|够', 'enough', '有了三柱就够棋：未够的人要付你一枚。', 'Three pillars. Everyone who is short of them pays you one chip.'),
    t('瓷棋|瓷', 'ceramic', '六柱：未够的人要付你三枚，本局立即结束。', 'Six pillars. Everyone short of enough pays you three chips, and the deal ends at once.'),
    t('扣棋|扣', 'buckle|buckles|buckled', '该你先出时不出，问大家：就此打住吧？没人掀就按现状结算。', 'Instead of leading you ask: shall we stop here? If nobody reveals, the deal is settled as it stands.'),
    t('掀棋|掀', 'reveal|reveals|revealed', '不同意打住，要接着打。掀了却没够棋，赔扣棋的人一枚。', '“No, play on.” Whoever reveals and does not get to enough pays the buckler one chip.'),
    t('不掀', 'pass|passes', '同意就此打住。', 'To agree to stop here.'),
    t('垫棋|垫', 'cover|covers|covered', '压不了就面朝下垫出同样张数，谁也看不到是什么。', 'When you cannot beat, you put down as many pieces face down; nobody sees them.'),
    t('压', 'beat|beats', '出同样张数、更大的棋。能压必须压，一样大不算压。', 'To play as many pieces of a higher kind. If you can, you must; equal does not beat.'),
    t('狗脚对', 'dog pair', '红狗加黑狗，与一对红士一样大。', 'The red and the black gou together: as high as a pair of red shi.'),
    t('牛', 'niu', '兵与卒叫牛，最小；同色三牛可以一起出。', 'The soldiers, the lowest piece. Three of one colour may be played together.'),
    t('狗', 'gou', '炮叫狗，每色一枚，与同色的车一样大。', 'The cannon, one of each colour, equal to the che of its colour.'),
    t('黑棋', 'black hand', '起手无士无相，本局作废，不输不赢。', 'A hand without shi and xiang: the deal is void.'),
    t('起始玩家', 'starter', '这一回合先出的人，也就是上一回合赢的人。', 'Who leads the round: the winner of the one before.'),
  ],
  mahjong: [
    t('埋牌|埋', 'bury|buries|burying|buried', '开局每人扣下同一门的三张牌，这一门就是缺门。', 'Before play everyone puts three tiles of one suit aside, face down. That suit is the missing suit.'),
    t('缺门|定缺', 'missing suit', '手里还有缺门的牌就不能胡，也要先打掉它们。', 'While you hold a tile of it you cannot win, and you must discard it first.'),
    t('碰', 'peng', '别人打出一张，你手里有两张一样的，就可以拿来亮成三张。', 'You hold two of the tile just thrown: take it and lay down three.'),
    t('杠', 'kong', '四张一样的亮出来，从牌墙尾补一张，还有人给你付分。', 'Four alike, laid down: you draw from the end of the wall, and are paid for it.'),
    t('刮风|下雨|刮风下雨', 'kong payment', '杠牌当场付分：点杠一家付二，自己的杠每家付一。', 'A kong is paid on the spot: two by the seat that fed it, or one by each seat for your own.'),
    t('胡', 'hu', '凑成三副加一对。别人打出的或自己摸的都可以。', 'The tile completes your hand: three sets and a pair.'),
    t('自摸', 'self-drawn', '自己摸到胡的牌，三家都付，还加一番。', 'You drew the winning tile yourself: everybody pays, and it is worth one fan more.'),
    t('听牌|听', 'waiting|wait', '只差一张就胡。', 'One tile away from winning.'),
    t('番', 'fan', '牌的分值：每番一分。', 'What a win is worth: one point each.'),
    t('锁手|锁定', 'locked', '胡过之后手牌不再变，摸什么打什么，但能一胡再胡。', 'After a win the hand stays as it is: you throw what you draw, and may win again and again.'),
    t('带根|根', 'root|roots', '一种牌的四张都在你这里，每根加一番。', 'All four copies of a kind are yours: one fan each.'),
    t('清一色', 'one suit', '全部是一门牌，加两番。', 'All tiles of one suit: two fan more.'),
    t('对对胡', 'all triplets', '三副都是三张一样的，加一番。', 'All sets are three or four alike: one fan more.'),
    t('牌墙', 'wall', '还没有摸的牌。摸完本局就结束。', 'The tiles still to be drawn. When it is empty the deal is over.'),
  ],
  guandan: [
    t('对家', 'partner', '坐在你对面的人和你一队，你们一起赢。', 'The player across the table. You win together.'),
    t('级牌|级数|级', 'level|levels', '这一局打几，几就是级牌：比A还大。', 'The rank that this deal is played at. Its cards are higher than aces.'),
    t('逢人配', 'wildcard|wildcards', '红桃级牌：可以当王以外的任何一张牌。', 'The level card of hearts: it may stand for any card but a joker.'),
    t('炸弹', 'bomb|bombs', '四张或更多一样的牌，可以压任何普通牌型。张数多的大。', 'Four or more alike. It beats every ordinary combination; more cards beat fewer.'),
    t('同花顺', 'straight flush', '同一花色的五连张，大过五张炸弹，小于六张。', 'Five in a row of one suit: above a bomb of five, below one of six.'),
    t('四王', 'four jokers', '两张大王和两张小王：最大的炸弹。', 'Both big and both small jokers: the highest bomb of all.'),
    t('三带二', 'full house', '三张一样的带一对，比三张的大小。', 'Three alike with a pair; the three decide.'),
    t('顺子', 'straight', '五张连着的牌，不论花色。', 'Five in a row, of any suits.'),
    t('三连对', 'three pairs', '三个连着的对子，如 334455。', 'Three pairs in a row, such as 334455.'),
    t('钢板', 'plate', '两个连着的三同张，如 333444。', 'Two triples in a row, such as 333444.'),
    t('接风', 'taking the wind', '出完牌的人最后一手没人压，由他的对家接着领出。', 'If nobody beats the last cards of a player who is out, the partner leads next.'),
    t('头游|二游|三游|末游', 'first out|second out|third out|last', '出完牌的先后。头游一队升级。', 'The order of finishing. The team of the first one out is promoted.'),
    t('双下', 'double win', '一队占了头游和二游，本局立即结束，升三级。', 'One team finishes first and second: the deal ends at once and they rise three levels.'),
    t('进贡|贡', 'tribute', '上局末游把最大的牌交给头游。', 'The last of the deal before gives the highest card to the first.'),
    t('还贡', 'return', '头游还一张十以内的牌。', 'The first one gives back a card of ten or lower.'),
    t('抗贡', 'immunity|immune', '进贡方握有两张大王，就不用进贡。', 'Payers who hold both big jokers need not pay.'),
    t('过A', 'pass A', '打自己的A并且赢了、对家不是末游：赢得全场。', 'To win a deal at level A of your own, the partner not being last: the match is won.'),
  ],
}

/** A text cut at the words that can be tapped; a word is offered once in a text. */
export function cut(text: string, game: string, lang: Lang): { text: string; term: Term | null }[] {
  const spelt: [string, Term][] = []
  for (const term of terms[game] ?? []) for (const form of term[lang]) spelt.push([form, term])
  spelt.sort((a, b) => b[0].length - a[0].length)
  const escaped = spelt.map(([form]) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  if (!escaped) return [{ text, term: null }]
  const pattern = lang === 'en' ? new RegExp(`\\b(?:${escaped})\\b`, 'gi') : new RegExp(escaped, 'g')
  const found = new Map(spelt.map(([form, term]) => [form.toLowerCase(), term]))
  const parts: { text: string; term: Term | null }[] = []
  const used = new Set<Term>()
  let at = 0
  for (const match of text.matchAll(pattern)) {
    const term = found.get(match[0].toLowerCase())
    if (!term || used.has(term)) continue
    used.add(term)
    if (match.index > at) parts.push({ text: text.slice(at, match.index), term: null })
    parts.push({ text: match[0], term })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at), term: null })
  return parts
}
