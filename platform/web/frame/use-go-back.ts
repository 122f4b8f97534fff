import { useLocation } from 'react-router'
import { close, leave } from '../shell/tab-store.ts'
import { goBack } from './navigation.ts'

/**
 * Leaves an edit page for the page that opened it, and closes its tab. An answer may come late: who has gone elsewhere in the
 * meantime stays there.
 */
export function useGoBack(): () => void {
  const { pathname, search } = useLocation()
  return () => {
    if (location.pathname !== pathname) return void close(pathname)
    if (location.search !== search) return
    leave(pathname)
    goBack()
  }
}
