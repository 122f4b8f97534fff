const worker = '/m/service-worker.js'
/** A device that is never closed asks for a newer version this often. */
const askEvery = 3_600_000

/**
 * The page starts without a connection where the browser allows it: over TLS, or on the machine itself. A newer version waits until it is
 * taken, so that nobody loses a sheet that is being filled.
 */
export function keepServed(onNewer: (take: () => void) => void): void {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  let isTaken = false
  const offer = (waiting: ServiceWorker) =>
    onNewer(() => {
      isTaken = true
      waiting.postMessage('take over')
    })
  serviceWorker.addEventListener('controllerchange', () => isTaken && location.reload())
  serviceWorker
    .register(worker, { scope: '/m/' })
    .then(registration => {
      setInterval(() => void registration.update().catch(() => undefined), askEvery)
      if (registration.waiting && serviceWorker.controller) offer(registration.waiting)
      registration.addEventListener('updatefound', () => {
        const made = registration.installing
        made?.addEventListener('statechange', () => {
          if (made.state === 'installed' && serviceWorker.controller) offer(made)
        })
      })
    })
    .catch((error: unknown) => console.warn('The page will not start without a connection:', error))
}
