/** Reads the committed fonts back: no device may show boxes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../src', import.meta.url))

const CMAP = 0
const GLYF = 10
const LOCA = 11
const NAMED = 63

/** The character map of a WOFF2 file: W3C's WOFF 2.0, sections 4.1 (directory) and 5.1 (transformed tables). */
function tables(file: Buffer): Map<number, Buffer> {
  let at = 48
  const base128 = (): number => {
    for (let value = 0; ;) {
      const byte = file.readUInt8(at++)
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  const sizes: [number, number][] = []
  for (let n = file.readUInt16BE(12); n > 0; n--) {
    const flags = file.readUInt8(at++)
    const tag = flags & 63
    if (tag === NAMED) at += 4
    const original = base128()
    const plain = tag === GLYF || tag === LOCA ? 3 : 0
    sizes.push([tag, flags >> 6 === plain ? original : base128()])
  }
  const data = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)))
  const found = new Map<number, Buffer>()
  let offset = 0
  for (const [tag, size] of sizes) {
    found.set(tag, data.subarray(offset, offset + size))
    offset += size
  }
  return found
}

function mapped(cmap: Buffer): Set<number> {
  const out = new Set<number>()
  for (let k = 0; k < cmap.readUInt16BE(2); k++) {
    const sub = cmap.readUInt32BE(4 + 8 * k + 4)
    const format = cmap.readUInt16BE(sub)
    if (format === 12) {
      for (let g = 0; g < cmap.readUInt32BE(sub + 12); g++) {
        const group = sub + 16 + 12 * g
        for (let code = cmap.readUInt32BE(group); code <= cmap.readUInt32BE(group + 4); code++) out.add(code)
      }
    } else if (format === 4) {
      const twice = cmap.readUInt16BE(sub + 6)
      for (let s = 0; s < twice; s += 2) {
        const end = cmap.readUInt16BE(sub + 14 + s)
        for (let code = cmap.readUInt16BE(sub + 16 + twice + s); code <= end && code < 0xffff; code++) out.add(code)
      }
    }
  }
  return out
}

const folders = ['fonts', ...readdirSync(join(src, 'games')).map((game) => `games/${game}/font`)]

for (const folder of folders.filter((one) => existsSync(join(src, one)))) {
  test(`the font in ${folder} has every character that is shown in it, in a few kilobytes`, () => {
    const text = readFileSync(join(src, folder, 'characters.txt'), 'utf8').trim()
    const file = readFileSync(join(src, folder, 'font.woff2'))
    expect(file.toString('latin1', 0, 4)).toBe('wOF2')
    expect(file.length).toBeLessThan(16_000)
    const cmap = tables(file).get(CMAP)
    expect(cmap).toBeDefined()
    const has = mapped(cmap as Buffer)
    expect([...text].filter((ch) => !has.has(ch.codePointAt(0) ?? 0))).toEqual([])
  })
}

test('the licence is shipped beside the fonts', () => {
  expect(readFileSync(new URL('../src/fonts/OFL.txt', import.meta.url), 'utf8')).toContain('SIL OPEN FONT LICENSE Version 1.1')
})
