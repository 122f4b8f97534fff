import type { AnyCall, In, Out } from '@qitao/core/call.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CallFailure } from './failures.ts'
import { useCall } from './use-call.ts'

type Page = { readonly result: readonly unknown[]; readonly total: number; readonly next_cursor?: string | null }

/**
 * One page of a list call. Where the page before told its cursor, the next one is asked by it, so that deep pages cost the
 * same as the first; a page chosen by number is asked by number. `onBeyond` hears the last page when rows have gone.
 */
export function useRows<C extends AnyCall>(
  call: C,
  input: In<C>,
  onBeyond?: (lastPage: number) => void,
): UseQueryResult<Out<C>, CallFailure> {
  const { page = 1, page_size = 1, ...list } = input as { page?: number; page_size?: number }
  const cursors = useRef<{ list: string; of: Map<number, string> }>({ list: '', of: new Map() })
  const key = JSON.stringify([list, page_size])
  if (cursors.current.list !== key) cursors.current = { list: key, of: new Map() }
  const cursor = cursors.current.of.get(page)
  const answer = useCall(call, (cursor ? { ...input, cursor } : input) as In<C>, { keepPrevious: true })
  const shown = answer.isPlaceholderData ? undefined : (answer.data as Page | undefined)
  if (shown?.next_cursor) cursors.current.of.set(page + 1, shown.next_cursor)
  const beyond = shown !== undefined && page > 1 && shown.result.length === 0 ? Math.ceil(shown.total / page_size) : 0
  const latest = useRef(onBeyond)
  latest.current = onBeyond
  useEffect(() => {
    if (beyond > 0) latest.current?.(beyond)
  }, [beyond])
  return answer
}
