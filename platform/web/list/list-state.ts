import type { AnyCall, In } from '@qitao/core/call.ts'
import { withCustomInside } from '@qitao/core/custom.ts'
import { pageSizes } from '@qitao/core/page.ts'
import type { RecordType } from '@qitao/core/record.ts'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useUserConfig } from '../session/user-config.ts'
import { useListName } from './column-settings.tsx'
import { type Filter, readFilter, resolveFilters, type ShownFilter, writeFilter } from './filters.ts'
import { fittingSize } from './fitting-size.ts'

export type FilterValues = Readonly<Record<string, unknown>>
interface ListState<I> {
  readonly filters: readonly ShownFilter[]
  readonly values: FilterValues
  /** Whether a filter that a person chose is active. */
  readonly filtered: boolean
  readonly page: number
  readonly size: number
  readonly orderBy: string | undefined
  /** Filters without paging, for counts and exports. */
  readonly asked: I
  /** What the list call is asked. */
  readonly input: I
  /** Changes filters; the list goes back to its first page. */
  filter(changes: FilterValues): void
  clear(): void
  turn(page: number, size: number): void
  sort(orderBy: string | undefined): void
}

const positive = (written: string | null): number | undefined => {
  const value = Number(written)
  return Number.isInteger(value) && value > 0 ? value : undefined
}

const offered = (size: number | undefined): number | undefined =>
  (pageSizes as readonly (number | undefined)[]).includes(size) ? size : undefined

/**
 * Filters, page and order of a list. The address holds them, so that a link, the back key and a tab bring them back. How many
 * rows a page has is the person's choice for this list, unless the address says it; who has not chosen gets a full screen.
 */
export function useListState<C extends AnyCall>(
  record: RecordType,
  given: readonly Filter<C>[],
  extra: readonly ShownFilter[] = [],
): ListState<In<C>> {
  const [search, setSearch] = useSearchParams()
  const filters = [...resolveFilters(given, record), ...extra]
  const values: Record<string, unknown> = {}
  for (const filter of filters) {
    const value = readFilter(filter, search.get(filter.name))
    if (value !== undefined) values[filter.name] = value
  }
  const page = positive(search.get('page')) ?? 1
  // As the window was when the list was opened: rows that change under the hand are worse than a scroll bar.
  const [fitting] = useState(() => fittingSize({ width: window.innerWidth, height: window.innerHeight }))
  const [kept, keep] = useUserConfig<number>(`sizes.${useListName(record.name)}`, fitting)
  const size = offered(positive(search.get('page_size'))) ?? offered(kept) ?? fitting
  const orderBy = search.get('order_by') ?? undefined

  const change = useCallback(
    (changes: Readonly<Record<string, string | undefined>>) =>
      setSearch(
        now => {
          const next = new URLSearchParams(now)
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined) next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  const asked = withCustomInside(values) as In<C>
  const written = JSON.stringify([values, page, size, orderBy])
  const input = useMemo(
    () => ({ ...withCustomInside(values), page, page_size: size, ...(orderBy ? { order_by: orderBy } : {}) }) as In<C>,
    [written],
  )
  return {
    filters,
    values,
    filtered: filters.some(filter => filter.kind !== 'fixed' && values[filter.name] !== undefined),
    page,
    size,
    orderBy,
    asked,
    input,
    filter: changes =>
      change({
        page: undefined,
        ...Object.fromEntries(
          filters
            .filter(filter => filter.name in changes)
            .map(filter => [filter.name, writeFilter(filter, changes[filter.name])]),
        ),
      }),
    clear: () =>
      change(Object.fromEntries(['page', ...filters.map(filter => filter.name)].map(name => [name, undefined]))),
    turn: (next, nextSize) => {
      if (nextSize !== size) keep(nextSize)
      // A page number means something only with its size.
      change({
        page: next === 1 ? undefined : String(next),
        page_size: next === 1 && nextSize === fitting ? undefined : String(nextSize),
      })
    },
    sort: next => change({ order_by: next, page: undefined }),
  }
}
