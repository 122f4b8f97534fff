import type { Text } from '@qitao/core/text.ts'
import type { ReactNode } from 'react'
import type { EndlessRows } from '../call/use-endless.ts'
import { useSay } from '../session/language.ts'
import { ErrorState } from '../show/error-state.tsx'
import { RowsSkeleton } from '../show/skeleton.tsx'
import { VirtualTable, type VirtualTableProps } from './virtual-table.tsx'

interface EndlessTableProps<Row> extends Omit<VirtualTableProps<Row>, 'rows' | 'onEnd'> {
  list: EndlessRows<Row, unknown>
  /** Instead of no rows. */
  empty: ReactNode
  /** How many there are, `{all}`. */
  total: Text
}
/** The rows of `useEndless` whatever has become of them, and how many there are. */
export function EndlessTable<Row extends object>({ list, empty, total, ...table }: EndlessTableProps<Row>) {
  const say = useSay()
  return (
    <>
      {list.failure && list.rows.length === 0 ? (
        <ErrorState failure={list.failure} retry={list.refetch} />
      ) : list.pending ? (
        <RowsSkeleton />
      ) : list.rows.length === 0 ? (
        empty
      ) : (
        <VirtualTable<Row> {...table} rows={list.rows} onEnd={list.more} />
      )}
      <footer className="qt-secondary qt-number">
        {list.pending ? null : say(total, { all: list.total.toLocaleString('en-US') })}
      </footer>
    </>
  )
}
