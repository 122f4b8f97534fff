import { useState } from 'react'

/** Rows that are ticked in one list, as it is filtered, sorted and paged now. */
export interface Ticked {
  readonly list: string
  readonly ids: readonly string[]
}

/** What of a selection stands: nothing in another list, and only rows that are there. */
export function standing(ticked: Ticked, list: string, rows: readonly { readonly id: string }[]): Ticked {
  const here = new Set(rows.map(({ id }) => id))
  const ids = ticked.list === list ? ticked.ids.filter(id => here.has(id)) : []
  return ticked.list === list && ids.length === ticked.ids.length ? ticked : { list, ids }
}

interface RowSelection<Row> {
  readonly ids: readonly string[]
  /** As the list gives them now, in its order. */
  readonly rows: readonly Row[]
  choose(ids: readonly string[]): void
  clear(): void
}
/**
 * The ticked rows of a list. `list` says which list it is: its call and what it is asked. A selection ends with its list, and
 * a row that has gone is no longer chosen, so that nothing is done to what is not seen.
 */
export function useSelection<Row extends { readonly id: string }>(
  list: string,
  rows: readonly Row[],
): RowSelection<Row> {
  const [kept, setKept] = useState<Ticked>({ list, ids: [] })
  const now = standing(kept, list, rows)
  // Forgotten for good: what comes back later was not ticked.
  if (now !== kept) setKept(now)
  const ticked = new Set(now.ids)
  return {
    ids: now.ids,
    rows: rows.filter(({ id }) => ticked.has(id)),
    choose: ids => setKept({ list, ids }),
    clear: () => setKept({ list, ids: [] }),
  }
}
