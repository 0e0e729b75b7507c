import { expect, test } from 'vitest'
import { arrange, tilesOf } from './hand'
import { ASIDE, GAP, handLayout, meldUnits, NARROWEST, step, twoRows, type TwoRows } from './handLayout'

test('eleven tiles stand in one row on a phone of 390 pixels, in two on one of 360', () => {
  expect(handLayout(366, 844, 11)).toEqual({ rows: 1, tile: 32, gap: 1 })
  expect(handLayout(336, 640, 11).rows).toBe(2)
  expect(handLayout(336, 640, 11).tile).toBeGreaterThanOrEqual(44)
  expect(handLayout(366, 844, 14).rows).toBe(2)
})

test('whoever wants one row has one, of narrow tiles', () => {
  const { rows, tile, gap } = handLayout(336, 640, 11, true)
  expect([rows, tile < NARROWEST]).toEqual([1, true])
  expect(11 * tile + 10 * gap).toBeLessThanOrEqual(336)
})

test('the whole hand fits at every width', () => {
  for (const most of [11, 14])
    for (let width = 300; width < 1100; width += 7)
      for (const one of [true, false]) {
        const { rows, tile, gap } = handLayout(width, 900, most, one)
        const n = rows === 1 ? most : Math.ceil(most / 2)
        expect(n * tile + (n - 1) * gap + 4).toBeLessThanOrEqual(width)
        if (rows === 1 && !one) expect(tile).toBeGreaterThanOrEqual(NARROWEST)
      }
  expect(handLayout(744, 1024, 11).tile).toBeGreaterThan(handLayout(744, 1024, 14).tile)
})

const PHONES = [336, 366] // of 360 and 390 pixels
const arranged = (hand: string, drawn: string | null = null, missing: string | null = null) =>
  arrange(tilesOf(hand), drawn, 'suit', missing)
const melded = (n: number, kind = 'peng') => meldUnits(Array.from({ length: n }, () => ({ kind })))

function rowsOf(width: number, hand: string, drawn: string | null = null, melds = 0, before: TwoRows | null = null) {
  const held = arranged(hand, drawn)
  const found = twoRows(width, handLayout(width, 844, held.length + 3 * melds > 11 ? 14 : 11).tile, held, melded(melds), before)
  const rows = [held.slice(0, found.first), held.slice(found.first)].map((row) => row.map(({ tile }) => tile).join(''))
  return { ...found, rows }
}

test('two rows break between suits, as evenly as that allows', () => {
  expect(rowsOf(336, '1234p56s78999m').rows).toEqual(['1p2p3p4p5s6s', '7m8m9m9m9m'])
  for (const width of PHONES) {
    expect(rowsOf(width, '12345p6789s12345m').rows).toEqual(['1p2p3p4p5p6s7s8s9s', '1m2m3m4m5m'])
    expect(rowsOf(width, '123457p678s12345m', '7p').rows).toEqual(['1p2p3p4p5p6s7s8s', '1m2m3m4m5m7p'])
  }
})

test('the longer row decides how large tiles are: ten stand in a row on a phone of 390 pixels, nine on one of 360', () => {
  expect(rowsOf(366, '1234p1234567899s').tile).toBeGreaterThanOrEqual(NARROWEST)
  expect(rowsOf(366, '1234p1234567899s').rows[0]).toBe('1p2p3p4p')
  expect(rowsOf(336, '12345p123456789s').rows[0]).toBe('1p2p3p4p5p')
  expect(rowsOf(366, '123456p12345678s').tile).toBeGreaterThan(rowsOf(366, '12345p123456789s').tile)
})

test('rows break inside a suit, in the middle, only where no border leaves tiles wide enough', () => {
  expect(rowsOf(336, '1234p1234567899s').rows[0]).toBe('1p2p3p4p1s2s3s')
  expect(rowsOf(366, '123p12345678999s').rows[0]).toBe('1p2p3p1s2s3s4s')
  expect(rowsOf(366, '12345678999p').rows[1]).toBe('7p8p9p9p9p')
})

/** All hands of so many tiles, by how many there are of each suit. */
function* hands(n: number): Generator<string> {
  for (let p = 0; p <= n; p++)
    for (let s = 0; p + s <= n; s++)
      yield ['p', 's', 'm']
        .map((suit, k) => [p, s, n - p - s][k]! && '112233445566778899'.slice(0, [p, s, n - p - s][k]) + suit)
        .filter(Boolean)
        .join('')
}

