import { text } from '@qitao/core/text.ts'
import { GoodsLines } from '@qitao/masterdata/web'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { countSalesOrders, listSalesOrders, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { serialsIn } from '@qitao/stock/model/piece.record.ts'
import { withPicked } from '@qitao/stock/web'
import { shipOrder } from '../model/fulfilment.calls.ts'
import { type ShipmentRow, shipment } from '../model/fulfilment.record.ts'
import { outboundReceipt, receiptLine } from '../model/receipt.record.ts'
import { heldText } from './held-text.ts'
import { stockAnswers } from './refreshes.ts'

interface Line {
  line_id: string
  material_id: string
  material_name: string
  unit_name: string
  open_quantity: string
  ready_quantity: string
  quantity: string | null
  location_id: string | null
  lot_number: string | null
  serial_numbers: string | null
}
interface ShipForm {
  lines: Line[]
  remark: string | null
}
const lineRecord = { ...receiptLine, fields: { ...shipment.fields, ...receiptLine.fields } }
const mostParts = 200

const refreshes = [...stockAnswers, listSalesOrders, countSalesOrders, showSalesOrder]

/** Lines of one order that leave now. */
export function ShipDialog({ lines, onClose }: { lines: readonly ShipmentRow[]; onClose: () => void }) {
  const say = useSay()
  const ship = useCommand(shipOrder, { refreshes, success: ({ no, inspections }) => heldText(no, inspections) })
  const first = lines[0]!
  const values: ShipForm = {
    remark: null,
    lines: lines.map(row => ({
      line_id: row.id,
      material_id: row.material_id,
      material_name: `${row.material_code} ${row.material_name}`,
      unit_name: row.unit_name,
      open_quantity: row.open_quantity,
      ready_quantity: row.ready_quantity,
      quantity: row.ready_quantity,
      location_id: null,
      lot_number: null,
      serial_numbers: null,
    })),
  }
  return (
    <DialogForm<ShipForm>
      open
      wide
      title={text(`发货 ${first.order_no}`, `Ship ${first.order_no}`)}
      values={values}
      save={saveWith(
        ship,
        (form: ShipForm) => ({
          order_id: first.order_id,
          remark: form.remark,
          lines: form.lines.map(({ line_id, quantity, location_id, lot_number, open_quantity, serial_numbers }) => ({
            ...{ line_id, quantity, location_id, lot_number, open_quantity },
            serial_numbers: serialsIn(serial_numbers),
          })),
        }),
        text('确认发货', 'Ship'),
      )}
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
    >
      <GoodsLines<Line>
        name="lines"
        of={lineRecord}
        most={mostParts}
        blank={() => values.lines[0]!}
        change={withPicked}
        columns={[
          { name: 'material_name', title: text('物料', 'Material'), readOnly: true, width: 240 },
          { name: 'open_quantity', title: text('未发货', 'Not shipped'), readOnly: true, width: 100 },
          { name: 'ready_quantity', readOnly: true, width: 100 },
          { name: 'quantity', title: text('本次发货', 'Now'), width: 110 },
          { name: 'unit_name', title: text('单位', 'Unit'), readOnly: true, width: 60 },
          { name: 'location_id', width: 170 },
          { name: 'lot_number', width: 120 },
          { name: 'serial_numbers', width: 180 },
        ]}
      />
      <Field of={outboundReceipt} name="remark" />
      <p className="qt-secondary">
        {say(
          text(
            '不填库位和批号时，按先到期、先入库自动选批次。',
            'Without bin and lot, what expires first and came first is taken.',
          ),
        )}
      </p>
    </DialogForm>
  )
}
