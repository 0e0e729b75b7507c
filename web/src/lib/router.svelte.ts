// Which page is shown: the path of the address; the lobby's own pages stand in its query (/?new=<game>, /?account).
export type Route =
  | { page: 'lobby' }
  | { page: 'new'; game: string }
  | { page: 'room'; room: string }
  | { page: 'rules'; game: string; preset?: string }
  | { page: 'learn'; game: string; preset?: string }
  | { page: 'replay' }
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
  const [first = '', second = '', ...rest] = path.split('/').filter(Boolean).map(decoded)
  if (rest.length) return { page: 'lost' }
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
  if (first === 'replay' && !second) return { page: 'replay' }
  return { page: 'lost' }
}

class Router {
  route: Route = $state(typeof location === 'undefined' ? { page: 'lobby' } : parse(location.pathname, location.search))

  /** Called once, by App. */
  listen(): () => void {
    const onpop = () => this.read()
    const onclick = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.('a[href]')
      if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || link.target || link.hasAttribute('download')) return
      if (link.origin !== location.origin || parse(link.pathname).page === 'lost') return
      event.preventDefault()
      this.go(link.pathname + link.search + link.hash)
    }
    addEventListener('popstate', onpop)
    document.addEventListener('click', onclick)
    return () => {
      removeEventListener('popstate', onpop)
      document.removeEventListener('click', onclick)
    }
  }

  read(): void {
    this.route = parse(location.pathname, location.search)
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path)
    this.read()
    scrollTo(0, 0)
  }
}

export const router = new Router()
