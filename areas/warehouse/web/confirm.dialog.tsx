import { isPositive, least } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { GoodsLines } from '@qitao/masterdata/web'
import { ask, refreshAnd, useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { serialsIn } from '@qitao/stock/model/piece.record.ts'
import { proposePutAwayCall } from '@qitao/stock/model/put-away.calls.ts'
import { putReasons } from '@qitao/stock/model/put-away.rules.ts'
import { withPicked } from '@qitao/stock/web'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { picking } from '../model/fulfilment.record.ts'
import { type ReceiptLineRow, receiptLine } from '../model/receipt.record.ts'
import { type Direction, outboundType } from '../model/receipt.status.ts'
import { heldText } from './held-text.ts'
import { ProposePicks } from './propose-picks.tsx'
import { callsOf, stockAnswers } from './refreshes.ts'

interface Line {
  line_id: string
  material_id: string
  quality_status: ReceiptLineRow['quality_status']
  material_name: string
  unit_name: string
  open_quantity: string
  available_quantity: string
  quantity: string | null
  location_id: string | null
  location_name: string
  lot_number: string | null
  supplier_lot: string | null
  production_time: number | null
  expire_time: number | null
  serial_numbers: string | null
}
interface ConfirmForm {
  lines: Line[]
}
const lineForm = (direction: Direction, line: ReceiptLineRow): Line => ({
  line_id: line.id,
  material_id: line.material_id,
  quality_status: line.quality_status,
  material_name: `${line.material_code} ${line.material_name}`,
  unit_name: line.unit_name,
  open_quantity: line.open_quantity,
  available_quantity: line.available_quantity,
  quantity: direction === 'inbound' ? line.open_quantity : least(line.open_quantity, line.available_quantity),
  location_id: line.location_id,
  location_name: line.location_code ?? '',
  lot_number: line.lot_number,
  ...{ supplier_lot: null, production_time: null, expire_time: null },
  serial_numbers: null,
})
const lineRecord = { ...receiptLine, fields: { ...picking.fields, ...receiptLine.fields } }
/** A line may be put into several bins or lots: it is copied for that. */
const mostParts = 500

/** Puts open lines of a receipt in or takes them out, in part or in full. */
export function ConfirmDialog({ direction, id, onClose }: { direction: Direction; id: string; onClose: () => void }) {
  const say = useSay()
  const calls = callsOf[direction]
  const detail = useDocument(calls.detail, { id })
  const confirm = useCommand(calls.confirm, {
    refreshes: stockAnswers,
    success: ({ record, inspections }) => heldText(record.no, inspections),
  })
  if (!detail.data) return null
  const lines = detail.data.lines.filter(line => isPositive(line.open_quantity)).map(line => lineForm(direction, line))
  const { no, receipt_type } = detail.data.record
  const inbound = direction === 'inbound'
  return (
    <DialogForm<ConfirmForm>
      open
      wide
      title={inbound ? text(`入库 ${no}`, `Put in ${no}`) : text(`出库 ${no}`, `Take out ${no}`)}
      values={{ lines }}
      save={saveWith(
        confirm,
        (form: ConfirmForm) => ({
          id,
          lines: form.lines
            .filter(line => line.quantity && isPositive(line.quantity))
            .map(({ line_id, quantity, location_id, lot_number, open_quantity, serial_numbers, ...line }) => ({
              ...{ line_id, quantity, location_id, lot_number, open_quantity },
              ...(inbound
                ? {
                    supplier_lot: line.supplier_lot,
                    production_time: line.production_time,
                    expire_time: line.expire_time,
                  }
                : {}),
              serial_numbers: serialsIn(serial_numbers),
            })),
        }),
        inbound ? text('确认入库', 'Put in') : text('确认出库', 'Take out'),
      )}
      reload={refreshAnd(stockAnswers, onClose)}
      onClose={onClose}
    >
      {inbound ? <FillPutAway /> : <ProposePicks of={{ receipt_id: id }} />}
      <GoodsLines<Line>
        name="lines"
        of={lineRecord}
        most={mostParts}
        copied
        blank={() => lines[0]!}
        change={withPicked}
        columns={[
          { name: 'material_name', title: text('物料', 'Material'), readOnly: true, width: 220 },
          {
            ...{ name: 'open_quantity', readOnly: true, width: 100 },
            ...(!inbound && receipt_type === outboundType.codes.sales ? { title: text('未发货', 'Not shipped') } : {}),
          },
          ...(inbound
            ? []
            : [{ name: 'available_quantity', title: text('可用', 'Available'), readOnly: true, width: 100 }]),
          { name: 'quantity', title: text('本次数量', 'Now'), width: 110 },
          { name: 'unit_name', title: text('单位', 'Unit'), readOnly: true, width: 60 },
          { name: 'location_id', width: 170 },
          { name: 'lot_number', width: 120 },
          ...(inbound
            ? [
                { name: 'supplier_lot', width: 120 },
                { name: 'production_time', width: 124 },
                { name: 'expire_time', width: 124 },
              ]
            : []),
          { name: 'serial_numbers', width: 180 },
        ]}
      />
      <p className="qt-secondary">
        {say(
          inbound
            ? text(
                '不填库位时放入物料的默认库位，没有默认库位的必须填写。分放多个库位或批次时复制该行。',
                'Without a bin goods go to the default bin of their material; where it has none, a bin is needed. Copy a row to put it into several bins or lots.',
              )
            : text(
                '不填库位和批号时，按先到期、先入库自动选批次。',
                'Without bin and lot, what expires first and came first is taken.',
              ),
        )}
      </p>
    </DialogForm>
  )
}

/** Fills in where goods are put by the rules of the bins; what goes to several bins becomes several lines. */
function FillPutAway() {
  const say = useSay()
  const form = Form.useFormInstance<ConfirmForm>()
  const [asks, setAsks] = useState(false)
  const fill = async () => {
    const all = form.getFieldValue('lines') as Line[]
    const isOpen = (line: Line) => line.location_id === null && line.quantity && isPositive(line.quantity)
    const open = all.filter(isOpen)
    if (open.length === 0) return toast.error(text('没有待填库位的行', 'No line needs a bin'))
    const found = await ask(proposePutAwayCall, {
      lines: open.map(({ material_id, lot_number, quality_status, quantity }) => ({
        ...{ material_id, lot_number, quality_status, quantity: quantity! },
      })),
    })
    form.setFieldValue(
      'lines',
      all.flatMap(line => {
        const proposed = found.lines[open.indexOf(line)]
        if (!proposed) return [line]
        return proposed.parts.map(({ location_id, location_code, quantity, why }) => ({
          ...{ ...line, location_id, quantity },
          location_name: location_code ? `${location_code} · ${say(putReasons[why])}` : '',
        }))
      }),
    )
    if (found.lines.some(({ parts }) => parts.some(({ location_id }) => location_id === null)))
      toast.error(putReasons.no_room)
  }
  return (
    <Button
      loading={asks}
      onClick={() => {
        setAsks(true)
        void fill()
          .catch(toast.failure)
          .finally(() => setAsks(false))
      }}
    >
      {say(text('建议库位', 'Propose bins'))}
    </Button>
  )
}
