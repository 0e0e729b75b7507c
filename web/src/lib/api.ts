// REST under /api/v1. Refusals carry words in both languages; a lost network is a refusal too.
import type { Words } from './model'

export interface User {
  id: string
  name: string
  account: boolean
}
export interface Session {
  token: string
  user: User
}
export interface Choice {
  value: unknown
  title: string
  title_zh: string
  /** Seats at the table when this choice changes their number. */
  seats?: number
}
export interface Option {
  title?: string
  title_zh?: string
  description?: string
  description_zh?: string
  default: unknown
  clause?: string
  type: 'string' | 'integer' | 'boolean'
  enum?: unknown[]
  anyOf?: unknown[]
  minimum?: number
  maximum?: number
  choices?: Choice[]
}
export interface GameInfo {
  name: string
  title: Words
  words: Words
  seats: number
  options: { properties: Record<string, Option>; presets: Record<string, Record<string, unknown>> }
  levels: string[]
}
export interface SeatWish {
  kind: 'me' | 'open' | 'bot'
  level?: string
}
export interface RoomWish {
  game: string
  rules?: Record<string, unknown>
  seats?: SeatWish[]
  clock?: { base: number; bank: number } | null
  public?: boolean
  claim_pause?: number
}
export interface RoomLine {
  room: string
  game: string
  rules: Record<string, unknown>
  status: string
  seats: string[]
  mine: boolean
}

export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly words: Words,
    readonly status: number,
  ) {
    super(words.en)
  }
}

const NO_NETWORK: Words = { zh: '连不上服务器，请检查网络后再试。', en: 'The server cannot be reached; check the network and try again.' }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export async function call<T>(method: Method, path: string, body?: unknown, token?: string | null): Promise<T> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (token) headers.authorization = `Bearer ${token}`
  let answer: Response
  try {
    answer = await fetch(`/api/v1${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  } catch {
    throw new Problem('OFFLINE', NO_NETWORK, 0)
  }
  if (answer.status === 204) return undefined as T
  const told = (await answer.json().catch(() => null)) as Record<string, unknown> | null
  if (answer.ok && told !== null) return told as T
  const en = String(told?.message ?? `${answer.status} ${answer.statusText}`)
  throw new Problem(String(told?.code ?? answer.status), { en, zh: String(told?.message_zh ?? en) }, answer.status)
}
