// Keeps the pages of a site for when there is no network. The build fills in the files and their version.
// A new version is fetched beside the old one and waits until the page says that somebody wants it.
const FILES = __FILES__
const NAME = 'qipai-shell-__VERSION__'

self.addEventListener('install', (event) => {
  const files = FILES.map((file) => new Request(file, { cache: 'reload' }))
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(files)))
})

self.addEventListener('activate', (event) => {
  const tidy = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name.startsWith('qipai-shell-') && name !== NAME).map((name) => caches.delete(name))),
    )
  event.waitUntil(tidy.then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  if (event.data === 'update') self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return
  const page = new URL('./', self.registration.scope).href
  const asked = request.mode === 'navigate' && new URL(request.url).pathname === new URL(page).pathname ? page : request
  event.respondWith(caches.match(asked).then((found) => found ?? fetch(request)))
})
