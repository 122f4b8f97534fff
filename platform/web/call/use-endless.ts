import type { Call, In, Out } from '@qitao/core/call.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLanguage } from '../session/language.ts'
import { send } from './client.ts'
import type { CallFailure } from './failures.ts'

/** So many rows are asked at a time. */
const portion = 200

interface Page<R> {
  readonly result: R[]
  readonly total: number
  readonly next_cursor?: string | null | undefined
}
export interface EndlessRows<R, A> {
  readonly rows: readonly R[]
  /** The first answer, with what it tells of all. */
  readonly first: A | undefined
  readonly total: number
  readonly pending: boolean
  readonly failure: CallFailure | null
  readonly more: () => void
  readonly refetch: () => unknown
}
/** All rows of a list, loaded further as they come into sight; commands that refresh the list refresh this too. */
// biome-ignore lint/suspicious/noExplicitAny: lists of all kinds
export function useEndless<C extends Call<any, any>>(
  call: C,
  input: In<C>,
): EndlessRows<Out<C> extends Page<infer R> ? R : never, Out<C>> {
  type Row = Out<C> extends Page<infer R> ? R : never
  const language = useLanguage()
  const found = useInfiniteQuery({
    queryKey: [call.path, input, language, 'endless'],
    queryFn: ({ pageParam, signal }) =>
      send(call, { ...input, page_size: portion, ...(pageParam ? { cursor: pageParam } : {}) } as In<C>, {
        signal,
      }) as Promise<Page<Row>>,
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => found.data?.pages.flatMap(page => page.result) ?? [], [found.data])
  return {
    rows,
    first: found.data?.pages[0] as Out<C> | undefined,
    total: found.data?.pages.at(-1)?.total ?? 0,
    pending: found.isPending,
    failure: found.error as CallFailure | null,
    more: () => {
      if (found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage()
    },
    refetch: found.refetch,
  }
}
