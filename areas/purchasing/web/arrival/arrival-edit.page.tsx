import { text } from '@qitao/core/text.ts'
import { DocumentEdit, type FormLine, figureColumns, goodsColumn, unitColumn } from '@qitao/document-kit/web'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { arrivals } from '../../model/arrival/arrival.calls.ts'
import { arrivalActs, useArrivalLabels } from './arrival-acts.tsx'
import { ArrivalKits } from './arrival-kits.tsx'
import { OpenLines } from './open-lines.tsx'

const lineColumns = (closed: boolean): readonly LineColumn<FormLine<typeof arrivals>>[] => [
  { name: 'purchase_order_no', title: text('采购单号', 'Purchase order no.'), readOnly: true, width: 150 },
  goodsColumn,
  unitColumn,
  ...figureColumns('ordered_quantity', 'order_open_quantity', 'elsewhere_quantity'),
  { name: 'quantity', width: 110 },
  ...(closed ? figureColumns('received_quantity') : []),
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
      />
      {dialog}
    </>
  )
}
