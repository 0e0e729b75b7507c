import { describe, expect, it, vi } from 'vitest'
import { cut, knownTerms, spellings, termsOf, type Term } from './terms'

const term = (zh: string, en: string): Term => ({ term: { zh, en }, words: { zh: '义', en: 'meaning' }, clause: 'X-1.1' })
const terms = [term('柱', 'pillar'), term('扣棋', 'buckle, buckler'), term('狗 (炮)', 'dog'), term('狗脚对', 'dog pair')]

describe('words that can be tapped', () => {
  it('knows every spelling of a term', () => {
    expect(spellings(terms[1]!, 'en')).toEqual(['buckle', 'buckler'])
    expect(spellings(terms[2]!, 'zh')).toEqual(['狗', '炮'])
  })

  it('are there at once when they have come before', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(terms), { status: 200 })))
    expect(knownTerms('game')).toEqual([])
    const found = await termsOf('game')
    vi.unstubAllGlobals()
    expect(found).toEqual(terms)
    expect(knownTerms('game')).toBe(found)
  })

  it('are found in each language of the same list', () => {
    const linked = (text: string, lang: 'zh' | 'en') => cut(text, terms, lang).flatMap((part) => (part.term ? [part.text] : []))
    expect([linked('a pillar', 'en'), linked('三柱', 'zh'), linked('two pillars', 'en')]).toEqual([['pillar'], ['柱'], ['pillars']])
  })

  it('leaves everyday words alone, though the list explains them', () => {
    const plain = [term('要', 'claim'), term('碰', 'pung')]
    const linked = (text: string) => cut(text, plain, 'zh').flatMap((part) => (part.term ? [part.text] : []))
    expect(linked('碰了要亮出来；不想要就过。')).toEqual(['碰'])
  })

  it('keeps the text whole', () => {
    const text = 'Three pillars; the dog pair and a dog.'
    expect(
      cut(text, terms, 'en')
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  it('finds plurals and prefers the longer word', () => {
    const found = cut('Three pillars; the dog pair.', terms, 'en').filter((part) => part.term)
    expect(found.map((part) => part.text)).toEqual(['pillars', 'dog pair'])
    expect(cut('狗脚对和狗', terms, 'zh').map((part) => part.text)).toEqual(['狗脚对', '和', '狗'])
  })

  it('offers a word once in a text and never inside another word', () => {
    expect(cut('柱和柱', terms, 'zh').filter((part) => part.term)).toHaveLength(1)
    expect(cut('caterpillar', terms, 'en').some((part) => part.term)).toBe(false)
    expect(cut('相等', [term('相', 'xiang')], 'zh').some((part) => part.term)).toBe(false)
  })
})
