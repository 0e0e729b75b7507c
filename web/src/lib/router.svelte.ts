// A site, which lies under any path of any host, has the address in its query instead: ?/r/~name, ?/rules/<game>?preset=…
// Which page is shown: the path of the address; the lobby's own pages stand in its query (/?new=<game>, /?account).
import { SITE } from '../home/home'

export type Route =
  | { page: 'lobby' }
  | { page: 'new'; game: string }
  | { page: 'room'; room: string }
  | { page: 'rules'; game: string; preset?: string }
  | { page: 'learn'; game: string; preset?: string }
  | { page: 'replay' }
  | { page: 'puzzles' }
  | { page: 'puzzle'; game: string; puzzle: string }
  | { page: 'account' }
  | { page: 'lost' }

/** An address may be anything, also what nothing was encoded to. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function parse(path: string, query = ''): Route {
  const [first = '', second = '', third = '', ...rest] = path.split('/').filter(Boolean).map(decoded)
  if (first === 'puzzles' && third && !rest.length) return { page: 'puzzle', game: second, puzzle: third }
  if (third) return { page: 'lost' }
  const asked = new URLSearchParams(query)
  if (!first) {
    const game = asked.get('new')
    if (game) return { page: 'new', game }
    return asked.has('account') ? { page: 'account' } : { page: 'lobby' }
  }
  if (first === 'r' && second) return { page: 'room', room: second }
  if ((first === 'rules' || first === 'learn') && second) {
    const preset = asked.get('preset')
    return { page: first, game: second, ...(preset ? { preset } : {}) }
  }
  if (first === 'puzzles' && !second) return { page: 'puzzles' }
  if (first === 'replay' && !second) return { page: 'replay' }
  return { page: 'lost' }
}

/** The path and the query of a page's own, wherever it lies. */
export function place(at: Pick<Location, 'pathname' | 'search'> = location, site = SITE): { path: string; query: string } {
  if (!site) return { path: at.pathname, query: at.search }
  const [path = '', query = ''] = (at.search.startsWith('?/') ? at.search.slice(1) : '/').split(/\?(.*)/s)
  return { path, query: query && `?${query}` }
}

/** The address of a page of ours, for links. */
export function to(path: string, site = SITE): string {
  return site && path.startsWith('/') ? (path === '/' ? './' : `?${path}`) : path
}

function now(): Route {
  const { path, query } = place()
  return parse(path, query)
}

class Router {
  route: Route = $state(typeof location === 'undefined' ? { page: 'lobby' } : now())

  /** What the address asks for beside its page. */
  get query(): URLSearchParams {
    return new URLSearchParams(place().query)
  }

  /** Called once, by App. */
  listen(): () => void {
    const onpop = () => this.read()
    const onclick = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.('a[href]')
      if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || link.target || link.hasAttribute('download')) return
      if (link.origin !== location.origin || (SITE && link.pathname !== location.pathname)) return
      const { path, query } = place(link)
      if (parse(path).page === 'lost' || (SITE && link.hash && link.search === location.search)) return
      event.preventDefault()
      this.go(path + query + link.hash)
    }
    addEventListener('popstate', onpop)
    document.addEventListener('click', onclick)
    return () => {
      removeEventListener('popstate', onpop)
      document.removeEventListener('click', onclick)
    }
  }

  read(): void {
    this.route = now()
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', to(path))
    this.read()
    scrollTo(0, 0)
  }
}

export const router = new Router()
