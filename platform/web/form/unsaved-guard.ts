import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { isSignedIn } from '../session/session.ts'
import { isLeaving, stayed } from '../shell/tab-store.ts'
import { askToLose, whileChanged } from '../shell/unsaved.ts'

export interface UnsavedGuard {
  /** What is left behind from now on is not asked about. */
  release(): void
  isReleased(): boolean
}

/**
 * Asks before unsaved changes are left behind: when its tab or the window is closed, and with `keeps` false by any link and the back
 * key, too. A page that keeps what was written goes on with it when somebody comes back.
 */
export function useUnsavedGuard(changed: boolean, { keeps = false } = {}): UnsavedGuard {
  const released = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation: { pathname }, nextLocation }) =>
      // Who is signed out cannot stay.
      changed &&
      !released.current &&
      isSignedIn() &&
      pathname !== nextLocation.pathname &&
      (!keeps || isLeaving(pathname)),
  )
  const latest = useRef(blocker)
  latest.current = blocker
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void askToLose().then(leave => {
      if (!leave) {
        stayed()
        return latest.current.reset?.()
      }
      released.current = true
      latest.current.proceed?.()
    })
  }, [blocker.state])
  const guard = useRef<UnsavedGuard>({
    release: () => {
      released.current = true
    },
    isReleased: () => released.current,
  })
  useEffect(() => (changed ? whileChanged(guard.current.release) : undefined), [changed])
  return guard.current
}
