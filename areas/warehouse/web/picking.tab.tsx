import { isLess, isPositive, least, sum } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { GoodsLines } from '@qitao/masterdata/web'
import { refreshAnd, useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { serialsIn } from '@qitao/stock/model/piece.record.ts'
import { materialColumn, withPicked } from '@qitao/stock/web'
import { useState } from 'react'
import { listPickings, pickMaterial, returnMaterial } from '../model/fulfilment.calls.ts'
import { type PickingRow, picking } from '../model/fulfilment.record.ts'
import { receiptLine } from '../model/receipt.record.ts'
import { ProposePicks } from './propose-picks.tsx'
import { stockAnswers } from './refreshes.ts'
import { useMakeWave } from './wave/use-make-wave.ts'

type What = 'pick' | 'return'

/** Components that released work orders wait for, by when they are needed. */
export function PickingTab() {
  const [served, setServed] = useState<{ mo_id: string; no: string; what: What }>()
  const wave = useMakeWave()
  const serve = (row: PickingRow, what: What) => setServed({ mo_id: row.mo_id, no: row.mo_no, what })
  return (
    <>
      <ListPage
        call={listPickings}
        record={picking}
        columns={[
          {
            name: 'mo_id',
            width: 150,
            sort: true,
            opens: row => serve(row, isPositive(row.open_quantity) ? 'pick' : 'return'),
          },
          {
            name: 'product_id',
            width: 170,
            render: row => (
              <span title={`${row.product_code} ${row.product_name}`}>
                {row.product_code} {row.product_name}
              </span>
            ),
          },
          materialColumn,
          { name: 'open_quantity', width: 96, unit: row => row.unit_name, sort: false },
          { name: 'available_quantity', width: 120, sort: false, render: row => <CanBePicked of={row} /> },
          { name: 'needed_time', width: 150 },
          { name: 'required_quantity', width: 96, unit: row => row.unit_name, sort: false },
          { name: 'picked_quantity', width: 96, unit: row => row.unit_name, sort: false },
          { name: 'returnable_quantity', width: 96, unit: row => row.unit_name, sort: false },
          { name: 'picking_status', width: 130, sort: false },
          { name: 'operation_sequence', hidden: true, sort: false },
        ]}
        filters={['keyword', { name: 'picking_statuses', of: 'picking_status', many: true }, 'material_id']}
        bulkActions={rows => [
          wave(
            { mo_ids: [...new Set(rows.map(({ mo_id }) => mo_id))] },
            {
              title: text('按整张工单建拣货波次？', 'Make a pick wave of whole MOs?'),
              objects: [...new Set(rows.map(({ mo_no }) => mo_no))],
              detail: text(
                '这些工单待领的全部物料都会加入波次，不只是勾选的行。',
                'All that these MOs still need goes into the wave, not only the ticked lines.',
              ),
            },
          ),
        ]}
        rowActions={row => [
          {
            title: text('领料', 'Pick'),
            run: needing(pickMaterial, () => serve(row, 'pick')),
            whyNot: isPositive(row.open_quantity) ? undefined : text('已全部领料', 'It is picked in full'),
          },
          {
            title: text('退料', 'Return'),
            run: needing(returnMaterial, () => serve(row, 'return')),
            whyNot: isPositive(row.returnable_quantity)
              ? undefined
              : isPositive(row.picked_quantity)
                ? text('已领的物料都已用掉', 'All that was picked is used')
                : text('还没有领料', 'Nothing was picked yet'),
          },
        ]}
      />
      {served ? <ServeMoDialog key={served.mo_id} {...served} onClose={() => setServed(undefined)} /> : null}
    </>
  )
}

function CanBePicked({ of: { available_quantity, open_quantity, unit_name } }: { of: PickingRow }) {
  const say = useSay()
  const short = isLess(available_quantity, open_quantity)
  return (
    <span title={short ? say(text('不够本次领料', 'Not enough for what is open')) : ''}>
      <Quantity value={available_quantity} unit={unit_name} />
      {short ? <span className="qt-secondary"> {say(text('不足', 'short'))}</span> : null}
    </span>
  )
}

interface Line {
  material_id: string
  material_name: string
  unit_name: string
  open_quantity: string
  returnable_quantity: string
  available_quantity: string
  quantity: string | null
  location_id: string | null
  location_name: string
  lot_number: string | null
  serial_numbers: string | null
}
const mostParts = 500

/** All components of one work order, picked or given back together. */
function ServeMoDialog({ mo_id, no, what, onClose }: { mo_id: string; no: string; what: What; onClose: () => void }) {
  const say = useSay()
  const found = useDocument(listPickings, { mo_ids: [mo_id], all: true, page_size: -1 })
  const pick = useCommand(pickMaterial, { refreshes: stockAnswers })
  const giveBack = useCommand(returnMaterial, { refreshes: stockAnswers })
  if (!found.data) return null
  const isPick = what === 'pick'
  const all = found.data.result
  const stands = all.flatMap(row => row.substitutes.map(one => ({ of: row, one })))
  const own = new Set(all.map(({ material_id }) => material_id))
  const openOf = (row: { open_quantity: string }, back: string) => (isPick ? row.open_quantity : back)
  /** As the server counts it: of components by their own material, else of all that it stands in for. */
  const shown = (material_id: string) =>
    sum(
      own.has(material_id)
        ? all.filter(row => row.material_id === material_id).map(row => openOf(row, row.own_returnable_quantity))
        : stands
            .filter(({ one }) => one.material_id === material_id)
            .map(({ one }) => openOf(one, one.returnable_quantity)),
    )
  const lines = all.flatMap(row => {
    const name = `${row.material_code} ${row.material_name}`
    const line: Line = {
      ...{ material_id: row.material_id, material_name: name, unit_name: row.unit_name },
      ...{ open_quantity: row.open_quantity, returnable_quantity: row.own_returnable_quantity },
      available_quantity: row.available_quantity,
      quantity: isPick ? least(row.proposed_quantity, row.available_quantity) : null,
      location_id: isPick ? null : row.return_location_id,
      location_name: isPick ? '' : (row.return_location_code ?? ''),
      lot_number: isPick ? null : row.return_lot_number,
      serial_numbers: null,
    }
    const others = row.substitutes.map((one): Line => {
      const as = text(`（${one.ratio}替代1 ${row.material_code}）`, ` (${one.ratio} for 1 ${row.material_code})`)
      return {
        ...{ material_id: one.material_id, unit_name: one.unit_name, serial_numbers: null },
        material_name: `${one.material_code} ${one.material_name}${say(as)}`,
        ...{ open_quantity: one.open_quantity, returnable_quantity: one.returnable_quantity },
        available_quantity: one.available_quantity,
        quantity: isPick && isPositive(one.held_quantity) ? least(one.held_quantity, one.available_quantity) : null,
        ...{ location_id: null, location_name: '', lot_number: null },
      }
    })
    const some = (one: Line) => isPositive(openOf(one, one.returnable_quantity))
    const there = others.filter(one => some(one) && (!isPick || isPositive(one.available_quantity)))
    return some(line) ? [line, ...there] : there
  })
  const wire = (form: { lines: Line[] }) => ({
    mo_id,
    lines: form.lines
      .filter(line => line.quantity && isPositive(line.quantity))
      .map(({ material_id, quantity, location_id, lot_number, serial_numbers }) => ({
        material_id,
        quantity,
        location_id,
        lot_number,
        open_quantity: shown(material_id),
        serial_numbers: serialsIn(serial_numbers),
      })),
  })
  return (
    <DialogForm<{ lines: Line[] }>
      open
      wide
      title={isPick ? text(`领料 ${no}`, `Pick for ${no}`) : text(`退料 ${no}`, `Return from ${no}`)}
      values={{ lines }}
      save={
        isPick ? saveWith(pick, wire, text('确认领料', 'Pick')) : saveWith(giveBack, wire, text('确认退料', 'Return'))
      }
      reload={refreshAnd(stockAnswers, onClose)}
      onClose={onClose}
    >
      {isPick ? <ProposePicks of={{ mo_id }} /> : null}
      <GoodsLines<Line>
        name="lines"
        of={lineRecord}
        most={lines.length === 0 ? 0 : mostParts}
        blank={() => lines[0]!}
        change={withPicked}
        columns={[
          { name: 'material_name', title: text('物料', 'Material'), readOnly: true, width: 160 },
          { name: isPick ? 'open_quantity' : 'returnable_quantity', readOnly: true, width: 90 },
          ...(isPick ? [{ name: 'available_quantity', readOnly: true, width: 115 }] : []),
          { name: 'quantity', title: text('本次数量', 'Now'), width: 85 },
          { name: 'unit_name', title: text('单位', 'Unit'), readOnly: true, width: 60 },
          { name: 'location_id', width: 120 },
          { name: 'lot_number', width: 90 },
          { name: 'serial_numbers', width: 140 },
        ]}
      />
      <p className="qt-secondary">
        {say(
          isPick
            ? text(
                '这里是本工单待领的全部物料和可用的替代料，本次不领的请清空数量。不填库位和批号时，先领本工单占用的库存，再按先到期、先入库选批次。',
                'Here is all that this MO still needs, with what may stand in for it: clear the quantity of what is not picked now. Without bin and lot: what this MO occupies first, then what expires first and came first.',
              )
            : text(
                '建议退回领出的库位；不填库位时退回物料的默认库位，没有默认库位的必须填写。',
                'Proposed is the bin it was picked from. Without a bin it goes to the default bin of the material; name one where there is none.',
              ),
        )}
      </p>
    </DialogForm>
  )
}
/** A component that is left out this time has no quantity. */
const lineRecord = {
  ...receiptLine,
  fields: { ...picking.fields, ...receiptLine.fields, quantity: { ...receiptLine.fields.quantity, required: false } },
}
