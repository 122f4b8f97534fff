import { DocumentEdit, unitColumn } from '@qitao/document-kit/web'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { withPicked } from '@qitao/stock/web'
import { type TransferRow, transfer } from '../../model/transfer/transfer.calls.ts'
import { transferStatus, transferSteps } from '../../model/transfer/transfer.status.ts'
import type { Line } from '../moving/fill-lines.ts'
import { LineTools } from '../moving/line-tools.tsx'
import { stockAnswers } from '../refreshes.ts'
import { transferActs } from './transfer-acts.ts'

/** Before it is carried out what is there is shown, then what became of it. */
const lineColumns = (closed: boolean, record?: TransferRow): readonly LineColumn<Line>[] => [
  { name: 'material_id', width: 230 },
  unitColumn,
  { name: 'quantity', total: true, width: 120 },
  { name: 'from_location_id', width: 180 },
  { name: 'to_location_id', width: 180 },
  { name: 'lot_number', width: 150 },
  ...(!closed
    ? [
        { name: 'available_quantity', readOnly: true, width: 110 },
        {
          ...{ name: 'occupied_quantity', readOnly: true, width: 150 },
          show: ({ occupied_quantity, holders = [] }: Line) =>
            occupied_quantity ? (
              <span title={holders.join(', ')}>
                <Quantity value={occupied_quantity} /> <span className="qt-secondary">{holders.join(', ')}</span>
              </span>
            ) : (
              ''
            ),
        },
      ]
    : record?.steps === transferSteps.codes.two || record?.status === transferStatus.codes.reversed
      ? [
          ...['open_quantity', 'received_quantity', 'returned_quantity', 'lost_quantity'].map(name => ({
            ...{ name, readOnly: true, width: 100 },
          })),
          { name: 'difference_reason', readOnly: true, width: 160 },
        ]
      : []),
]

export default function TransferEditPage() {
  return (
    <DocumentEdit
      of={transfer}
      blank={transfer_date => ({ transfer_date, steps: transferSteps.codes.one })}
      lineColumns={lineColumns}
      change={withPicked}
      shown={line => ({ material_name: `${line.material_code} ${line.material_name}` })}
      acts={transferActs}
      fills={<LineTools />}
      refreshes={stockAnswers}
    />
  )
}