test('whatever the suits and melds: rows fit, nothing is narrow, and a border that would do is taken', () => {
  for (const width of PHONES)
    for (const kind of ['peng', 'kong_exposed', 'kong_concealed'])
      for (let melds = 0; melds <= 4; melds++)
        for (const hand of hands(14 - 3 * melds)) {
          const held = arranged(hand)
          const n = held.length
          const units = melded(melds, kind)
          const found = twoRows(width, handLayout(width, 844, 14).tile, held, units)
          expect(found.tile).toBeGreaterThanOrEqual(NARROWEST)
          const used = [found.first, n - found.first].map((tiles) => (tiles ? tiles * (found.tile + GAP) - GAP : 0))
          used[found.first < n ? 1 : 0]! += ASIDE
          if (melds) used[found.melds]! += found.meld * units
          expect(Math.max(...used), hand).toBeLessThanOrEqual(width)
          if (melds) expect(found.meld, hand).toBeGreaterThanOrEqual(melds === 4 ? 17 : 18)
          if (found.first === n || held[found.first]!.tile[1] !== held[found.first - 1]!.tile[1]) continue
          for (let k = 1; k < n; k++) {
            const long = Math.max(k, n - k) * (NARROWEST + GAP) - GAP + ASIDE
            const short = Math.min(k, n - k) * (NARROWEST + GAP) - GAP + ASIDE + (melds && 18 * units + 12)
            if (held[k]!.tile[1] !== held[k - 1]!.tile[1]) expect(Math.max(long, short), hand).toBeGreaterThan(width)
          }
        }
})

test('melds end the row that has room for them; a short hand stands in the first', () => {
  expect(rowsOf(366, '12p123456789s', null, 1)).toMatchObject({ first: 2, melds: 0 })
  expect(rowsOf(366, '123456p12345m', null, 1)).toMatchObject({ first: 6, melds: 1 })
  expect(rowsOf(366, '12p345m678s', null, 2)).toMatchObject({ first: 8, melds: 1 })
})

test('a draw changes no tile’s size and no row', () => {
  for (const width of PHONES)
    for (const hand of hands(13))
      for (const drawn of ['9p', '9s', '9m']) {
        const before = rowsOf(width, hand)
        const after = rowsOf(width, hand + drawn, drawn)
        expect([after.tile, after.first, after.meld], `${hand} ${drawn}`).toEqual([before.tile, before.first, before.meld])
      }
})

test('a discard changes sizes and rows only if they no longer fit, or much would be gained', () => {
  const long = rowsOf(366, '12345p123456789s')
  const shorter = rowsOf(366, '123456p12345678s', null, 0, long)
  expect(shorter.tile).toBe(long.tile)
  expect(rowsOf(366, '123456p12345678s').tile).toBeGreaterThan(long.tile)
  expect(rowsOf(366, '1234p1234567899s', null, 0, shorter).tile).toBeLessThan(long.tile)
  const ten = rowsOf(366, '1234p1234567899s')
  expect(rowsOf(366, '123456p12345678s', null, 0, ten).tile).toBeGreaterThan(ten.tile)
  const late = rowsOf(366, '12345p1234s12345m')
  expect([late.between, rowsOf(366, '123456p123s12345m').between]).toEqual(['sm', 'ps'])
  expect(rowsOf(366, '123456p123s12345m', null, 0, late).between).toBe('sm')
  expect(rowsOf(366, '12345p12345s1234m', null, 0, late)).toMatchObject({ between: 'ps', tile: late.tile })
})

test('larger and smaller tiles are so in two rows too, and never too narrow', () => {
  for (const width of PHONES) {
    const sizes = [0.86, 1, 1.12].map((size) => handLayout(width, 844, 14, false, size).tile)
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b))
    expect(new Set(sizes).size).toBe(3)
    expect(sizes[0]).toBeGreaterThanOrEqual(NARROWEST)
    expect(7 * sizes[2]! + 6 * GAP + ASIDE).toBeLessThanOrEqual(width)
  }
})

test('arrows lead to the neighbour, up and down to the other row, and nowhere in a single one', () => {
  expect([step(3, 1, 0, 14, 14), step(0, -1, 0, 14, 14), step(13, 1, 0, 14, 14)]).toEqual([4, 0, 13])
  expect([step(3, 0, 1, 14, 14), step(3, 0, -1, 14, 14)]).toEqual([3, 3])
  expect([step(3, 0, 1, 5, 14), step(8, 0, -1, 5, 14)]).toEqual([8, 3])
  expect([step(13, 0, -1, 5, 14), step(8, 0, 1, 9, 11), step(3, 0, -1, 9, 11), step(10, 0, 1, 9, 11)]).toEqual([4, 10, 3, 10])
  expect(step(4, 1, 0, 5, 14)).toBe(5)
})
