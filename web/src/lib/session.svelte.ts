// Who I am on this device. A guest comes in silently with the first thing that needs a person.
import { call, Problem, type Session, type User } from './api'
import { settings } from './settings.svelte'

const KEY = 'qipai.session'

function stored(): Session | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Session | null
  } catch {
    return null
  }
}

class Me {
  session: Session | null = $state(typeof localStorage === 'undefined' ? null : stored())
  #coming: Promise<string> | null = null

  get user(): User | null {
    return this.session?.user ?? null
  }

  get token(): string | null {
    return this.session?.token ?? null
  }

  keep(session: Session | null): void {
    this.session = session
    if (session) localStorage.setItem(KEY, JSON.stringify(session))
    else localStorage.removeItem(KEY)
  }

  /** The token, of a guest made now if nobody is here yet. */
  async come(): Promise<string> {
    if (this.session) return this.session.token
    this.#coming ??= this.#guest().finally(() => (this.#coming = null))
    return this.#coming
  }

  async #guest(): Promise<string> {
    const name = `${settings.lang === 'zh' ? '棋友' : 'Guest '}${100 + Math.floor(Math.random() * 900)}`
    const session = await call<Session>('POST', '/sessions/guest', { name })
    this.keep(session)
    return session.token
  }

  /** A request as this person; a session that has ended is replaced by a new guest once. */
  async call<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
    try {
      return await call<T>(method, path, body, await this.come())
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.code !== 'UNAUTHORIZED') throw problem
      this.keep(null)
      return call<T>(method, path, body, await this.come())
    }
  }
}

export const me = new Me()

if (typeof addEventListener !== 'undefined')
  // Another tab signed in or out: this one follows.
  addEventListener('storage', (event) => {
    if (event.key === KEY) me.session = stored()
  })
