import { whyApprovalOpen } from '@qitao/access/model/approval/approval.rules.ts'
import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { AttachmentsSection } from '@qitao/access/web/record/attachments.tsx'
import type { CustomValues } from '@qitao/core/custom.ts'
import { amountOf, isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { CustomFieldsSection } from '@qitao/platform/web/form/custom-fields.tsx'
import { EditPage, useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Related } from '@qitao/platform/web/show/related.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import {
  addSalesOrder,
  countSalesOrders,
  listSalesOrders,
  showSalesOrder,
  submitSalesOrders,
  updateSalesOrder,
} from '../model/sales-order.calls.ts'
import { defaultPriority, salesOrder, salesOrderLine } from '../model/sales-order.record.ts'
import { salesOrderStatus } from '../model/sales-order.status.ts'
import { SalesHistoryDrawer } from './sales-history.drawer.tsx'

/** How the page is opened (specification section 3). */
interface Payload {
  type?: 'add' | 'edit' | 'copy'
  order_type?: string
  no?: string
  copyNo?: string
}
interface Line {
  id?: string | undefined
  material_id: string | null
  unit_name?: string
  quantity: string | null
  price: string | null
  amount: string | null
  delivery_date: number | null
  offset_quantity: string
  remark: string | null
}
/** How far a line is, once work orders may be made of it. */
const progress = ['planned_quantity', 'produced_quantity', 'shipped_quantity'] as const
interface OrderForm {
  no: string | null
  order_type: string
  customer_id: string | null
  customer_order_no: string | null
  order_date: number
  delivery_date: number | null
  priority: number
  currency: string | null
  tax_rate: string | null
  remark: string | null
  custom?: CustomValues
  attachment_ids?: string[]
  lines: Line[]
}

const blankLine = (): Line => ({
  material_id: null,
  quantity: '1',
  price: null,
  amount: null,
  delivery_date: null,
  offset_quantity: '0',
  remark: null,
})
const isNumber = (value: string | null): value is string => value !== null && isQuantity(value)
const withAmount = (line: Line): Line => ({
  ...line,
  amount: isNumber(line.quantity) && isNumber(line.price) ? amountOf(line.quantity, line.price) : null,
})
const lineWire = ({ id, material_id, quantity, price, delivery_date, offset_quantity, remark }: Line) => ({
  ...(id === undefined ? {} : { id }),
  material_id,
  quantity,
  price,
  delivery_date,
  offset_quantity: offset_quantity || '0',
  remark,
})

/** Said before somebody changes what was submitted. */
const anew = (approval_status: number | null) =>
  approval_status === approvalStatus.codes.approved
    ? text(
        '订单已审批通过。保存修改后将重新审批，通过前不能转工单和发货。',
        'The order is approved. Saving a change starts its approval anew; until then no work order is made and nothing is shipped.',
      )
    : text(
        '订单已提交。修改后若符合审批流的条件，将进入审批，通过前不能转工单和发货。',
        'The order is submitted. If an approval flow applies to what you change, it waits for approval; until then no work order is made and nothing is shipped.',
      )

