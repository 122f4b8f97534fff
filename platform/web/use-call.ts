import type { AnyCall, In, Out } from '@qitao/core/call.ts'
import { keepPreviousData, QueryClient, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { createContext, useCallback, useContext } from 'react'
import { send } from './client.ts'
import { CallFailure } from './failures.ts'
import { forgetPresses } from './idempotency.ts'
import { preferences } from './preferences.ts'
import { forgetWithSession } from './session.ts'

const isTransient = (error: unknown): boolean => error instanceof CallFailure && error.kind !== 'refused'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      gcTime: 10 * 60_000,
      retry: (count, error) => count < 1 && isTransient(error),
      refetchOnWindowFocus: true,
    },
  },
})
// What one user saw must not be shown to the next one.
forgetWithSession(() => queryClient.clear())
forgetWithSession(forgetPresses)

interface CallOptions {
  /** Shows the rows before while others load, as when paging. */
  keepPrevious?: boolean
  /** Milliseconds. */
  refetchEvery?: number | false
  /** Changes so rarely that an answer holds for minutes, unless it is refreshed. */
  lasting?: boolean
}
const lastingMs = 5 * 60_000

/**
 * Inside an edit page answers are not asked again by themselves: a form that was filled from one version must not send the
 * version number of a later one.
 */
export const Steady = createContext(false)

/** The answer of a reading call, cached by path and input. `null` as input: nothing to ask yet. */
export function useCall<C extends AnyCall>(
  call: C,
  input: In<C> | null,
  { keepPrevious = false, refetchEvery = false, lasting = false }: CallOptions = {},
): UseQueryResult<Out<C>, CallFailure> {
  const { language } = preferences.use()
  const steady = useContext(Steady)
  return useQuery<Out<C>, CallFailure>({
    queryKey: [call.path, input, language],
    queryFn: input === null ? skipToken : ({ signal }) => send(call, input, { signal }),
    refetchInterval: refetchEvery,
    ...(lasting ? { staleTime: lastingMs, meta: { lasting } } : {}),
    refetchOnWindowFocus: !steady,
    refetchOnReconnect: !steady,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/**
 * Something was written: the calls are asked again wherever their answers are shown, and every other answer when it is looked
 * at the next time, however young it is.
 */
export async function afterWriting(calls: readonly AnyCall[]): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.lasting !== true, refetchType: 'none' })
  await refresh(...calls)
}

/** Asks the calls again wherever their answers are shown. */
export function refresh(...calls: readonly AnyCall[]): Promise<void> {
  return Promise.all(calls.map(call => queryClient.invalidateQueries({ queryKey: [call.path] }))).then(() => {})
}
export const useRefresh = (): ((...calls: AnyCall[]) => void) =>
  useCallback((...calls: AnyCall[]) => void refresh(...calls), [])

/** One answer outside a component, from the cache when it is fresh. Throws `CallFailure`. */
export const ask = <C extends AnyCall>(call: C, input: In<C>): Promise<Out<C>> =>
  queryClient.fetchQuery({
    queryKey: [call.path, input, preferences.get().language],
    queryFn: ({ signal }) => send(call, input, { signal }),
  })
