import { text } from '@qitao/core/text.ts'
import { DocumentEdit, type FormLine, unitColumn } from '@qitao/document-kit/web'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { arrivals } from '../../model/arrival/arrival.calls.ts'
import { arrivalActs, arrivalAnswers, useArrivalLabels } from './arrival-acts.tsx'
import { ArrivalKits } from './arrival-kits.tsx'
import { OpenLines } from './open-lines.tsx'

const lineColumns = (closed: boolean): readonly LineColumn<FormLine<typeof arrivals>>[] => [
  { name: 'purchase_order_no', title: text('采购单号', 'Purchase order no.'), readOnly: true, width: 150 },
  { name: 'material_name', title: text('物料', 'Material'), readOnly: true, width: 220 },
  unitColumn,
  { name: 'ordered_quantity', readOnly: true, width: 100 },
  { name: 'order_open_quantity', readOnly: true, width: 110 },
  { name: 'elsewhere_quantity', readOnly: true, width: 110 },
  { name: 'quantity', width: 110 },
  ...(closed ? [{ name: 'received_quantity', readOnly: true, width: 100 }] : []),
  { name: 'lot_number', width: 140 },
  { name: 'container_count', width: 90 },
]

/** What a supplier brings: chosen from the open lines of his orders. */
export default function ArrivalEditPage() {
  const { labels, dialog } = useArrivalLabels()
  return (
    <>
      <DocumentEdit
        of={arrivals}
        blank={planned_date => ({ planned_date })}
        lineColumns={lineColumns}
        shown={line => ({ material_name: `${line.material_code} ${line.material_name}` })}
        acts={arrivalActs}
        moreActs={record => [labels([record.id])]}
        fills={<OpenLines />}
        more={record => <ArrivalKits id={record.id} />}
        refreshes={arrivalAnswers}
      />
      {dialog}
    </>
  )
}
