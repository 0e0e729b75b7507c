// Soft clicks of wood and paper, made with WebAudio; silent when the switch is off.
import { settings } from './settings.svelte'

export type Sound = 'deal' | 'play' | 'collect' | 'turn' | 'win' | 'refuse'

const PITCH: Record<Sound, number> = { deal: 900, play: 420, collect: 300, turn: 660, win: 880, refuse: 160 }
let context: AudioContext | null = null

export function sound(name: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const start = context.currentTime
  const tone = context.createOscillator()
  const loudness = context.createGain()
  tone.frequency.value = PITCH[name]
  loudness.gain.setValueAtTime(0.06, start)
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.09)
  tone.connect(loudness).connect(context.destination)
  tone.start(start)
  tone.stop(start + 0.1)
}
