import { useCallback, useState } from 'react'
import { useLocation } from 'react-router'

/** What a page remembers while its tab is open: a view, the scroll. It goes when the tab is closed or refreshed. */
const memory = new Map<string, Map<string, unknown>>()
export const forgetPage = (path: string): void => void memory.delete(path)
export const forgetAllPages = (): void => memory.clear()

export function usePageMemory<T>(key: string, initial: T): [T, (next: T) => void] {
  const { pathname } = useLocation()
  const [value, setValue] = useState<T>(() => (memory.get(pathname)?.get(key) as T | undefined) ?? initial)
  const set = useCallback(
    (next: T) => {
      const page = memory.get(pathname) ?? new Map<string, unknown>()
      page.set(key, next)
      memory.set(pathname, page)
      setValue(next)
    },
    [pathname, key],
  )
  return [value, set]
}
