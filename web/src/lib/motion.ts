// From where a thing was to where it is. Places are anchored by name (`seat:2`, `hand`, `deck`, a piece's own key);
// a piece that appears travels from the anchor it came from. Nothing here ever blocks: it is only how it looks.
import type { TransitionConfig } from 'svelte/transition'
import { settings } from './settings.svelte'

const places = new Map<string, Element>()
const last = new Map<string, DOMRect>()

export const TIME = 200
const STAGGER = 40

/**
 * `{@attach anchor('seat:2')}`: this element is a place from which things come. It stays one until another takes the name or it is
 * gone from the page: an attachment that is recreated would leave a gap in which things already start.
 */
export function anchor(name: string): (node: Element) => void {
  return (node) => void places.set(name, node)
}

function found(name: string): DOMRect | undefined {
  const node = places.get(name)
  return node?.isConnected ? node.getBoundingClientRect() : undefined
}

/** Remembers where these anchors are now, for pieces that are about to leave them. */
export function remember(...names: string[]): void {
  for (const name of names) {
    const here = found(name)
    if (here) last.set(name, here)
  }
}

function rect(name: string): DOMRect | undefined {
  const kept = last.get(name)
  last.delete(name)
  return kept ?? found(name)
}

export function reducedMotion(): boolean {
  return settings.still || matchMedia('(prefers-reduced-motion: reduce)').matches
}

const easeOut = (t: number) => 1 - (1 - t) ** 3

/** `in:arrive={{ from: 'seat:2', quick: model.quick, order: 3 }}`; with reduced motion a fade. */
export function arrive(
  node: Element,
  { from, quick = false, order = 0, time = TIME }: { from: string; quick?: boolean; order?: number; time?: number },
): TransitionConfig {
  if (quick) return { duration: 0 }
  const delay = order * STAGGER
  const source = reducedMotion() ? undefined : rect(from)
  if (!source) return { delay, duration: time, easing: easeOut, css: (t) => `opacity:${t}` }
  const target = node.getBoundingClientRect()
  const dx = source.left + source.width / 2 - (target.left + target.width / 2)
  const dy = source.top + source.height / 2 - (target.top + target.height / 2)
  const size = Math.max(0.4, Math.min(1.4, source.height / Math.max(1, target.height)))
  return {
    delay,
    duration: time,
    easing: easeOut,
    css: (t, u) => `transform:translate(${dx * u}px,${dy * u}px) scale(${1 + (size - 1) * u});opacity:${Math.min(1, 0.25 + t * 2)}`,
  }
}

/** `out:depart={{ to: 'seat:2', quick: model.quick }}`: goes where it is taken. */
export function depart(
  node: Element,
  { to, quick = false, time = TIME }: { to: string; quick?: boolean; time?: number },
): TransitionConfig {
  if (quick) return { duration: 0 }
  const target = reducedMotion() ? undefined : found(to)
  if (!target) return { duration: time / 2, css: (t) => `opacity:${t}` }
  const here = node.getBoundingClientRect()
  const dx = target.left + target.width / 2 - (here.left + here.width / 2)
  const dy = target.top + target.height / 2 - (here.top + here.height / 2)
  return {
    duration: time,
    easing: easeOut,
    css: (t, u) => `transform:translate(${dx * u}px,${dy * u}px) scale(${1 - 0.6 * u});opacity:${t}`,
  }
}
