// Who I am on this device. A guest comes in silently with the first thing that needs a person.
import { SITE } from '../home/home'
import { local } from '../home/local.svelte'
import { call, Problem, type Method } from './api'
import type { ExportOut, SessionOut, UserOut } from './wire.gen'
import { settings } from './settings.svelte'

const KEY = 'qipai.session'

function stored(): SessionOut | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as SessionOut | null
  } catch {
    return null
  }
}

function guestName(): string {
  return `${settings.lang === 'zh' ? '棋友' : 'Guest '}${100 + Math.floor(Math.random() * 900)}`
}

class Me {
  session: SessionOut | null = $state(typeof localStorage === 'undefined' ? null : stored())
  #coming: Promise<string> | null = null

  get user(): UserOut | null {
    return this.session?.user ?? null
  }

  get token(): string | null {
    return this.session?.token ?? null
  }

  keep(session: SessionOut | null): void {
    this.session = session
    if (session) localStorage.setItem(KEY, JSON.stringify(session))
    else localStorage.removeItem(KEY)
  }

  /** The token, of a guest made now if nobody is here yet. */
  async come(name = ''): Promise<string> {
    if (this.session) return this.session.token
    this.#coming ??= this.#guest(name).finally(() => (this.#coming = null))
    return this.#coming
  }

  /** As somebody who has just said a name; without one, as before. */
  async introduce(name: string): Promise<void> {
    if (!name) return
    if (!this.session) await this.come(name)
    else if (name !== this.user?.name) await this.rename(name)
    settings.named = true
  }

  async #guest(given: string): Promise<string> {
    const session = await call<SessionOut>('POST', '/sessions/guest', { name: given || guestName() })
    this.keep(session)
    return session.token
  }

  /** Another name, or with a face another face. */
  async rename(name: string, face?: string): Promise<void> {
    const user = await this.call<UserOut>('PUT', '/me', { name, face })
    if (this.session) this.keep({ ...this.session, user })
  }

  /** An account; as a guest one keeps one's seats and games. */
  async register(name: string, password: string): Promise<void> {
    this.keep(await call<SessionOut>('POST', '/accounts', { name, password }, this.token))
  }

  async signIn(name: string, password: string): Promise<void> {
    this.keep(await call<SessionOut>('POST', '/sessions', { name, password }))
  }

  async signOut(): Promise<void> {
    await call('DELETE', '/sessions', undefined, this.token).catch(() => undefined)
    this.keep(null)
  }

  /** Every device is signed out, this one too. */
  async signOutEverywhere(): Promise<void> {
    await call('DELETE', '/sessions/all', undefined, this.token)
    this.keep(null)
  }

  async changePassword(password: string, new_password: string): Promise<void> {
    await call('PUT', '/me/password', { password, new_password }, this.token)
  }

  /** Deletes the account, or the guest, with all that is kept of it. */
  async erase(password: string): Promise<void> {
    await call('POST', '/me/delete', { password }, this.token)
    this.keep(null)
  }

  exported(): Promise<ExportOut> {
    return call<ExportOut>('GET', '/me/export', undefined, this.token)
  }

  /** Goes on as the person who made this one-time code on another device. */
  async redeem(code: string): Promise<void> {
    this.keep(await call<SessionOut>('POST', '/sessions/redeem', { code: code.trim() }))
  }

  /** A look at something public: as this person if there is one, and nobody is made for it. */
  look<T>(path: string): Promise<T> {
    return call<T>('GET', path, undefined, this.token)
  }

  /** A request as this person; a session that has ended is replaced by a new guest once. `here`: on this device, which asks for none. */
  async call<T>(method: Method, path: string, body?: unknown, here = false): Promise<T> {
    if (!SITE && (here || path.startsWith('/rooms/~'))) return call<T>(method, path, body, null, true)
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
local.person = () => (me.user ? { name: me.user.name, face: me.user.face } : SITE ? null : { name: guestName() })

if (typeof addEventListener !== 'undefined')
  // Another tab signed in or out: this one follows.
  addEventListener('storage', (event) => {
    if (event.key === KEY) me.session = stored()
  })
