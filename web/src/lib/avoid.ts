// Words that must not appear on the screens. A game keeps its own list in games/<game>/avoid.ts; only the tests read them.
import type { Lang } from './model'

export interface Avoid extends Record<Lang, readonly RegExp[]> {
  /** Texts that may, by their place in the tables, each with its reason. */
  readonly except: Readonly<Record<string, string>>
}

/** English words, whole and in any case; `*` stands for any ending. */
export const english = (...words: string[]): RegExp[] => words.map((word) => new RegExp(`\\b${word.replace('*', '\\w*')}(?!\\w)`, 'i'))
export const chinese = (...words: string[]): RegExp[] => words.map((word) => new RegExp(word))

/** On every screen. */
export const everywhere: Avoid = {
  zh: chinese('机器人', '账目', '套餐', '规则集', '跟我学', '开桌', '放电脑', '离线', '东家', '南家', '西家', '北家', '隔离', '从容'),
  en: [
    ...english('agents?', 'robots?', 'ledgers?', 'free seats?', 'away', 'East', 'West', 'North', 'South', 'he', 'his', 'him'),
    ...english(
      'whom?ever',
      'fixed phrases?',
      'there is no',
      'is no',
      'are no',
      'so many',
      'anew',
      'lies',
      'as usual',
      'cannot',
      'color*',
      'license*',
    ),
  ],
  except: {},
}
