import { text } from '@qitao/core/text.ts'
import { DocumentList, materialsColumn } from '@qitao/document-kit/web'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { type ArrivalHead, arrivals } from '../../model/arrival/arrival.calls.ts'
import { arrivalStatus } from '../../model/arrival/arrival.status.ts'
import { arrivalActs, useArrivalLabels } from './arrival-acts.tsx'

const isDone = ({ status }: ArrivalHead) => !arrivalStatus.can('receive', status)

/** Arrivals by the day on which they come. */
export function ArrivalsTab() {
  const { labels, dialog } = useArrivalLabels()
  return (
    <>
      <DocumentList
        of={arrivals}
        edit={pages.editArrival}
        columns={[
          { name: 'no', width: 160 },
          { name: 'status', width: 120 },
          { name: 'planned_date', width: 160, render: row => <DueDate day={row.planned_date} done={isDone(row)} /> },
          { name: 'time_window', width: 110 },
          { name: 'supplier_id', width: 140 },
          materialsColumn,
          {
            ...{ name: 'purchase_order_nos', title: text('采购单号', 'Purchase orders'), width: 170 },
            render: ({ purchase_order_nos }) => (
              <span title={purchase_order_nos.join(', ')}>{purchase_order_nos.join(', ')}</span>
            ),
          },
          { name: 'dock', width: 90 },
          { name: 'carrier', width: 120 },
          { name: 'vehicle', width: 140 },
        ]}
        hidden={['operator_id', 'remark']}
        filters={['supplier_id', 'timestamp_range', 'overdue', 'material_id']}
        acts={arrivalActs}
        alsoActs={row => [labels([row.id])]}
        moreBulk={rows => [labels(rows.map(({ id }) => id))]}
      />
      {dialog}
    </>
  )
}
