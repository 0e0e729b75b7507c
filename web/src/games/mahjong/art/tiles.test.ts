import { describe, expect, it } from 'vitest'
import { DOTS, FACE, STALKS, face, sprite, tileList, tileName } from './tiles'

const count = (text: string, part: string): number => text.split(part).length - 1

describe('mahjong tiles', () => {
  it('show as many dots and stalks as their rank', () => {
    for (let rank = 2; rank <= 9; rank++) {
      expect(DOTS[rank]!.at).toHaveLength(rank)
      expect(STALKS[rank]!.at).toHaveLength(rank)
    }
  })

  it('have 27 different faces, and no two figures of a face overlap', () => {
    const faces = ['p', 's', 'm'].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => face(`${rank}${suit}`)))
    expect(new Set(faces).size).toBe(27)
    for (const { size, at } of Object.values(DOTS)) {
      at.forEach(([x, y], i) => {
        expect(Math.min(x, y, FACE.width - x, FACE.height - y)).toBeGreaterThan(size)
        at.slice(i + 1).forEach(([u, v]) => expect(Math.hypot(x - u, y - v)).toBeGreaterThan(2 * size))
      })
    }
  })

  it('are one symbol each, without inline style and without mahjong code points', () => {
    const all = sprite()
    expect(count(all, '<symbol ')).toBe(27 + 5 + 3)
    expect(all).not.toContain('style=')
    expect(/[\u{1F000}-\u{1F02F}]/u.test(all)).toBe(false)
  })

  it('are called by their names', () => {
    expect(tileName('5p', 'zh')).toBe('5筒')
    expect(tileName('5p', 'en')).toBe('five of dots')
    expect(tileName('1s', 'zh')).toBe('1条')
    expect(tileName('9m', 'en')).toBe('nine of characters')
    expect(tileList(['3p', '6p'], 'zh')).toBe('3、6筒')
    expect(tileList(['3p', '6p'], 'en')).toBe('3, 6 of dots')
    expect(tileList(['9m', '3p'], 'zh')).toBe('3筒、9万')
    expect(tileList(['9m', '3p'], 'en')).toBe('3 of dots and 9 of characters')
    expect([tileList(['6p'], 'zh'), tileList(['6p'], 'en')]).toEqual(['6筒', 'the six of dots'])
  })
})
