import { DocumentEdit, figureColumns, unitColumn } from '@qitao/document-kit/web'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { withPicked } from '@qitao/stock/web'
import { type TransferRow, transfer } from '../../model/transfer/transfer.calls.ts'
import { transferStatus, transferSteps } from '../../model/transfer/transfer.status.ts'
import type { Line } from '../moving/fill-lines.ts'
import { LineTools } from '../moving/line-tools.tsx'
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
        ...figureColumns('available_quantity'),
        {
          ...{ name: 'occupied_quantity', width: 150 },
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
          ...figureColumns('open_quantity', 'received_quantity', 'returned_quantity', 'lost_quantity'),
          'difference_reason',
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
      acts={transferActs}
      fills={<LineTools />}
    />
  )
}
