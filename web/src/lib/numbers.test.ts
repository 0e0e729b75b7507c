import { expect, it } from 'vitest'
import { fill } from './i18n.svelte'
import { expected, plain, signed } from './numbers'

it('a minus is one character, a gain has its plus, nothing is 0', () => {
  expect([3, 0, -2].map(signed)).toEqual(['+3', '0', '−2'])
  expect([3, 0, -2].map(plain)).toEqual(['3', '0', '−2'])
  expect([0.849, -1.2, -0.004, 0].map((value) => expected(value))).toEqual(['+0.85', '−1.20', '0', '0'])
  expect(fill('{n} 分', { n: -2 })).toBe('−2 分')
})

const files = import.meta.glob<string>(['../**/*.{ts,svelte}', '!./numbers*.ts'], { query: '?raw', import: 'default', eager: true })
const code = Object.entries(files).filter(([path]) => !path.endsWith('.test.ts'))

it('the sign is written in one place', () => {
  expect(code.filter(([, text]) => text.includes('−')).map(([path]) => path)).toEqual([])
})

it('no score is shown as it comes', () => {
  const shown = code
    .filter(([path]) => path.endsWith('.svelte'))
    .flatMap(([path, text]) => {
      const markup = text.replace(/<(script|style)[^]*?<\/\1>/g, '')
      return [...markup.matchAll(/(?<!=)\{(?![#@/:])([^{}]*\b(?:scores?|returns|points|delta|sums?|best)\b[^{}]*)\}/g)].map(
        ([, what]) => `${path} ${what!}`,
      )
    })
  expect(shown.length).toBeGreaterThan(5)
  expect(shown.filter((one) => !/\b(plain|signed)\(/.test(one))).toEqual([])
})
