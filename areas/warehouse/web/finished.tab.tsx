import { least } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { serialsIn } from '@qitao/stock/model/piece.record.ts'
import { materialColumn } from '@qitao/stock/web'
import { useState } from 'react'
import { finishInboundMo, listFinishedMos } from '../model/fulfilment.calls.ts'
import { type FinishedMoRow, finishedMo } from '../model/fulfilment.record.ts'
import { receiptLine } from '../model/receipt.record.ts'
import { stockAnswers } from './refreshes.ts'

/** Work orders of which something is finished and not in stock yet. */
export function FinishedTab() {
  const [put, setPut] = useState<FinishedMoRow>()
  return (
    <>
      <ListPage
        call={listFinishedMos}
        record={finishedMo}
        columns={[
          { name: 'no', width: 160 },
          materialColumn,
          { name: 'open_quantity', width: 100, unit: row => row.unit_name, sort: false },
          { name: 'completed_quantity', width: 100, unit: row => row.unit_name, sort: false },
          { name: 'inbound_quantity', width: 100, unit: row => row.unit_name, sort: false },
          { name: 'planned_quantity', width: 100, unit: row => row.unit_name, sort: false, hidden: true },
          { name: 'status', width: 120, sort: false },
          { name: 'order_no', width: 150, sort: false },
          { name: 'delivery_date', width: 170, render: row => <DueDate day={row.delivery_date} /> },
        ]}
        filters={['keyword', 'material_id']}
        rowActions={row => [{ title: text('入库', 'Put in'), run: needing(finishInboundMo, () => setPut(row)) }]}
      />
      {put ? <FinishInboundDialog mo={put} onClose={() => setPut(undefined)} /> : null}
    </>
  )
}

interface FinishForm {
  quantity: string
  location_id: string | null
  lot_number: string | null
  serial_numbers: string | null
}
const required = {
  ...receiptLine,
  fields: { ...receiptLine.fields, location_id: { ...receiptLine.fields.location_id, required: true } },
}

/** Pieces that the floor has named are put in as they are: of one lot at a time. */
const quantityOf = ({ open_quantity, made_serial_numbers: { length } }: FinishedMoRow): string =>
  length === 0 ? open_quantity : least(open_quantity, String(length))

function FinishInboundDialog({ mo, onClose }: { mo: FinishedMoRow; onClose: () => void }) {
  const finish = useCommand(finishInboundMo, { refreshes: stockAnswers })
  return (
    <DialogForm<FinishForm>
      open
      title={text(`完工入库 ${mo.no}`, `Put in ${mo.no}`)}
      values={{
        ...{ quantity: quantityOf(mo), location_id: mo.default_location_id },
        lot_number: mo.made_lot_number ?? mo.lot_number,
        serial_numbers: mo.made_serial_numbers.join(' ') || null,
      }}
      save={saveWith(
        finish,
        ({ serial_numbers, ...form }: FinishForm) => ({
          ...{ ...form, mo_id: mo.id, open_quantity: mo.open_quantity },
          serial_numbers: serialsIn(serial_numbers),
        }),
        text('确认入库', 'Put in'),
      )}
      reload={refreshAnd(stockAnswers, onClose)}
      onClose={onClose}
    >
      <p>
        {mo.material_code} {mo.material_name} <span className="qt-secondary">{mo.unit_name}</span>
      </p>
      <Field of={required} name="quantity" decimals={mo.unit_precision} autoFocus />
      <Field of={required} name="location_id" />
      <Field of={required} name="lot_number" />
      <Field of={required} name="serial_numbers" />
    </DialogForm>
  )
}
