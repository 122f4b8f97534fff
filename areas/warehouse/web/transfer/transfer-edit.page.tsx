import { DocumentEdit, type FormLine, unitColumn } from '@qitao/document-kit/web'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { withPicked } from '@qitao/stock/web'
import { transfer } from '../../model/transfer/transfer.calls.ts'
import { stockAnswers } from '../refreshes.ts'

const lineColumns = (): readonly LineColumn<FormLine<typeof transfer>>[] => [
  { name: 'material_id', width: 230 },
  unitColumn,
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
      blank={{ transfer_date: dates.startOfDay(dates.today()) }}
      lineColumns={lineColumns}
      change={withPicked}
      shown={line => ({ material_name: `${line.material_code} ${line.material_name}` })}
      refreshes={stockAnswers}
    />
  )
}
