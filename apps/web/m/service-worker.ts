// Serves the operator's page from what the device has, with a connection or without. It knows no call: those are the page's.

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Lasting {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}
const worker = globalThis as unknown as Worker

/** Every file of the page, written in by the build (keep-files.ts); the name of the store changes with any of them. */
declare const files: { readonly version: string; readonly paths: readonly string[] }
const page = '/m/'
const family = 'operator '
const store = family + files.version

worker.addEventListener('install', event => {
  event.waitUntil(
    caches.open(store).then(cache => cache.addAll(files.paths.map(path => new Request(path, { cache: 'reload' })))),
  )
})
worker.addEventListener('activate', event => {
  const clear = async () => {
    const old = (await caches.keys()).filter(name => name.startsWith(family) && name !== store)
    await Promise.all(old.map(name => caches.delete(name)))
    await worker.clients.claim()
  }
  event.waitUntil(clear())
})
worker.addEventListener('message', ({ data }) => {
  if (data === 'take over') void worker.skipWaiting()
})
worker.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  const path = request.mode === 'navigate' ? page : pathname
  if (!files.paths.includes(path)) return
  event.respondWith(caches.match(path, { cacheName: store }).then(kept => kept ?? fetch(request)))
})
