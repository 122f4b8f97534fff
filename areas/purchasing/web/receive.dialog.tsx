import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { stockLine } from '@qitao/stock/model/inventory.record.ts'
import { countStock, listStock, listStockMovements, showStock } from '@qitao/stock/model/stock.calls.ts'
import { withPicked } from '@qitao/stock/web'
import {
  countArrivals,
  countPurchaseOrders,
  listArrivals,
  listPurchaseOrders,
  receiveArrivals,
  showPurchaseOrder,
} from '../model/purchase-order.calls.ts'
import { type ArrivalRow, arrival, purchaseOrder } from '../model/purchase-order.record.ts'

interface Line {
  arrival_id: string
  purchase_order_no: string
  material_name: string
  unit_name: string
  lot_managed: boolean
  open_quantity: string
  quantity: string | null
  location_id: string | null
  location_name: string
  lot_number: string | null
  quality_status: number
}
interface ReceiveForm {
  lines: Line[]
  remark: string | null
}
const lineRecord = { ...stockLine, fields: { ...arrival.fields, ...stockLine.fields } }
const mostParts = 200

const refreshes = [
  ...[listArrivals, countArrivals, listPurchaseOrders, countPurchaseOrders, showPurchaseOrder],
  ...[listStock, countStock, showStock, listStockMovements],
]

/** What has come: quantity, bin and lot of each line. A line that comes in several lots is copied. */
export function ReceiveDialog({ arrivals, onClose }: { arrivals: readonly ArrivalRow[]; onClose: () => void }) {
  const receive = useCommand(receiveArrivals, { refreshes })
  const values: ReceiveForm = {
    remark: null,
    lines: arrivals.map(row => ({
      arrival_id: row.id,
      purchase_order_no: row.purchase_order_no,
      material_name: `${row.material_code} ${row.material_name}`,
      unit_name: row.unit_name,
      lot_managed: row.lot_managed,
      open_quantity: row.open_quantity,
      quantity: row.open_quantity,
      location_id: row.default_location_id,
      location_name: row.default_location_code ?? '',
      lot_number: null,
      quality_status: 0,
    })),
  }
  return (
    <DialogForm<ReceiveForm>
      open
      wide
      title={text('到货入库', 'Receive')}
      values={values}
      save={saveWith(
        receive,
        ({ lines, remark }: ReceiveForm) =>
          ({
            arrival_ids: [...new Set(lines.map(line => line.arrival_id))],
            remark,
            lines: lines.map(({ arrival_id, quantity, location_id, lot_number, quality_status, open_quantity }) => ({
              ...{ arrival_id, quantity, location_id, lot_number, quality_status, open_quantity },
            })),
          }) as never,
        text('确认入库', 'Put in'),
      )}
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
    >
      <LineTable<Line>
        name="lines"
        of={lineRecord}
        most={mostParts}
        blank={() => values.lines[0]!}
        change={withPicked}
        columns={[
          { name: 'purchase_order_no', readOnly: true, width: 128 },
          { name: 'material_name', title: text('物料', 'Material'), readOnly: true, width: 150 },
          { name: 'open_quantity', readOnly: true, width: 72 },
          { name: 'quantity', title: text('本次入库', 'Now'), width: 84 },
          { name: 'unit_name', title: text('单位', 'Unit'), readOnly: true, width: 44 },
          { name: 'location_id', width: 116 },
          {
            name: 'lot_number',
            width: 90,
            show: line =>
              line.lot_number ??
              (line.lot_managed ? <span className="qt-secondary">*</span> : <span className="qt-none">—</span>),
          },
          { name: 'quality_status', width: 120 },
        ]}
      />
      <Field of={purchaseOrder} name="remark" />
    </DialogForm>
  )
}
