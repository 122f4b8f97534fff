import type { In } from '@qitao/core/call.ts'
import { send } from '@qitao/platform/web/call/client.ts'
import type { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { useLanguage } from '@qitao/platform/web/session/language.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listMos } from '../../model/mo/mo.calls.ts'
import type { MoRow } from '../../model/mo/mo.record.ts'

/** So many rows are asked at a time. */
const portion = 200

interface EndlessRows {
  readonly rows: readonly MoRow[]
  readonly total: number
  readonly pending: boolean
  readonly failure: CallFailure | null
  readonly more: () => void
  readonly refetch: () => unknown
}
/** All work orders of a pool, loaded further as they come into sight; commands that refresh the list refresh this too. */
export function useEndlessMos(input: In<typeof listMos>): EndlessRows {
  const language = useLanguage()
  const found = useInfiniteQuery({
    queryKey: [listMos.path, input, language, 'endless'],
    queryFn: ({ pageParam, signal }) =>
      send(listMos, { ...input, page_size: portion, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => found.data?.pages.flatMap(page => page.result) ?? [], [found.data])
  return {
    rows,
    total: found.data?.pages.at(-1)?.total ?? 0,
    pending: found.isPending,
    failure: found.error as CallFailure | null,
    more: () => {
      if (found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage()
    },
    refetch: found.refetch,
  }
}
