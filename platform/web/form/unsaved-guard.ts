import { text } from '@qitao/core/text.ts'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { isSignedIn } from '../session/session.ts'
import { stayed } from '../shell/tab-store.ts'
import { confirm } from '../show/confirm.tsx'

/** Asks before unsaved changes are left behind, by a link, the back key or by closing the window. */
export function useUnsavedGuard(changed: boolean): { release(): void } {
  const released = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Who is signed out cannot stay.
      changed && !released.current && isSignedIn() && currentLocation.pathname !== nextLocation.pathname,
  )
  const latest = useRef(blocker)
  latest.current = blocker
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({
      title: text('有未保存的修改', 'There are unsaved changes'),
      detail: text('离开后这些修改将丢失。', 'They will be lost when you leave.'),
      ok: text('离开', 'Leave'),
      cancel: text('继续编辑', 'Keep editing'),
      danger: true,
    }).then(leave => {
      if (leave) return latest.current.proceed?.()
      stayed()
      latest.current.reset?.()
    })
  }, [blocker.state])
  useEffect(() => {
    if (!changed) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [changed])
  const release = () => {
    released.current = true
  }
  return { release }
}
