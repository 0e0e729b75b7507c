/**
 * Soft wood and paper, made when they are heard: nothing to load.
 *
 * A sound is heard only while the switch of the settings is on, after the first gesture of the person (browsers ask for it, and a page that
 * speaks by itself is rude), and never for what a snapshot brings: the caller says so by `quick`.
 */

import { settings } from './settings.svelte'

export type Sound = 'deal' | 'select' | 'card' | 'tile' | 'disc' | 'collect' | 'bomb' | 'turn' | 'refuse' | 'win' | 'peng' | 'kong' | 'hu'

/**
 * One stroke: a knock on wood, a brush of paper, a bell-like tone, or a voice: a hum that glides, shaped by the two formants of a vowel.
 * Times in seconds, pitch in hertz.
 */
interface Stroke {
  readonly kind: 'wood' | 'paper' | 'tone' | 'voice'
  readonly at: number
  readonly pitch: number
  readonly decay: number
  readonly level: number
  /** Of a voice: where the pitch goes, and the vowel. */
  readonly glide?: number
  readonly vowel?: readonly [number, number]
}

function stroke(kind: Stroke['kind'], at: number, pitch: number, decay: number, level: number): Stroke {
  return { kind, at, pitch, decay, level }
}

type Vowel = readonly [number, number]
const AH: Vowel = [750, 1150]
const EH: Vowel = [530, 1850]
const OO: Vowel = [330, 800]

function voice(at: number, pitch: number, glide: number, decay: number, level: number, vowel: Vowel): Stroke {
  return { kind: 'voice', at, pitch, decay, level, glide, vowel }
}

export const SOUNDS: Record<Sound, readonly Stroke[]> = {
  deal: [stroke('paper', 0, 3200, 0.06, 0.16)],
  select: [stroke('paper', 0, 2400, 0.035, 0.12), stroke('wood', 0, 900, 0.03, 0.05)],
  card: [stroke('paper', 0, 1700, 0.07, 0.2), stroke('wood', 0.012, 320, 0.09, 0.3)],
  // bone on wood: short and bright
  tile: [stroke('wood', 0, 1900, 0.03, 0.22), stroke('wood', 0.004, 760, 0.06, 0.28), stroke('paper', 0, 4200, 0.02, 0.08)],
  // a heavy disc on a board
  disc: [stroke('wood', 0, 240, 0.12, 0.4), stroke('wood', 0.006, 520, 0.05, 0.2)],
  // calls: 碰 rises and falls shortly, 杠 falls from high, 胡 is long and even
  peng: [voice(0, 210, 160, 0.26, 0.3, EH)],
  kong: [voice(0, 250, 140, 0.34, 0.32, AH)],
  hu: [voice(0, 190, 235, 0.5, 0.34, OO), stroke('tone', 0.1, 523.25, 0.6, 0.08), stroke('tone', 0.22, 783.99, 0.8, 0.08)],
  collect: [stroke('paper', 0, 1500, 0.12, 0.13), stroke('paper', 0.07, 2100, 0.12, 0.13)],
  bomb: [stroke('wood', 0, 120, 0.28, 0.5), stroke('wood', 0.02, 190, 0.2, 0.3), stroke('paper', 0, 700, 0.16, 0.2)],
  turn: [stroke('wood', 0, 620, 0.09, 0.24), stroke('wood', 0.13, 830, 0.11, 0.22)],
  refuse: [stroke('wood', 0, 210, 0.07, 0.26), stroke('wood', 0.09, 180, 0.09, 0.26)],
  win: [stroke('tone', 0, 523.25, 0.5, 0.12), stroke('tone', 0.12, 659.25, 0.5, 0.12), stroke('tone', 0.24, 783.99, 0.9, 0.13)],
}

const GESTURES = ['pointerdown', 'keydown'] as const
const QUIETEST = 0.0001
let awake = false
let context: AudioContext | null = null
let noise: AudioBuffer | null = null

/** Waits for the first gesture, then sounds may be heard. */
export function listenForGesture(target: EventTarget): void {
  const wake = (): void => {
    awake = true
    for (const kind of GESTURES) target.removeEventListener(kind, wake, true)
    if (context?.state === 'suspended') void context.resume()
  }
  for (const kind of GESTURES) target.addEventListener(kind, wake, true)
}
if (typeof window !== 'undefined') listenForGesture(window)

/** A short buzz in the hand, where the device can and the person wants it. */
export function buzz(): boolean {
  if (!settings.vibrate || !awake || typeof navigator === 'undefined' || !('vibrate' in navigator)) return false
  return navigator.vibrate(40)
}

/** True when the sound was started. */
export function sound(name: Sound, quick = false): boolean {
  if (!settings.sound || settings.volume <= 0 || !awake || quick || typeof AudioContext === 'undefined') return false
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  for (const item of SOUNDS[name]) strike(context, item)
  return true
}

function strike(audio: AudioContext, item: Stroke): void {
  const start = audio.currentTime + item.at
  const end = start + item.decay
  const gain = audio.createGain()
  gain.gain.setValueAtTime(QUIETEST, start)
  gain.gain.exponentialRampToValueAtTime(item.level * settings.volume, start + (item.kind === 'voice' ? 0.04 : 0.004))
  gain.gain.exponentialRampToValueAtTime(QUIETEST, end)
  gain.connect(audio.destination)
  const source =
    item.kind === 'paper'
      ? rustle(audio, item, gain)
      : item.kind === 'voice'
        ? call(audio, item, gain, start, end)
        : knock(audio, item, gain, start, end)
  source.start(start)
  source.stop(end)
}

function rustle(audio: AudioContext, item: Stroke, gain: GainNode): AudioBufferSourceNode {
  const source = audio.createBufferSource()
  source.buffer = noise ??= whiteNoise(audio)
  const filter = audio.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = item.pitch
  filter.Q.value = 0.8
  source.connect(filter)
  filter.connect(gain)
  return source
}

function knock(audio: AudioContext, item: Stroke, gain: GainNode, start: number, end: number): OscillatorNode {
  const source = audio.createOscillator()
  source.type = item.kind === 'wood' ? 'triangle' : 'sine'
  source.frequency.setValueAtTime(item.kind === 'wood' ? item.pitch * 1.6 : item.pitch, start)
  // struck wood is sharp for an instant and then falls to its pitch
  if (item.kind === 'wood') source.frequency.exponentialRampToValueAtTime(item.pitch, start + (end - start) / 4)
  source.connect(gain)
  return source
}

function call(audio: AudioContext, item: Stroke, gain: GainNode, start: number, end: number): OscillatorNode {
  const source = audio.createOscillator()
  source.type = 'sawtooth'
  source.frequency.setValueAtTime(item.pitch, start)
  source.frequency.exponentialRampToValueAtTime(item.glide ?? item.pitch, end)
  for (const formant of item.vowel ?? []) {
    const filter = audio.createBiquadFilter()
    filter.type = 'bandpass'
    filter.frequency.value = formant
    filter.Q.value = 7
    source.connect(filter)
    filter.connect(gain)
  }
  return source
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate / 4), audio.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  return buffer
}
