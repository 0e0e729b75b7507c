// One line told for a moment on the pages around the table: what went wrong, what was done.
import { wordsOf } from './api'
import type { Words } from './model'

const SHOWN = 4000

class Toast {
  words: Words | null = $state.raw(null)
  #timer: ReturnType<typeof setTimeout> | null = null

  tell(words: Words): void {
    this.words = words
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.words = null), SHOWN)
  }

  /** Does it, and tells when it fails; the answer is whether it went well. */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (problem) {
      this.tell(wordsOf(problem))
      return false
    }
  }
}

export const toast = new Toast()
