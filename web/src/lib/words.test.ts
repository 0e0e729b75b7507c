/** Everything that the client says by itself, held against the rules of style and the lists of words to avoid. */
import { expect, test } from 'vitest'
import { byGame } from '../games'
import type { Figures } from '../learn/figures'
import type { Lesson } from '../learn/lesson'
import { everywhere, type Avoid } from './avoid'
import type { Lang, Words } from './model'

const tables = import.meta.glob<Record<string, unknown>>(
  ['../i18n/*.ts', '../generic/i18n.ts', '../games/*/{i18n,i18nSichuan,card,options}.ts'],
  {
    eager: true,
  },
)
const lessons = byGame(import.meta.glob<{ lessons: readonly Lesson[] }>('../games/*/lessons.ts', { eager: true }))
const figures = byGame(import.meta.glob<{ figures: Figures }>('../games/*/figures.ts', { eager: true }))
const lists = byGame(import.meta.glob<Avoid>('../games/*/avoid.ts', { eager: true, import: 'avoid' }))

interface Entry {
  game: string
  /** `i18n.words.key`, `lessons.id.text`. */
  key: string
  words: Words
}
const isWords = (value: unknown): value is Words =>
  typeof (value as Partial<Words> | null)?.zh === 'string' && typeof (value as Words).en === 'string'

function* everything(): Generator<Entry> {
  for (const [file, table] of Object.entries(tables)) {
    const [, game = '', name = ''] = /(?:games\/(\w+)\/)?(\w+)\.ts$/.exec(file) ?? []
    for (const [list, entries] of Object.entries(table))
      for (const [key, words] of Object.entries(entries as Record<string, unknown>))
        if (isWords(words)) yield { game, key: `${name}.${list}.${key}`, words }
  }
  for (const [game, { lessons: all }] of Object.entries(lessons))
    for (const { id, title, text } of all) {
      yield { game, key: `lessons.${id}.title`, words: title }
      yield { game, key: `lessons.${id}.text`, words: text }
    }
  for (const [game, { figures: all }] of Object.entries(figures))
    for (const [name, groups] of Object.entries(all))
      for (const [at, { label }] of groups.entries()) if (label) yield { game, key: `figures.${name}.${at}`, words: label }
}
const said = [...everything()]

/** Where the text in one language breaks a rule. */
const where = (lang: Lang, wrong: RegExp): string[] =>
  said.filter(({ words }) => wrong.test(words[lang])).map(({ game, key, words }) => `${game} ${key}: ${words[lang]}`)

test('everything that is said is said in both languages, with the same values', () => {
  expect(said.length).toBeGreaterThan(400)
  expect(said.filter(({ words }) => !words.zh.trim() || !words.en.trim())).toEqual([])
  const values = (text: string): string => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort().join()
  expect(said.filter(({ words }) => values(words.zh) !== values(words.en))).toEqual([])
})

test('Chinese has full-width punctuation and paired quotes', () => {
  expect(where('zh', /[,;:?!()"']|\.\.|\.$/)).toEqual([])
  const unpaired = (text: string) =>
    (['（）', '“”'] as const).some(([open, close]) => text.split(open!).length !== text.split(close!).length)
  expect(said.filter(({ words }) => unpaired(words.zh)).map(({ key }) => key)).toEqual([])
})

test('English has no Chinese in it, no straight quotes, and ranges with a dash', () => {
  expect(where('en', /[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]/)).toEqual([])
  expect(where('en', /['"]|\.\.\.|\d to \d|\d-\d| %/)).toEqual([])
})

const UNITS = '张|枚|分|番|柱|级|局|次|人|秒|步|条|回合|种|个|号|位|间'
/** Values that count something; the others are ranks, names and words. */
const COUNTS = 'n|all|gain|fan|max'

test('in Chinese a count is a digit with a space around it, a rank has none', () => {
  expect(where('zh', new RegExp(`(\\d|\\{(${COUNTS})\\})(${UNITS})`))).toEqual([])
  expect(where('zh', new RegExp(`[\\u4e00-\\u9fff](\\d+|\\{(${COUNTS})\\}) (${UNITS})`))).toEqual([])
  expect(where('zh', /[二两三四五六七八九十]+(枚|番|柱|级|局|次|秒|步|分钟)/)).toEqual([])
  expect(where('zh', /[打过] ([A2-9]|\{level\})|\{level\} |[1-9] (筒|条|万)/)).toEqual([])
})

test('words to avoid are not said, and every exception is still needed', () => {
  expect(Object.keys(lists).sort()).toEqual(Object.keys(lessons).sort())
  const found: string[] = []
  const needed = new Set<string>()
  for (const { game, key, words } of said)
    for (const list of [everywhere, lists[game]])
      for (const lang of ['zh', 'en'] as const)
        for (const word of list?.[lang] ?? [])
          if (word.test(words[lang])) {
            if (list!.except[key]) needed.add(`${game} ${key}`)
            else found.push(`${game} ${key}: ${word.source} in “${words[lang]}”`)
          }
  expect(found).toEqual([])
  const excepted = Object.entries(lists).flatMap(([game, { except }]) => Object.keys(except).map((key) => `${game} ${key}`))
  expect(excepted.filter((one) => !needed.has(one))).toEqual([])
})

const code = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts', '!../**/*.gen.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** The name of the whole, and how the other language calls itself. */
const SAME = /棋牌|中文/g

test('what is said stands in the tables of words, not in the markup; a single character may be drawn there', () => {
  const bare = (text: string): string =>
    text.replace(/<!--[^]*?-->|<style[^]*?<\/style>|\/\*[^]*?\*\/|(^|\s)\/\/.*$/gm, '').replace(SAME, '')
  const markup = Object.entries(code).filter(([path]) => path.endsWith('.svelte'))
  expect(markup.filter(([, text]) => /[\u4e00-\u9fff]{2}/.test(bare(text))).map(([path]) => path)).toEqual([])
  expect(markup.filter(([, text]) => /\b(?:zh|en): ['"`]/.test(bare(text))).map(([path]) => path)).toEqual([])
})
