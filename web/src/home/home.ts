// Two homes, one client: a server, or this device. Everything that leaves the client leaves through here.
import type { Method } from '../lib/api'
import type { RoomLine } from '../lib/wire.gen'
import { local, type Answer } from './local.svelte'
import { keptLines } from './shelf'

/** A site has no server: all rooms are on this device, and its pages are files beside it. */
export const SITE = import.meta.env.MODE === 'site'
/** Whether games can be played on this device: a server that brings what it takes says so in its page. */
export const DEVICE = SITE || (typeof document !== 'undefined' && document.querySelector('meta[name=qipai-device]') !== null)
const GOING_ON = new Set(['open', 'playing'])

/** Rooms on this device have names that no server gives. */
export const isLocal = (room: string): boolean => room.startsWith('~')

const base = import.meta.env.BASE_URL

/** A page that the build has written down, for a request that asks for one. */
export function written(path: string): string | null {
  const [place = '', query = ''] = path.split('?')
  const [games, game, part] = place.split('/').filter(Boolean)
  if (games !== 'games') return null
  if (!game) return `${base}python/data/games.json`
  const asked = new URLSearchParams(query)
  if (part === 'book') return `${base}python/data/${game}.book.${asked.get('lang') ?? 'en'}.${asked.get('preset') ?? ''}.json`
  return `${base}python/data/${game}.${part}.json`
}

async function fetched(address: string, init?: RequestInit): Promise<Answer> {
  const answer = await fetch(address, init)
  return { status: answer.status, text: answer.status === 204 ? '' : await answer.text() }
}

/** The list of rooms needs no Python: it is what the shelf keeps. */
export async function roomsHere(past: boolean): Promise<RoomLine[]> {
  return (await keptLines()).filter((line: RoomLine) => GOING_ON.has(line.status) !== past)
}

async function listed(path: string): Promise<Answer> {
  return { status: 200, text: JSON.stringify(await roomsHere(path.endsWith('which=past'))) }
}

/** `here`: of the home on this device, whatever the path says. Rejected when the home cannot be reached. */
export function request(method: Method, path: string, body?: unknown, token?: string | null, here = SITE): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  if (here || path.startsWith('/rooms/~')) {
    const page = method === 'GET' ? written(path) : null
    if (page !== null) return fetched(page)
    return method === 'GET' && path.split('?')[0] === '/rooms' ? listed(path) : local.request(method, path, text)
  }
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (token) headers.authorization = `Bearer ${token}`
  const asked = fetched(`/api/v1${path}`, { method, headers, body: text })
  // Rules and lessons are kept for when the server is gone.
  const page = DEVICE && method === 'GET' ? written(path) : null
  return page === null ? asked : asked.catch(() => fetched(page))
}

export function connect(url: string): WebSocket {
  const room = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1))
  return isLocal(room) ? local.open(room) : new WebSocket(url)
}
