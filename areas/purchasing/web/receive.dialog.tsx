import { isMore, isQuantity, subtract } from '@qitao/core/quantity.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { GoodsLines } from '@qitao/masterdata/web'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { stockLine } from '@qitao/stock/model/inventory.record.ts'
import { lotBirthFields } from '@qitao/stock/model/lot-birth.record.ts'
import { serialsField, serialsIn } from '@qitao/stock/model/piece.record.ts'
import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import { countStock, listStock, listStockMovements, showStock } from '@qitao/stock/model/stock.calls.ts'
import { withPicked } from '@qitao/stock/web'
import { arrivalCalls, showArrivalKits } from '../model/arrival/arrival.calls.ts'
import { listComing, listComingParts } from '../model/coming/coming.calls.ts'
import {
  countArrivals,
  countPurchaseOrders,
  listArrivals,
  listPurchaseOrders,
  receiveArrivals,
  showPurchaseOrder,
} from '../model/purchase-order.calls.ts'
import { type ArrivalRow, arrival, purchaseOrder, receivedNow } from '../model/purchase-order.record.ts'

interface Line {
  arrival_id: string
  purchase_order_no: string
  material_id: string
  material_name: string
  unit_name: string
  lot_managed: boolean
  open_quantity: string
  over_quantity: string
  quantity: string | null
  location_id: string | null
  location_name: string
  lot_number: string | null
  supplier_lot: string | null
  production_time: number | null
  expire_time: number | null
  serial_numbers: string | null
  quality_status: CodeOf<typeof judgedQuality>
}
interface ReceiveForm {
  lines: Line[]
  remark: string | null
}
const lineRecord = {
  ...stockLine,
  fields: { ...arrival.fields, ...stockLine.fields, ...lotBirthFields, serial_numbers: serialsField },
}
const mostParts = 200

const refreshes = [
  ...[arrivalCalls.list, arrivalCalls.count, arrivalCalls.detail, showArrivalKits],
  ...[listComing, listComingParts],
  ...[listArrivals, countArrivals, listPurchaseOrders, countPurchaseOrders, showPurchaseOrder],
  ...[listStock, countStock, showStock, listStockMovements],
]

/** An open order line; what an arrival announced of it, in quantity and lot. */
type ToReceive = Pick<
  ArrivalRow,
  | 'id'
  | 'purchase_order_no'
  | 'material_code'
  | 'material_name'
  | 'unit_name'
  | 'lot_managed'
  | 'open_quantity'
  | 'over_quantity'
  | 'material_id'
  | 'default_location_id'
  | 'default_location_code'
> & { quantity?: string; lot_number?: string | null }

/** What has come: quantity, bin and lot of each line. A line that comes in several lots is copied. */
export function ReceiveDialog({
  arrivals,
  came_with,
  onClose,
}: {
  arrivals: readonly ToReceive[]
  /** The arrival document that it came with. */
  came_with?: string
  onClose: () => void
}) {
  const receive = useCommand(receiveArrivals, { refreshes })
  const values: ReceiveForm = {
    remark: null,
    lines: arrivals.map(row => ({
      arrival_id: row.id,
      purchase_order_no: row.purchase_order_no,
      material_id: row.material_id,
      material_name: `${row.material_code} ${row.material_name}`,
      unit_name: row.unit_name,
      lot_managed: row.lot_managed,
      open_quantity: row.open_quantity,
      over_quantity: row.over_quantity,
      quantity: row.quantity ?? row.open_quantity,
      location_id: row.default_location_id,
      location_name: row.default_location_code ?? '',
      lot_number: row.lot_number ?? null,
      ...{ supplier_lot: null, production_time: null, expire_time: null },
      serial_numbers: null,
      quality_status: judgedQuality.codes.finished,
    })),
  }
  return (
    <DialogForm<ReceiveForm>
      open
      widest
      title={text('到货入库', 'Receive')}
      values={values}
      save={saveWith(
        receive,
        ({ lines, remark }: ReceiveForm) => ({
          arrival_ids: [...new Set(lines.map(line => line.arrival_id))],
          ...{ remark, came_with },
          lines: lines.map(line => ({
            ...{ arrival_id: line.arrival_id, quantity: line.quantity, location_id: line.location_id },
            ...{ lot_number: line.lot_number, serial_numbers: serialsIn(line.serial_numbers) },
            ...{
              supplier_lot: line.supplier_lot,
              production_time: line.production_time,
              expire_time: line.expire_time,
            },
            ...{ quality_status: line.quality_status, open_quantity: line.open_quantity },
          })),
        }),
        text('确认入库', 'Put in'),
      )}
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
    >
      <GoodsLines<Line>
        name="lines"
        of={lineRecord}
        most={mostParts}
        copied
        blank={() => values.lines[0]!}
        change={withPicked}
        columns={[
          { name: 'material_name', title: text('物料', 'Material'), readOnly: true, width: 150 },
          { name: 'open_quantity', readOnly: true, width: 72 },
          { name: 'quantity', title: receivedNow, width: 110, show: line => <Received line={line} /> },
          { name: 'unit_name', title: text('单位', 'Unit'), readOnly: true, width: 44 },
          { name: 'location_id', width: 104 },
          {
            name: 'lot_number',
            width: 90,
            show: line =>
              line.lot_number ??
              (line.lot_managed ? <span className="qt-secondary">*</span> : <span className="qt-none">—</span>),
          },
          { name: 'serial_numbers', width: 104 },
          { name: 'supplier_lot', width: 104 },
          { name: 'production_time', width: 118 },
          { name: 'expire_time', width: 118 },
          { name: 'quality_status', width: 112 },
          { name: 'purchase_order_no', readOnly: true, width: 128 },
        ]}
      />
      <Field of={purchaseOrder} name="remark" />
    </DialogForm>
  )
}

/** What comes now; beyond what is open it is said by how much, and whether so much may. */
function Received({ line }: { line: Line }) {
  const say = useSay()
  const { quantity, open_quantity, over_quantity } = line
  if (!quantity || !isQuantity(quantity) || !isMore(quantity, open_quantity)) return <Quantity value={quantity} />
  const over = subtract(quantity, open_quantity)
  const allowed = !isMore(over, over_quantity)
  return (
    <span className={allowed ? 'qt-warns' : 'qt-late'}>
      <Quantity value={quantity} />{' '}
      {say(
        allowed
          ? text('（超收 {over}）', '({over} over)')
          : text('（超收 {over}，最多 {most}）', '({over} over, at most {most})'),
        {
          over,
          most: over_quantity,
        },
      )}
    </span>
  )
}
