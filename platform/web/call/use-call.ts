import type { AnyCall, In, Out } from '@qitao/core/call.ts'
import {
  keepPreviousData,
  type Query,
  QueryClient,
  skipToken,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { createContext, useCallback, useContext, useRef } from 'react'
import { preferences } from '../session/preferences.ts'
import { forgetWithSession } from '../session/session.ts'
import { createStore, type Store } from '../store.ts'
import { send } from './client.ts'
import { CallFailure } from './failures.ts'
import { forgetPresses } from './idempotency.ts'

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

/** Whether the form of the edit page around holds changes. Inside an edit page answers are not asked again by themselves. */
export const Steady = createContext<Store<boolean> | undefined>(undefined)
/** A dialog is filled once. */
const always = createStore(true)

/** The answer of a reading call, cached by path and input. `null` as input: nothing to ask yet. */
export function useCall<C extends AnyCall>(
  call: C,
  input: In<C> | null,
  { keepPrevious = false, refetchEvery = false, lasting = false }: CallOptions = {},
): UseQueryResult<Out<C>, CallFailure> {
  const { language } = preferences.use()
  const steady = useContext(Steady) !== undefined
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
 * The answer that a form is filled from. While the form holds changes it stays the one that they were made to, whatever is
 * asked again meanwhile: the version that is sent is the version that was seen, and somebody else's change is told.
 */
export function useDocument<C extends AnyCall>(call: C, input: In<C> | null): UseQueryResult<Out<C>, CallFailure> {
  const found = useCall(call, input)
  const isHeld = (useContext(Steady) ?? always).use()
  const seen = useRef<Out<C>>(undefined)
  // What was kept from an earlier look may be old: a form begins with the fresh answer.
  const isFresh = found.data !== undefined && (found.isFetchedAfterMount || !found.isFetching)
  if (isFresh && (!isHeld || seen.current === undefined)) seen.current = found.data
  return { ...found, data: seen.current } as typeof found
}

/**
 * Something was written: the calls are asked again wherever their answers are shown, and every other answer when it is looked
 * at the next time, however young it is.
 */
export async function afterWriting(calls: readonly AnyCall[]): Promise<void> {
  const isAskedAgain = ({ queryKey }: Query) => calls.some(({ path }) => path === queryKey[0])
  doubtUnderWay(query => !isAskedAgain(query) && query.meta?.lasting !== true, 'none')
  await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.lasting !== true, refetchType: 'none' })
  await refresh(...calls)
}

const doubted = { active: new WeakSet<object>(), none: new WeakSet<object>() }
/** What is under way may answer as things were before: when it comes, it is old. However often that is told, it is once. */
function doubtUnderWay(which: (query: Query) => boolean, refetchType: 'active' | 'none'): void {
  for (const query of queryClient.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: which })) {
    const answer = query.promise
    if (!answer || doubted[refetchType].has(answer)) continue
    doubted[refetchType].add(answer)
    const doubt = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType })
    void answer.then(doubt, doubt)
  }
}

/** Answers that nobody shows any more: what fell over one is not to find it again. */
export const forgetUnshown = (): void => queryClient.removeQueries({ type: 'inactive' })

/** Asks the calls again wherever their answers are shown. */
export function refresh(...calls: readonly AnyCall[]): Promise<void> {
  // A first answer is not asked again while it is on its way, as others are.
  doubtUnderWay(
    ({ queryKey, state }) => state.data === undefined && calls.some(({ path }) => path === queryKey[0]),
    'active',
  )
  return Promise.all(calls.map(call => queryClient.invalidateQueries({ queryKey: [call.path] }))).then(() => {})
}
/** What a form does that is to be loaded again: its page asks anew, then the form goes. */
export const refreshAnd =
  (calls: readonly AnyCall[], close: () => void): (() => Promise<void>) =>
  async () => {
    await refresh(...calls)
    close()
  }
export const useRefresh = (): ((...calls: AnyCall[]) => void) =>
  useCallback((...calls: AnyCall[]) => void refresh(...calls), [])

/** One answer outside a component, from the cache when it is fresh. Throws `CallFailure`. */
export const ask = <C extends AnyCall>(call: C, input: In<C>): Promise<Out<C>> =>
  queryClient.fetchQuery({
    queryKey: [call.path, input, preferences.get().language],
    queryFn: ({ signal }) => send(call, input, { signal }),
  })
