import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let started: number
class FakeParam {
  value = 0
  setValueAtTime(): void {}
  exponentialRampToValueAtTime(): void {}
}
class FakeNode {
  gain = new FakeParam()
  frequency = new FakeParam()
  Q = new FakeParam()
  type = ''
  buffer: unknown = null
  connect(): void {}
  start(): void {
    started += 1
  }
  stop(): void {}
}
class FakeContext {
  state = 'running'
  currentTime = 0
  sampleRate = 100
  destination = {}
  createGain = (): FakeNode => new FakeNode()
  createOscillator = (): FakeNode => new FakeNode()
  createBufferSource = (): FakeNode => new FakeNode()
  createBiquadFilter = (): FakeNode => new FakeNode()
  createBuffer = (): { getChannelData(): Float32Array } => ({ getChannelData: () => new Float32Array(25) })
}

let module: typeof import('./sound')
let page: EventTarget
let settings: { sound: boolean; volume: number; vibrate: boolean }

beforeEach(async () => {
  started = 0
  vi.stubGlobal('AudioContext', FakeContext)
  vi.resetModules()
  module = await import('./sound')
  settings = (await import('./settings.svelte')).settings
  page = new EventTarget()
  module.listenForGesture(page)
})
afterEach(() => vi.unstubAllGlobals())

test('nothing is heard before the first gesture', () => {
  expect(module.sound('card')).toBe(false)
  expect(started).toBe(0)
  page.dispatchEvent(new Event('pointerdown'))
  expect(module.sound('card')).toBe(true)
  expect(started).toBe(module.SOUNDS.card.length)
})

test('a snapshot is silent', () => {
  page.dispatchEvent(new Event('keydown'))
  expect(module.sound('win', true)).toBe(false)
  expect(started).toBe(0)
})

test('the switch silences everything until it is turned on again', () => {
  page.dispatchEvent(new Event('keydown'))
  settings.sound = false
  expect(module.sound('bomb')).toBe(false)
  settings.sound = true
  expect(module.sound('bomb')).toBe(true)
})

test('a browser without WebAudio plays on in silence', () => {
  vi.stubGlobal('AudioContext', undefined)
  page.dispatchEvent(new Event('keydown'))
  expect(module.sound('deal')).toBe(false)
})

test('every game has its own sound, and calls have a voice', () => {
  page.dispatchEvent(new Event('keydown'))
  for (const name of ['card', 'tile', 'disc', 'peng', 'kong', 'hu'] as const) expect(module.sound(name)).toBe(true)
  for (const name of ['peng', 'kong', 'hu'] as const) expect(module.SOUNDS[name].some(({ kind }) => kind === 'voice')).toBe(true)
})

test('without volume there is silence', () => {
  page.dispatchEvent(new Event('keydown'))
  settings.volume = 0
  expect(module.sound('card')).toBe(false)
})

test('the turn is felt after the first gesture, where the person wants it', () => {
  const vibrate = vi.fn<() => boolean>(() => true)
  vi.stubGlobal('navigator', { languages: [], vibrate })
  expect(module.buzz()).toBe(false)
  page.dispatchEvent(new Event('keydown'))
  expect(module.buzz()).toBe(true)
  settings.vibrate = false
  expect(module.buzz()).toBe(false)
  expect(vibrate).toHaveBeenCalledTimes(1)
})
