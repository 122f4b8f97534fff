import type { In } from '@qitao/core/call.ts'
import { useSearchParams } from 'react-router'
import type { queryTrace } from '../../model/trace/trace.calls.ts'
import { traceBy, traceDirection } from '../../model/trace/trace-node.ts'

export type TraceAsked = In<typeof queryTrace>
export type TraceView = 'genealogy' | 'recall' | 'cases' | 'suspects' | 'holds'
const views: readonly TraceView[] = ['genealogy', 'recall', 'cases', 'suspects', 'holds']

const oneOf = <C extends string>(list: readonly { readonly code: C }[], written: string | null): C | undefined =>
  list.find(({ code }) => code === written)?.code

/** What is asked stands in the address, so that it can be sent, linked to and gone back from. */
export function useTraceQuestion() {
  const [search, setSearch] = useSearchParams()
  const value = search.get('value') ?? ''
  const asked: TraceAsked = {
    trace_by: oneOf(traceBy.list, search.get('by')) ?? traceBy.codes.any,
    direction: oneOf(traceDirection.list, search.get('direction')) ?? traceDirection.codes.both,
    value,
    ...(search.get('material') ? { material_id: search.get('material')! } : {}),
  }
  const view = views.find(one => one === search.get('view')) ?? 'genealogy'
  const ask = (next: TraceAsked, shown: TraceView = view) => {
    const { trace_by, direction = traceDirection.codes.both, material_id } = next
    setSearch({
      ...{ by: trace_by, value: next.value, direction, view: shown },
      ...(material_id ? { material: material_id } : {}),
    })
  }
  /** A recall that is kept; none: the list of them. */
  const openCase = (id: string | undefined) => setSearch({ view: 'cases', ...(id ? { case: id } : {}) })
  return { asked, view, ask, shownCase: search.get('case') ?? undefined, openCase }
}
