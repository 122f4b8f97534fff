import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The record whose detail stands beside the list, by id: the address holds it, so that a link finds it in a new tab, too. */
export function useOpened(): [string | undefined, (id: string | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const open = useCallback(
    (id: string | undefined) =>
      setSearch(
        now => {
          const next = new URLSearchParams(now)
          if (id === undefined) next.delete('open')
          else next.set('open', id)
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  return [search.get('open') ?? undefined, open]
}