export default function EditSalesOrderPage() {
  const say = useSay()
  const payload = useEditPayload<Payload>()
  const date = useOrgDate()
  const source = payload.no ?? payload.copyNo
  const order = useDocument(showSalesOrder, source ? { no: source } : null)
  const refreshes = [listSalesOrders, countSalesOrders, showSalesOrder]
  const add = useCommand(addSalesOrder, { refreshes })
  const update = useCommand(updateSalesOrder, { refreshes })
  const editing = payload.no !== undefined
  const record = editing ? order.data?.record : undefined

  const values = (): OrderForm | undefined => {
    const today = date.startOfDay(date.dayOf(Math.floor(Date.now() / 1000)))
    if (!order.data) {
      if (source) return undefined
      return {
        no: null,
        order_type: payload.order_type ?? '1',
        customer_id: null,
        customer_order_no: null,
        order_date: today,
        delivery_date: null,
        priority: defaultPriority,
        currency: null,
        tax_rate: null,
        remark: null,
        lines: [blankLine()],
      }
    }
    const {
      no,
      order_type,
      customer_id,
      customer_order_no,
      order_date,
      delivery_date,
      priority,
      currency,
      tax_rate,
      remark,
      custom,
    } = order.data.record
    const lines = order.data.lines.map(line => ({ ...line, id: editing ? line.id : undefined })) as Line[]
    const head = {
      order_type,
      customer_id,
      customer_order_no,
      delivery_date,
      priority,
      currency,
      tax_rate,
      remark,
      custom,
      lines,
    }
    return editing ? { ...head, no, order_date } : { ...head, no: null, order_date: today }
  }
  const wire = (form: OrderForm) => ({ ...form, lines: form.lines.map(lineWire) })
  const kind = payload.copyNo === undefined ? { type: 'add' } : { type: 'copy', copyNo: payload.copyNo }
  const waits = record?.approval_status === approvalStatus.codes.pending
  const closed =
    record &&
    (record.deleted
      ? text('订单在回收站中，恢复后才能编辑', 'It is in the recycle bin; restore it first')
      : waits
        ? whyApprovalOpen(record.waits_for)
        : salesOrderStatus.whyNot('update', record.status as 0))
  return (
    <EditPage<OrderForm>
      values={values()}
      load={order}
      saves={
        editing
          ? [
              saveWith(
                update,
                (form: OrderForm) => ({ ...wire(form), id: record!.id, row_version: record!.row_version }) as never,
              ),
            ]
          : [
              saveWith(
                add,
                (form: OrderForm) => ({ ...wire(form), ...kind, submit: true }) as never,
                text('保存并提交', 'Save and submit'),
                submitSalesOrders,
              ),
              saveWith(add, (form: OrderForm) => ({ ...wire(form), ...kind }) as never, text('保存草稿', 'Save draft')),
            ]
      }
      readOnly={closed ?? false}
      history={record && { of: salesOrder, id: record.id }}
      heading={
        record && (
          <>
            <strong>{record.no}</strong> <StatusTag of={salesOrderStatus.stateOf(record.status as 0)} />{' '}
            {record.approval_status === null ? null : (
              <StatusTag of={approvalStatus.stateOf(record.approval_status as 1)} />
            )}
          </>
        )
      }
    >
      {record && !closed && record.status !== salesOrderStatus.codes.init ? (
        <Alert type="warning" showIcon title={say(anew(record.approval_status))} className="qt-edit-note" />
      ) : null}
      <Section title={text('基本信息', 'Basics')}>
        <Field of={salesOrder} name="no" />
        <Field of={salesOrder} name="order_type" />
        <Field of={salesOrder} name="customer_id" />
        <Field of={salesOrder} name="customer_order_no" />
        <Field of={salesOrder} name="order_date" />
        <Field of={salesOrder} name="delivery_date" />
        <Field of={salesOrder} name="priority" />
        <Field of={salesOrder} name="currency" />
        <Field of={salesOrder} name="tax_rate" />
        <Field of={salesOrder} name="remark" wide />
      </Section>
      <CustomFieldsSection of={salesOrder} />
      <LineTable<Line>
        name="lines"
        of={salesOrderLine}
        title={text('订单明细', 'Lines')}
        blank={blankLine}
        most={500}
        readOnly={Boolean(closed)}
        columns={[
          { name: 'material_id', width: 260 },
          {
            name: 'unit_name',
            title: text('单位', 'Unit'),
            readOnly: true,
            width: 70,
            show: line => line.unit_name ?? '',
          },
          { name: 'quantity', total: true, width: 110 },
          ...(record && record.status !== salesOrderStatus.codes.init
            ? progress.map(name => ({ name, readOnly: true, total: true, width: 90 }))
            : []),
          { name: 'price', width: 110 },
          {
            name: 'amount',
            readOnly: true,
            total: true,
            width: 120,
            show: line => (line.amount ? <Quantity value={line.amount} decimals={2} /> : ''),
          },
          { name: 'delivery_date', width: 140 },
          { name: 'offset_quantity', width: 110 },
          { name: 'remark' },
          {
            name: 'history',
            title: text('历史', 'Earlier'),
            readOnly: true,
            width: 80,
            show: line => (line.material_id ? <Earlier material_id={line.material_id} /> : ''),
          },
        ]}
        change={(line, changed, picked) => {
          if (changed !== 'material_id') return withAmount(line)
          const { unit_name, sales_price } = (picked ?? {}) as { unit_name?: string; sales_price?: string | null }
          return withAmount({
            ...line,
            ...(unit_name === undefined ? {} : { unit_name }),
            price: line.price ?? sales_price ?? null,
          })
        }}
      />
      {record && record.status !== salesOrderStatus.codes.init ? <Related kind="sales_order" id={record.id} /> : null}
      <AttachmentsSection module="sales_order" objectId={record?.id} readOnly={waits || record?.deleted === true} />
    </EditPage>
  )
}

/** Opens the earlier orders of a line's product. */
function Earlier({ material_id }: { material_id: string }) {
  const say = useSay()
  const form = Form.useFormInstance()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="link" size="small" disabled={false} onClick={() => setOpen(true)}>
        {say(text('查看', 'Show'))}
      </Button>
      {open ? (
        <SalesHistoryDrawer
          material_id={material_id}
          customer_id={(form.getFieldValue('customer_id') as string | undefined) ?? null}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
