import { describe, expect, it } from 'vitest'
import { arrange, buriable, burial, discards, grouped, keysOf, kongs, SORTS, tilesIn, tilesOf } from './hand'

const shown = (text: string, drawn: string | null, sort: 'suit' | 'rank' | 'sets', missing: string | null = null): string =>
  arrange(tilesOf(text), drawn, sort, missing)
    .map((one) => (one.apart ? ' ' : '') + one.tile)
    .join('')

describe('the order of the hand', () => {
  it('reads the tiles of a view', () => {
    expect(tilesOf('1123p55s9m')).toEqual(['1p', '1p', '2p', '3p', '5s', '5s', '9m'])
    expect(tilesOf(null)).toEqual([])
  })

  it('stands by suit, the missing suit last, the drawn tile apart at the end', () => {
    expect(shown('12p99s13m', '1p', 'suit')).toBe('2p9s9s1m3m 1p')
    expect(shown('12p99s13m', '1m', 'suit', 'p')).toBe('9s9s3m1p2p 1m')
  })

  it('stands by rank across the suits', () => {
    expect(shown('19p12s1m', null, 'rank')).toBe('1p1s1m2s9p')
  })

  it('shows sets first, then pairs and neighbours, then what is left over, then the missing suit', () => {
    expect(shown('123p78p', null, 'sets')).toBe('1p2p3p 7p8p')
    expect(grouped(tilesOf('1p555s99s7m'), 'm')).toEqual([['5s', '5s', '5s'], ['9s', '9s'], ['1p'], ['7m']])
  })

  it('finds the reading with the most sets, not the first run it meets', () => {
    expect(grouped(tilesOf('22234p'), null)).toEqual([
      ['2p', '3p', '4p'],
      ['2p', '2p'],
    ])
    expect(grouped(tilesOf('12223p'), null)).toEqual([
      ['1p', '2p', '3p'],
      ['2p', '2p'],
    ])
    expect(grouped(tilesOf('222333444s'), null).map((set) => set.length)).toEqual([3, 3, 3])
  })

  it('keeps every tile and its key in every order, also when the drawn tile joins the others', () => {
    const hand = tilesOf('1123p55s99m')
    const keys = (drawn: string | null) =>
      SORTS.map((sort) =>
        arrange(hand, drawn, sort, 's')
          .map((one) => one.key)
          .toSorted(),
      )
    for (const some of [...keys(null), ...keys('1p')]) expect(some).toEqual(keys(null)[0])
  })
})

describe('what may be picked comes from the legal moves', () => {
  const legal = ['bury 1p1p9p', 'bury 1p9p9p', 'bury 2m3m4m']

  it('a tile can join a burial only when a legal one holds them all', () => {
    expect(buriable(legal, [], '1p')).toBe(true)
    expect(buriable(legal, [], '5s')).toBe(false)
    expect(buriable(legal, ['1p', '1p'], '9p')).toBe(true)
    expect(buriable(legal, ['1p', '1p'], '1p')).toBe(false)
    expect(buriable(legal, ['1p'], '2m')).toBe(false)
  })

  it('three tiles in any order are the burial that the server names', () => {
    expect(burial(legal, ['9p', '1p', '1p'])).toBe('bury 1p1p9p')
    expect(burial(legal, ['9p', '1p'])).toBe(null)
    expect(burial(legal, ['9p', '9p', '9p'])).toBe(null)
  })

  it('discards and kongs are those listed', () => {
    const moves = ['hu', 'kong 5p', 'discard 1p', 'discard 9m']
    expect(discards(moves)).toEqual(['1p', '9m'])
    expect(kongs(moves)).toEqual(['5p'])
    expect(kongs(['hu', 'kong', 'peng', 'pass'])).toEqual([])
  })

  it('a hint raises one tile for each that it names', () => {
    const held = arrange(tilesOf('1199p'), null, 'suit', null)
    expect(keysOf(held, tilesIn('bury 1p1p9p'))).toEqual(['1p1', '1p0', '9p1'])
    expect(keysOf(held, tilesIn('discard 5s'))).toEqual([])
  })
})
