// The keys of a table: arrows and the space bar are the hand's, all others those of the actions.
import type { Action } from '../lib/model'

interface Keyed {
  press: (action: Action) => void
  /** Escape, where no action has it. */
  clear: (() => void) | undefined
  arrow: ((dx: number, dy: number) => void) | undefined
  space: (() => void) | undefined
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export function pressed(event: KeyboardEvent, actions: readonly Action[], keyed: Keyed): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const target = event.target as HTMLElement
  if (target.closest('input, select, textarea, dialog, aside, [role=menu]')) return
  const arrow = ARROWS[event.key]
  if (arrow) {
    if (!keyed.arrow) return
    keyed.arrow(...arrow)
  } else if (event.key === ' ') {
    // A focused button is pressed by the browser itself.
    if (!keyed.space || target.closest('button, a')) return
    keyed.space()
  } else {
    if (event.key === 'Enter' && target.closest('button, a') && !target.closest('.hand')) return
    const action = actions.find((one) => one.key === event.key.toLowerCase())
    if (!action && event.key === 'Escape') return keyed.clear?.()
    if (!action || event.repeat) return
    keyed.press(action)
  }
  event.preventDefault()
}
