import type { In } from '@qitao/core/call.ts'
import { sum } from '@qitao/core/quantity.ts'
import type { Draft, DraftOf } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { ProductSerialsDrawer } from '@qitao/manufacturing/web/mo/product-serials.drawer.tsx'
import { GoodsLines } from '@qitao/masterdata/web'
import { useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { EditPage, useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { WhileWritten } from '@qitao/platform/web/form/only-read.ts'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { useGoBack } from '@qitao/platform/web/frame/use-go-back.ts'
import { act } from '@qitao/platform/web/list/act.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Related } from '@qitao/platform/web/show/related.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { type StockMovementRow, stockMovement } from '@qitao/stock/model/inventory.record.ts'
import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import { withPicked } from '@qitao/stock/web'
import { Form, Input } from 'antd'
import { useState } from 'react'
import type { ReceiptCalls } from '../model/receipt.calls.ts'
import { inboundReceipt, outboundReceipt, type ReceiptLineRow, receiptLine } from '../model/receipt.record.ts'
import { needsMo } from '../model/receipt.rules.ts'
import {
  type Direction,
  inboundType,
  outboundType,
  pulledTypes,
  type ReceiptStatusCode,
  statusOf,
} from '../model/receipt.status.ts'
import { ConfirmDialog } from './confirm.dialog.tsx'
import { PullLines } from './pull-lines.tsx'
import { callsOf, receiptAnswers } from './refreshes.ts'

type Line = DraftOf<typeof receiptLine> & {
  readonly id?: string
  readonly material_name?: string
  readonly unit_name?: string
  readonly done_quantity?: string
  readonly location_name?: string
  readonly source_no?: string | null
}
type ReceiptForm = Omit<Draft<In<ReceiptCalls['add']>>, 'lines' | 'submit'> & { readonly lines: readonly Line[] }
const blankLine = (): Line => ({
  ...{ material_id: null, quantity: null, location_id: null, lot_number: null },
  ...{ quality_status: judgedQuality.codes.finished, source_line_id: null, remark: null },
})
/** Each material of the receipt once, with how much of it. */
function piecesOf(lines: readonly ReceiptLineRow[]) {
  const byMaterial = Map.groupBy(lines, line => line.material_id)
  return [...byMaterial].map(([id, of]) => ({
    id,
    name: `${of[0]!.material_code} ${of[0]!.material_name}`,
    quantity: sum(of.map(line => line.quantity)),
  }))
}
const lineForm = (line: ReceiptLineRow): Line => ({
  ...line,
  material_name: `${line.material_code} ${line.material_name}`,
  location_name: line.location_code ?? '',
})
const lineWire = (line: Line) => {
  const { id, material_id, quantity, location_id, lot_number, quality_status, source_line_id, remark } = line
  return {
    ...(id === undefined ? {} : { id }),
    ...{ material_id, quantity, location_id, lot_number, quality_status, source_line_id, remark },
  }
}

/** By hand one makes what has no document of its own, or takes over what is open of one that has. */
const byHand: Readonly<Record<Direction, readonly number[]>> = {
  inbound: [inboundType.codes.other, ...pulledTypes.inbound],
  outbound: [outboundType.codes.other, ...pulledTypes.outbound],
}
const recordFor = (direction: Direction, receipt_type: number | undefined) => {
  const record = direction === 'inbound' ? inboundReceipt : outboundReceipt
  const field = record.fields.receipt_type
  const shown = receipt_type === undefined ? byHand[direction] : [...byHand[direction], receipt_type]
  const options = field.options?.filter(({ code }) => shown.includes(code as number)) ?? []
  return { ...record, fields: { ...record.fields, receipt_type: { ...field, options } } }
}

/** One form for all receipts: `receiptsType` 1 is outbound, any other value inbound (specification section 3). */
export default function ReceiptEditPage() {
  const { id, receiptsType } = useEditPayload<{ id?: string; receiptsType?: number | string }>()
  const direction: Direction = Number(receiptsType) === 1 ? 'outbound' : 'inbound'
  const calls = callsOf[direction]
  const table = statusOf[direction]
  const dates = useOrgDate()
  const detail = useDocument(calls.detail, id ? { id } : null)
  const refreshes = receiptAnswers(direction)
  const add = useCommand(calls.add, { refreshes })
  const alter = useCommand(calls.alter, { refreshes })
  const submit = useCommand(calls.submit, { refreshes, done: useGoBack() })
  const [confirming, setConfirming] = useState(false)
  const [numbering, setNumbering] = useState(false)
  const receipt = detail.data?.record
  const record = recordFor(direction, receipt?.receipt_type)
  const values = (): ReceiptForm | undefined => {
    if (!id) {
      return {
        ...{ no: null, receipt_type: 0, warehouse_id: null, supplier_id: null, customer_id: null, remark: null },
        mo_id: null,
        receipt_date: dates.startOfDay(dates.today()),
        lines: [blankLine()],
      }
    }
    if (!detail.data) return undefined
    const { no, receipt_type, warehouse_id, supplier_id, customer_id, mo_id, receipt_date, remark } = detail.data.record
    return {
      ...{ no, receipt_type, warehouse_id, supplier_id, customer_id, mo_id, receipt_date, remark },
      lines: detail.data.lines.map(lineForm),
    }
  }
  // A work order that was taken over for another type is left behind.
  const wire = (form: ReceiptForm) => ({
    ...form,
    mo_id: needsMo(direction, form.receipt_type ?? inboundType.codes.other) ? form.mo_id : null,
    lines: form.lines.map(lineWire),
  })
  const sources = receipt && {
    mo_id: receipt.mo_id,
    ...(direction === 'inbound' ? { purchase_order_id: receipt.purchase_order_id } : { order_id: receipt.order_id }),
  }
  const status = receipt?.status as ReceiptStatusCode | undefined
  const closed = status && table.whyNot('alter', status)
  const showsSupplier = direction === 'inbound' || (receipt?.receipt_type ?? 0) !== outboundType.codes.sales
  return (
    <>
      <EditPage<ReceiptForm>
        values={values()}
        load={detail}
        readOnly={closed ?? false}
        history={receipt && { of: record, id: receipt.id, table: 'receipt' }}
        saves={
          id
            ? [
                saveWith(alter, (form: ReceiptForm) => ({
                  ...sources,
                  ...wire(form),
                  id,
                  row_version: receipt!.row_version,
                })),
              ]
            : [
                saveWith(
                  add,
                  (form: ReceiptForm) => ({ ...wire(form), submit: true }),
                  text('保存并提交', 'Save and submit'),
                  calls.submit,
                ),
                saveWith(add, wire, text('保存草稿', 'Save draft')),
              ]
        }
        actions={
          status
            ? [
                act(table, 'submit', status, submit.with({ ids: [id!] })),
                act(
                  table,
                  'confirm',
                  status,
                  needing(calls.confirm, () => setConfirming(true)),
                ),
                ...(direction === 'inbound'
                  ? [{ title: text('序列号', 'Serial numbers'), run: () => setNumbering(true) }]
                  : []),
              ]
            : []
        }
        heading={
          receipt && (
            <>
              <strong>{receipt.no}</strong> <StatusTag of={table.stateOf(status!)} />{' '}
              {receipt.source_no ? <span className="qt-secondary">{receipt.source_no}</span> : null}
            </>
          )
        }
      >
        <Section title={direction === 'inbound' ? text('入库单', 'Goods receipt') : text('出库单', 'Goods issue')}>
          <Field of={record} name="no" />
          <Field of={record} name="receipt_type" />
          <Field
            of={record}
            name="warehouse_id"
            {...(receipt?.warehouse_name ? { known: receipt.warehouse_name } : {})}
          />
          {showsSupplier ? (
            <Field
              of={record}
              name="supplier_id"
              {...(receipt?.supplier_name ? { known: receipt.supplier_name } : {})}
            />
          ) : null}
          <Field of={record} name="customer_id" {...(receipt?.customer_name ? { known: receipt.customer_name } : {})} />
          {/* Said by the lines: material is picked for the work order that they were taken over from. */}
          <Form.Item name="mo_id" hidden>
            <Input />
          </Form.Item>
          <Field of={record} name="receipt_date" />
          <Field of={record} name="remark" wide />
        </Section>
        <WhileWritten>
          <PullLines direction={direction} />
        </WhileWritten>
        <GoodsLines<Line>
          name="lines"
          of={receiptLine}
          title={text('明细', 'Lines')}
          blank={blankLine}
          most={500}
          change={withPicked}
          columns={[
            { name: 'material_id', width: 260, readOnly: line => line.source_line_id !== null },
            {
              ...{ name: 'source_no', title: inboundReceipt.fields.source_no.title, readOnly: true, width: 130 },
              show: line => line.source_no ?? <span className="qt-none">—</span>,
            },
            { name: 'quantity', total: true, width: 110 },
            {
              name: 'unit_name',
              title: text('单位', 'Unit'),
              readOnly: true,
              width: 60,
              show: line => line.unit_name ?? '',
            },
            ...(closed ? [{ name: 'done_quantity', width: 110 }] : []),
            { name: 'location_id', width: 170 },
            { name: 'lot_number', width: 140 },
            { name: 'quality_status', width: 110 },
            { name: 'remark' },
          ]}
        />
        {receipt ? <Related kind={direction} id={receipt.id} /> : null}
        {detail.data && detail.data.movements.length > 0 ? <Movements of={detail.data.movements} /> : null}
      </EditPage>
      {numbering && receipt && detail.data ? (
        <ProductSerialsDrawer
          no={receipt.no}
          of={{ receipt_id: receipt.id }}
          materials={piecesOf(detail.data.lines as ReceiptLineRow[])}
          onClose={() => setNumbering(false)}
        />
      ) : null}
      {confirming && id ? (
        <ConfirmDialog
          direction={direction}
          id={id}
          onClose={() => {
            setConfirming(false)
            void detail.refetch()
          }}
        />
      ) : null}
    </>
  )
}

/** What the receipt has moved. */
function Movements({ of }: { of: readonly StockMovementRow[] }) {
  const say = useSay()
  return (
    <section className="qt-section">
      <header className="qt-section-head">
        <h2>{say(text('库存流水', 'Movements'))}</h2>
      </header>
      <DataTable
        record={stockMovement}
        rows={of.map(row => ({ ...row, id: String(row.id) }))}
        columns={[
          { name: 'movement_time', sort: false },
          { name: 'movement_type', sort: false },
          { name: 'material_id', width: 220, sort: false },
          {
            name: 'quantity',
            sort: false,
            render: row => <Quantity value={row.quantity} signed unit={row.unit_name} />,
          },
          { name: 'balance', sort: false },
          { name: 'location_id', sort: false },
          { name: 'lot_number', sort: false },
          { name: 'operator_id', sort: false },
        ]}
      />
    </section>
  )
}
