import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { materialColumn } from '@qitao/stock/web'
import { useState } from 'react'
import { listOutsideOperations, type OutsideOperationRow, outsourceOrderCalls } from '../model/outsource-order.calls.ts'
import { outsideOperation, outsourceLine, outsourceOrder } from '../model/outsource-order.record.ts'
import { priceAdvice } from './price/process-price-advice.tsx'
import { outsourceAnswers } from './refreshes.ts'

/** Operations and whole orders that are to be made outside and are on no order yet, the first to leave first. */
export function ToOutsourceTab() {
  const [ordered, setOrdered] = useState<readonly OutsideOperationRow[]>()
  const create = (rows: readonly OutsideOperationRow[]) => ({
    title: text('生成委外单', 'Create order'),
    run: needing(outsourceOrderCalls.add, () => setOrdered(rows)),
  })
  return (
    <>
      <ListPage
        call={listOutsideOperations}
        record={outsideOperation}
        columns={[
          { name: 'mo_no', width: 150 },
          { name: 'process_id', width: 150, sort: false, render: row => row.process_name },
          { ...materialColumn, sort: false },
          { name: 'quantity', width: 120, sort: false, unit: (row: OutsideOperationRow) => row.unit_name },
          { name: 'supplier_id', width: 150, sort: false },
          { name: 'start_time', width: 150 },
          { name: 'end_time', width: 150 },
          { name: 'next_process', width: 150, sort: false },
        ]}
        filters={['keyword', 'supplier_id', 'process_id', 'material_id']}
        rowActions={(row: OutsideOperationRow) => [create([row])]}
        bulkActions={(rows: readonly OutsideOperationRow[]) => [create(rows)]}
      />
      {ordered ? <CreateDialog rows={ordered} onClose={() => setOrdered(undefined)} /> : null}
    </>
  )
}

interface Line {
  operation_id: string
  name: string
  unit_name: string
  quantity: string | null
  price: string | null
  eta: number | null
}
interface Form {
  supplier_id: string | null
  supplier_name: string | null
  order_date: number
  lines: Line[]
}

/** One order of one supplier for all of them: the supplier on whom the plan has them, unless another is chosen. */
function CreateDialog({ rows, onClose }: { rows: readonly OutsideOperationRow[]; onClose: () => void }) {
  const dates = useOrgDate()
  const add = useCommand(outsourceOrderCalls.add, {
    refreshes: outsourceAnswers,
    done: ({ id }: { id: string }) => openEdit(pages.editOutsourcing, { id }),
  })
  const planned = rows.every(row => row.supplier_id === rows[0]!.supplier_id) ? rows[0]! : undefined
  const values: Form = {
    supplier_id: planned?.supplier_id ?? null,
    supplier_name: planned?.supplier_name ?? null,
    order_date: dates.startOfDay(dates.today()),
    lines: rows.map(row => ({
      ...{
        operation_id: row.id,
        name: `${row.mo_no} · ${row.process_name} · ${row.material_code}`,
        unit_name: row.unit_name,
      },
      ...{
        quantity: row.quantity,
        price: null,
        eta: row.end_time === null ? null : dates.startOfDay(dates.dayOf(row.end_time)),
      },
    })),
  }
  return (
    <DialogForm<Form>
      open
      wide
      title={text('生成委外单', 'New outsourcing order')}
      values={values}
      save={saveWith(
        add,
        ({ supplier_id, order_date, lines }: Form) => ({
          ...{ supplier_id, order_date },
          lines: lines.map(({ operation_id, quantity, price, eta }) => ({ operation_id, quantity, price, eta })),
        }),
        text('生成', 'Create'),
      )}
      reload={refreshAnd(outsourceAnswers, onClose)}
      onClose={onClose}
    >
      <Field of={outsourceOrder} name="supplier_id" autoFocus />
      <Field of={outsourceOrder} name="order_date" />
      <LineTable<Line>
        name="lines"
        of={outsourceLine}
        blank={() => values.lines[0]!}
        columns={[
          { name: 'name', title: text('工单工序', 'Operation'), readOnly: true, width: 280 },
          { name: 'quantity', width: 110 },
          { name: 'unit_name', title: text('单位', 'Unit'), readOnly: true, width: 60 },
          { name: 'price', width: 110 },
          priceAdvice as LineColumn<Line>,
          { name: 'eta', width: 140 },
        ]}
      />
    </DialogForm>
  )
}
