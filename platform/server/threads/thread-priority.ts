import { readlinkSync } from 'node:fs'
import { getPriority, platform, setPriority } from 'node:os'

/** Of Linux, 0 is usual and 19 the last: a fifteenth of the share of others where they compete, all of it where nobody does. */
const behind = 12

/**
 * The calling thread goes behind those that answer people. Linux gives a priority to each thread; elsewhere it would be the
 * whole process, which stays as it is.
 */
export function stepBack(): void {
  try {
    const [, , thread] = readlinkSync('/proc/thread-self').split('/')
    setPriority(Number(thread), behind)
  } catch {
    // No such folder, or not allowed: the work is done all the same.
  }
}

/** What a pool adds for its threads to be as far behind: a thread begins where the one that starts it stands. */
export const stepsBehind = (): number => (platform() === 'linux' ? Math.max(0, behind - getPriority()) : 0)
