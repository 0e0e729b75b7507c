// The service worker: it keeps the pages for when there is no network. On a site a new version waits until somebody wants it; a
// server's pages are asked of the server as long as it is there.
import { DEVICE, SITE } from './home'

class Update {
  /** A new version waits. */
  ready = $state(false)
  #waiting: ServiceWorker | null = null

  /** Called once, by App. */
  async register(): Promise<void> {
    if (!DEVICE || !('serviceWorker' in navigator)) return
    let accepted = false
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (accepted) location.reload()
    })
    this.#accept = () => {
      accepted = true
      this.#waiting?.postMessage('update')
    }
    const found = await navigator.serviceWorker.register(new URL(`${import.meta.env.BASE_URL}sw.js`, document.baseURI), {
      updateViaCache: 'none',
    })
    if (!SITE) return
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
