// Pages and tables are chunks that are fetched when they are needed. When the server has been updated since this page was opened,
// the old chunks are gone: the page reloads itself, once; if that does not help, it says so.

const KEY = 'qipai.reloaded'

/** What the world is for it; tests bring their own. */
export interface World {
  /** This build: the address of a file that its page names. */
  build: string
  /** The page as the server gives it now. */
  page(): Promise<string>
  reload(): void
  storage(): Pick<Storage, 'getItem' | 'setItem'>
}

const browser: World = {
  build: new URL(import.meta.url).pathname,
  page: async () => {
    const answer = await fetch(import.meta.env.BASE_URL, { cache: 'no-store' })
    if (!answer.ok) throw new Error(String(answer.status))
    return answer.text()
  },
  reload: () => location.reload(),
  storage: () => sessionStorage,
}

/** The chunk; rejected when it cannot be had and reloading the page would not help. */
export async function chunk<T>(load: () => Promise<T>, world: World = browser): Promise<T> {
  try {
    return await load()
  } catch (problem) {
    if (!(await outdated(world))) throw problem
    world.reload()
    return new Promise(() => undefined) // what is shown stays until the new page is there
  }
}

const LONGEST = 1000 // milliseconds; a page that is never idle, or in a browser that does not tell, goes on after so long

/** When the browser has shown what there is and has nothing better to do; outside of one at once. */
export function idle(): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: LONGEST })
    else if (typeof requestAnimationFrame === 'function') setTimeout(done, LONGEST / 5)
    else done()
  })
}

/** Fetches what will be wanted, once the browser has nothing better to do. */
export function soon(...loads: (() => Promise<unknown>)[]): void {
  void idle().then(() => Promise.allSettled(loads.map((load) => load())))
}

/** The server has another build by now, and this one has not been reloaded for it yet. A network that is down is neither. */
async function outdated(world: World): Promise<boolean> {
  try {
    const now = await world.page()
    if (now.includes(world.build) || world.storage().getItem(KEY) === world.build) return false
    world.storage().setItem(KEY, world.build)
    return true
  } catch {
    return false
  }
}
