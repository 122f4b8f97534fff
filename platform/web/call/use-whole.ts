import type { Call, In, Out } from '@qitao/core/call.ts'
import { mostRows } from '@qitao/core/page.ts'
import { keepPreviousData, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useLanguage } from '../session/language.ts'
import { send } from './client.ts'
import type { CallFailure } from './failures.ts'

interface Page<R> {
  readonly result: R[]
  readonly next_cursor?: string | null | undefined
}

/** All rows of a list, however many: one answer carries `mostRows`. For what is counted or chosen as a whole. `null`: nothing to ask yet. */
// biome-ignore lint/suspicious/noExplicitAny: lists of all kinds
export function useWhole<C extends Call<any, any>>(
  call: C,
  input: In<C> | null,
): UseQueryResult<readonly (Out<C> extends Page<infer R> ? R : never)[], CallFailure> {
  type Row = Out<C> extends Page<infer R> ? R : never
  const language = useLanguage()
  return useQuery<readonly Row[], CallFailure>({
    queryKey: [call.path, input, language, 'whole'],
    queryFn:
      input === null
        ? skipToken
        : async ({ signal }) => {
            const rows: Row[] = []
            for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
              const asked = { ...input, page_size: mostRows, ...(cursor ? { cursor } : {}) } as In<C>
              const page = (await send(call, asked, { signal })) as Page<Row>
              rows.push(...page.result)
              cursor = page.next_cursor
            }
            return rows
          },
    placeholderData: keepPreviousData,
  })
}
