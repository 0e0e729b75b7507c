// The service worker of a site: it keeps the pages for when there is no network, and a new version waits until somebody wants it.
import { SITE } from './home'

class Update {
  /** A new version waits. */
  ready = $state(false)
  #waiting: ServiceWorker | null = null

  /** Called once, by App. */
  async register(): Promise<void> {
    if (!SITE || !('serviceWorker' in navigator)) return
    let accepted = false
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (accepted) location.reload()
    })
    this.#accept = () => {
      accepted = true
      this.#waiting?.postMessage('update')
    }
    const found = await navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' })
    const offer = (worker: ServiceWorker | null) => {
      if (!worker || !navigator.serviceWorker.controller) return // the first one replaces nothing
      this.#waiting = worker
      this.ready = true
    }
    offer(found.waiting)
    found.addEventListener('updatefound', () => {
      const worker = found.installing
      worker?.addEventListener('statechange', () => worker.state === 'installed' && offer(worker))
    })
  }

  #accept: () => void = () => undefined

  accept(): void {
    this.#accept()
  }
}

export const update = new Update()
