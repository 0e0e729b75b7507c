import { expect, test } from 'vitest'
import { cardOf, GAMES } from '../games'

interface Row {
  match: string
  mean: number
  ci: [number, number]
}
const [text] = Object.values(
  import.meta.glob<string>('../../../benchmarks/browser.json', { query: '?raw', import: 'default', eager: true }),
)
const round = (value: number) => Math.round(value * 100) / 100

test('what the lobby says of a level on this device is what was measured', () => {
  const { strength } = JSON.parse(text ?? '') as { strength: Row[] }
  const usual = strength.filter(({ match }) => !match.includes('--rules'))
  const told = GAMES.flatMap((game) =>
    Object.entries(cardOf(game)?.device ?? {}).map(([level, figures]) => [`${game} ${level}`, ...figures]),
  )
  const measured = usual.map(({ match, mean, ci }) => [match.split(' ').slice(0, 2).join(' '), round(mean), round((ci[1] - ci[0]) / 2)])
  expect(told.length).toBe(2 * GAMES.length)
  expect(told.sort()).toEqual(measured.sort())
})
