// REST under /api/v1. Refusals carry words in both languages; a lost network is a refusal too.
import { request, SITE } from '../home/home'
import { words as device } from '../i18n/device'
import type { Words } from './model'
import type { GameOut, RoomBody } from './wire.gen'

/** One option of a game in the JSON Schema that `GET /games` tells. */
export interface Option {
  title?: string
  title_zh?: string
  default: unknown
  clause?: string
  type: 'string' | 'integer' | 'boolean'
  enum?: unknown[]
  minimum?: number
  maximum?: number
  /** `seats` where a choice changes their number. */
  choices?: { value: unknown; title: string; title_zh: string; seats?: number }[]
}
export type GameInfo = Omit<GameOut, 'options'> & {
  options: { properties: Record<string, Option>; presets: Record<string, Record<string, unknown>> }
}
export type SeatWish = NonNullable<RoomBody['seats']>[number]

export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly words: Words,
    readonly status: number,
  ) {
    super(words.en)
  }
}

const NO_NETWORK: Words = { zh: '连不上服务器，请检查网络后再试。', en: 'Can’t reach the server. Check your connection and try again.' }

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `here`: of the home on this device. */
export async function call<T>(method: Method, path: string, body?: unknown, token?: string | null, here?: boolean): Promise<T> {
  let answer: { status: number; text: string }
  try {
    answer = await request(method, path, body, token, here)
  } catch {
    const mine = here ?? (SITE || path.startsWith('/rooms/~'))
    throw new Problem('OFFLINE', mine ? device.failed : NO_NETWORK, 0)
  }
  if (answer.status === 204) return undefined as T
  const parsed = json(answer.text)
  if (answer.status < 300 && parsed !== null) return parsed as T
  const en = String(parsed?.message ?? answer.status)
  throw new Problem(String(parsed?.code ?? answer.status), { en, zh: String(parsed?.message_zh ?? en) }, answer.status)
}

function json(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}

/** What went wrong, in words, whatever it was. */
export function wordsOf(problem: unknown): Words {
  if (problem instanceof Problem) return problem.words
  const text = problem instanceof Error ? problem.message : String(problem)
  return { zh: text, en: text }
}
