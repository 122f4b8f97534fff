import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { useState } from 'react'
import { grossMargin, listGrossMargins, type MarginRow } from '../../model/margin/margin.calls.ts'
import { marginGroup } from '../../model/margin/margin.status.ts'
import { marginColumns } from './margin.columns.tsx'
import { PlannedMargin } from './planned-margin.tsx'

const onPage = 20
type By = (typeof marginGroup.list)[number]['code']
const keys = { order: 'order_id', line: 'order_id', product: 'material_id', customer: 'customer_id' } as const
const opens = { order: 'sales_order', line: 'sales_order', product: 'material', customer: 'customer' } as const

/** The lines that a row is the sum of. */
export function GroupDrawer({
  of,
  by,
  range,
  onLine,
  onClose,
}: {
  of: MarginRow
  by: By
  range: [number, number] | undefined
  onLine: (line_id: string) => void
  onClose: () => void
}) {
  const say = useSay()
  const [page, setPage] = useState(1)
  const found = useCall(
    listGrossMargins,
    {
      group_by: marginGroup.codes.line,
      [keys[by]]: of.id,
      ...(range ? { timestamp_range: range } : {}),
      page,
      page_size: onPage,
    },
    { keepPrevious: true },
  )
  return (
    <DetailDrawer open wide title={`${say(grossMargin.title)} · ${of.group_name}`} onClose={onClose}>
      <p className="qt-margin-note">
        {say(text('点开一条明细看它的成本由什么组成。', 'Open a line to see what its cost is made of.'))}{' '}
        {of.opens_id ? <RecordLink kind={opens[by]} id={of.opens_id} no={of.group_name} /> : null}
        {of.unknown ? (
          <span className="qt-danger">
            {' '}
            {say(text('缺成本价：{names}', 'Cost not known of: {names}'), { names: of.unknown })}
          </span>
        ) : null}
      </p>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : found.data ? (
        <>
          <DataTable
            record={grossMargin}
            rows={found.data.result}
            loading={found.isPlaceholderData}
            columns={marginColumns('line', row => onLine(row.id)).map(column =>
              typeof column === 'string' ? column : { ...column, sort: false },
            )}
          />
          <Pager fixed page={page} size={onPage} total={found.data.total} onChange={setPage} />
        </>
      ) : (
        <RowsSkeleton />
      )}
      {by === marginGroup.codes.order ? <PlannedMargin of={{ order_id: of.id }} /> : null}
    </DetailDrawer>
  )
}
