import { expect, test, vi } from 'vitest'
import { chunk, type World } from './chunks'

const OLD = '/assets/index-old.js'
const NEW = '/assets/index-new.js'

function world(more: Partial<World> = {}): World & { reload: ReturnType<typeof vi.fn<() => void>> } {
  const kept = new Map<string, string>()
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
  return { build: OLD, page: async () => `<script src="${NEW}">`, storage: () => storage, ...more, reload: vi.fn<() => void>() }
}
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
/** What became of it: the chunk, a refusal, or nothing yet because the page is reloading. */
const outcome = (promise: Promise<unknown>) =>
  Promise.race([promise.then(String, () => 'refused'), new Promise<string>((resolve) => setTimeout(() => resolve('waiting'), 20))])

test('a chunk that is there is simply given', async () => {
  const here = world()
  expect(await outcome(chunk(async () => 'table', here))).toBe('table')
  expect(here.reload).not.toHaveBeenCalled()
})

test('after an update of the server the page reloads itself', async () => {
  const here = world()
  expect(await outcome(chunk(gone, here))).toBe('waiting')
  expect(here.reload).toHaveBeenCalledOnce()
})

test('it does so once: a page that still does not find its chunk says so', async () => {
  const here = world()
  await outcome(chunk(gone, here))
  expect(await outcome(chunk(gone, here))).toBe('refused')
  expect(here.reload).toHaveBeenCalledOnce()
})

test('the next update is another one', async () => {
  const here = world()
  await outcome(chunk(gone, here))
  expect(await outcome(chunk(gone, { ...here, build: NEW, page: async () => '/assets/index-newer.js' }))).toBe('waiting')
  expect(here.reload).toHaveBeenCalledTimes(2)
})

test.each([
  ['the server has the same build', { page: async () => `<script src="${OLD}">` }],
  ['nobody answers', { page: () => Promise.reject(new TypeError('Failed to fetch')) }],
  [
    'nothing can be remembered, so that a loop could not be noticed',
    {
      storage: () => {
        throw new Error('denied')
      },
    },
  ],
])('reloading would not help when %s', async (_, more) => {
  const here = world(more)
  expect(await outcome(chunk(gone, here))).toBe('refused')
  expect(here.reload).not.toHaveBeenCalled()
})
