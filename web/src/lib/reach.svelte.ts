// Where others can reach this server. A page at 127.0.0.1 does not know; the server does.
import { call } from './api'
import type { ReachOut } from './wire.gen'

class Reach {
  known: ReachOut | null = $state.raw(null)
  /** Which of several networks the friends are in. */
  chosen = $state(0)

  /** Asked again whenever somebody is invited: a laptop is carried from one network to another. */
  look(): void {
    void call<ReachOut>('GET', '/reach')
      .then((found) => (this.known = found))
      .catch(() => undefined)
  }

  get base(): string {
    return this.known?.bases[this.chosen] ?? this.known?.bases[0] ?? location.origin
  }
}

export const reach = new Reach()
