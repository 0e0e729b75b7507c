/** Everything of a game lies in its folder: nothing outside src/games/<game>/ may name one. */
import { expect, it } from 'vitest'
import { GAMES } from './games'

/** Files that may, each with its reason. */
const EXCEPT: Record<string, string> = {
  './lib/fairness.sample.json': 'deals recorded from the server, one for each game',
}
const files = import.meta.glob<string>(['./**/*', '../scripts/*', '../index.html', '!./games/*/**', '!./**/*.woff2'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

it('no file outside a game’s folder names a game', () => {
  expect(GAMES.length).toBeGreaterThan(1)
  const names = new RegExp(GAMES.join('|'), 'i')
  const lines = Object.entries(files)
    .filter(([path]) => !(path in EXCEPT))
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line, at) => (names.test(line) ? [`${path}:${at + 1} ${line.trim().slice(0, 80)}`] : [])),
    )
  expect(lines).toEqual([])
})

it('every exception is still needed', () => {
  const names = new RegExp(GAMES.join('|'), 'i')
  expect(Object.keys(EXCEPT).filter((path) => !names.test(files[path] ?? ''))).toEqual([])
})
