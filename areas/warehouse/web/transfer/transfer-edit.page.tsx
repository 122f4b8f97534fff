import { text } from '@qitao/core/text.ts'
import { DocumentEdit, type FormLine } from '@qitao/document-kit/web'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { withPicked } from '@qitao/stock/web'
import { transfer } from '../../model/transfer/transfer.calls.ts'
import { stockAnswers } from '../refreshes.ts'

const blankLine = { material_id: null, quantity: null, from_location_id: null, to_location_id: null, lot_number: null }

const lineColumns = (): readonly LineColumn<FormLine<typeof transfer>>[] => [
  { name: 'material_id', width: 230 },
  {
    name: 'unit_name',
    title: text('单位', 'Unit'),
    readOnly: true,
    width: 70,
    show: line => line.unit_name ?? '',
  },
  { name: 'quantity', total: true, width: 120 },
  { name: 'from_location_id', width: 180 },
  { name: 'to_location_id', width: 180 },
  { name: 'lot_number', width: 150 },
  { name: 'available_quantity', readOnly: true, width: 110 },
]

export default function TransferEditPage() {
  const dates = useOrgDate()
  return (
    <DocumentEdit
      of={transfer}
      fields={['no', 'from_warehouse_id', 'to_warehouse_id', 'transfer_date', 'remark']}
      blank={{
        ...{ no: null, from_warehouse_id: null, to_warehouse_id: null, remark: null },
        transfer_date: dates.startOfDay(dates.today()),
      }}
      blankLine={blankLine}
      lineColumns={lineColumns}
      change={withPicked}
      shown={line => ({ material_name: `${line.material_code} ${line.material_name}` })}
      refreshes={stockAnswers}
    />
  )
}
