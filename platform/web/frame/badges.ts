import { forgetWithSession } from '../session/session.ts'
import { createStore } from '../store.ts'

/** How much waits on a page, by its path: shown at its menu entry and tab. */
export const badges = createStore<Readonly<Record<string, number>>>({})
forgetWithSession(() => badges.set({}))

export function setBadges(counts: Readonly<Record<string, number>>): void {
  const now = badges.get()
  const same = Object.keys(counts).length === Object.keys(now).length
  if (!same || Object.entries(counts).some(([path, count]) => now[path] !== count)) badges.set(counts)
}
