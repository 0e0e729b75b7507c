// Keeps the pages for when there is no network. The build of a site, or a server, fills in the files and their version.
// On a site a new version is fetched beside the old one and waits until the page says that somebody wants it. A server's pages are
// asked for first, and what is kept is for when it is gone: so there the newest takes over, and leaves the one before to open pages.
const FILES = __FILES__
const NAME = 'qipai-shell-__VERSION__'
const SERVED = __SERVED__
const PYTHON = 'qipai-python' // in which a page keeps what it has fetched of Python
const at = (file) => new URL(file, self.registration.scope).href
const KEPT = new Set(FILES.map(at))

async function python() {
  const told = await (await caches.open(NAME)).match(at('python/files.json'))
  const { version, files } = await told.json()
  return { cache: await caches.open(PYTHON), wanted: files.map(({ name }) => at(`python/${version}/${name}`)) }
}

/** Who has Python gets what is new of it beside the old: a version that takes over on a plane must be whole. */
async function install() {
  await (await caches.open(NAME)).addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))
  const { cache, wanted } = await python()
  const had = self.registration.active && (await cache.keys()).length // on the first visit the page is fetching it itself
  if (had) for (const part of wanted) if (!(await cache.match(part))) await cache.add(part)
  if (SERVED) await self.skipWaiting()
}

async function forgetPython() {
  const { cache, wanted } = await python()
  for (const request of await cache.keys()) if (!wanted.includes(request.url)) await cache.delete(request)
}

self.addEventListener('install', (event) => event.waitUntil(install()))

self.addEventListener('activate', (event) => {
  const tidy = caches.keys().then((names) => {
    const others = names.filter((name) => name.startsWith('qipai-shell-') && name !== NAME)
    return Promise.all(others.slice(0, SERVED ? -1 : undefined).map((name) => caches.delete(name)))
  })
  event.waitUntil(Promise.all([tidy, forgetPython()]).then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  if (event.data === 'update') self.skipWaiting()
})

/** Of this version, or of one that an open page still shows. */
async function kept(address) {
  return (await (await caches.open(NAME)).match(address)) ?? caches.match(address)
}

async function askedFirst(request, address) {
  try {
    const answer = await fetch(request)
    if (answer.status < 500) return answer
    return (await kept(address)) ?? answer // a proxy whose server is gone
  } catch (problem) {
    const found = await kept(address)
    if (found) return found
    throw problem
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const { href, pathname } = new URL(request.url)
  const page = at('./')
  if (request.mode === 'navigate') {
    if (SERVED) event.respondWith(askedFirst(request, page))
    else if (pathname === new URL(page).pathname) event.respondWith(kept(page).then((found) => found ?? fetch(request)))
  } else if (SERVED && KEPT.has(href) && !href.startsWith(at('assets/'))) event.respondWith(askedFirst(request, href))
  else if (KEPT.has(href) || [at('assets/'), at('python/')].some((folder) => href.startsWith(folder)))
    event.respondWith(kept(href).then((found) => found ?? fetch(request)))
})
