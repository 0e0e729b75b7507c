import { afterEach, expect, test, vi } from 'vitest'
import { view } from './fakes'
import { Puzzle } from './puzzle.svelte'
import { settings } from './settings.svelte'
import type { PuzzleAnswerOut, PuzzleOut } from './wire.gen'

afterEach(() => vi.unstubAllGlobals())

test('after the answer the table waits for nobody, and says what was chosen', async () => {
  const result = { right: false, move: 'pass', words: { zh: '不掀', en: 'Pass' } } as unknown as PuzzleAnswerOut
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(result))))
  const puzzle = { game: 'checkers', id: 'one', view: view({ to_act: [0] }), log: [] } as unknown as PuzzleOut
  const answers: boolean[] = []
  const model = new Puzzle(puzzle, (right) => answers.push(right))
  expect([model.standing, model.myTurn, model.view.to_act]).toEqual([null, true, [0]])
  model.act('pass')
  await vi.waitFor(() => expect(answers).toEqual([false]))
  settings.lang = 'en'
  expect(model.standing).toBe('You chose: Pass')
  settings.lang = 'zh'
  expect(model.standing).toBe('你选的：不掀')
  expect([model.myTurn, model.view.to_act, model.view.legal]).toEqual([false, [], []])
  model.retry()
  expect([model.standing, model.myTurn]).toEqual([null, true])
})
