import { whyApprovalOpen } from '@qitao/access/model/approval/approval.rules.ts'
import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { AttachmentsSection } from '@qitao/access/web/record/attachments.tsx'
import type { CustomValues } from '@qitao/core/custom.ts'
import { amountOf, isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall, useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { CustomFieldsSection } from '@qitao/platform/web/form/custom-fields.tsx'
import { EditPage, useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { useGoBack } from '@qitao/platform/web/frame/use-go-back.ts'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { act } from '@qitao/platform/web/list/act.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Related } from '@qitao/platform/web/show/related.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { withPicked } from '@qitao/stock/web'
import { type PurchaseStatusCode, purchaseStatus } from '../model/purchase.status.ts'
import {
  addPurchaseOrder,
  alterPurchaseOrder,
  countArrivals,
  countPurchaseOrders,
  listArrivals,
  listPurchaseOrders,
  showPurchaseOrder,
  showPurchaseUses,
  submitPurchaseOrders,
} from '../model/purchase-order.calls.ts'
import { type PurchaseOrderLineRow, purchaseOrder, purchaseOrderLine } from '../model/purchase-order.record.ts'
import { listPurchaseRequests } from '../model/purchase-request.calls.ts'
import { SupplyUses } from './supply-uses.tsx'

interface Line {
  id?: string
  material_id: string | null
  material_name?: string
  unit_name?: string
  demand_quantity: string
  quantity: string | null
  received_quantity?: string
  price: string | null
  amount: string | null
  eta: number | null
  request_ids: string[]
  request_nos: string[]
  remark: string | null
}
interface OrderForm {
  no: string | null
  supplier_id: string | null
  supplier_name?: string
  order_date: number
  eta: number | null
  currency: string | null
  tax_rate: string | null
  remark: string | null
  custom?: CustomValues
  attachment_ids?: string[]
  lines: Line[]
}
const blankLine = (): Line => ({
  ...{ material_id: null, demand_quantity: '0', quantity: null, price: null, amount: null },
  ...{ eta: null, request_ids: [], request_nos: [], remark: null },
})
const isNumber = (value: string | null): value is string => value !== null && isQuantity(value)
const withAmount = (line: Line): Line => ({
  ...line,
  amount: isNumber(line.quantity) && isNumber(line.price) ? amountOf(line.quantity, line.price) : null,
})
const lineWire = ({ id, material_id, demand_quantity, quantity, price, eta, request_ids, remark }: Line) => ({
  ...(id === undefined ? {} : { id }),
  ...{ material_id, demand_quantity, quantity, price, eta, request_ids, remark },
})
const lineForm = (line: PurchaseOrderLineRow): Line => ({
  ...line,
  material_name: `${line.material_code} ${line.material_name}`,
})

const withSupplier = {
  ...purchaseOrder,
  fields: { ...purchaseOrder.fields, supplier_id: { ...purchaseOrder.fields.supplier_id, required: true } },
}

/** A purchase order and its lines: written until it is submitted, then read. */
export default function PurchaseOrderEditPage() {
  const { id } = useEditPayload<{ id?: string }>()
  const dates = useOrgDate()
  const order = useDocument(showPurchaseOrder, id ? { id } : null)
  const refreshes = [
    ...[listPurchaseOrders, countPurchaseOrders, showPurchaseOrder],
    ...[listPurchaseRequests, listArrivals, countArrivals],
  ]
  const add = useCommand(addPurchaseOrder, { refreshes })
  const alter = useCommand(alterPurchaseOrder, { refreshes })
  const submit = useCommand(submitPurchaseOrders, { refreshes, done: useGoBack() })
  const record = order.data?.record
  const today = dates.startOfDay(dates.today())
  const values = (): OrderForm | undefined => {
    if (!id) {
      return {
        ...{ no: null, supplier_id: null, order_date: today, eta: null, currency: null, tax_rate: null, remark: null },
        lines: [blankLine()],
      }
    }
    if (!order.data) return undefined
    const { no, supplier_id, supplier_code, supplier_name, order_date, eta, currency, tax_rate, remark, custom } =
      order.data.record
    return {
      ...{
        no,
        supplier_id,
        supplier_name: `${supplier_code} ${supplier_name}`,
        order_date,
        eta,
        currency,
        tax_rate,
        remark,
        custom,
      },
      lines: order.data.lines.map(lineForm),
    }
  }
  const wire = ({ supplier_name: _, lines, ...form }: OrderForm) => ({ ...form, lines: lines.map(lineWire) })
  const status = record?.status as PurchaseStatusCode | undefined
  const waits = record?.approval_status === approvalStatus.codes.pending
  const closed = waits ? whyApprovalOpen(record.waits_for) : status && purchaseStatus.whyNot('alter', status)
  return (
    <EditPage<OrderForm>
      values={values()}
      load={order}
      readOnly={closed ?? false}
      history={record && { of: purchaseOrder, id: record.id }}
      saves={
        id
          ? [saveWith(alter, (form: OrderForm) => ({ ...wire(form), id, row_version: record!.row_version }) as never)]
          : [
              saveWith(
                add,
                (form: OrderForm) => ({ ...wire(form), submit: true }) as never,
                text('保存并提交', 'Save and submit'),
                submitPurchaseOrders,
              ),
              saveWith(add, (form: OrderForm) => wire(form) as never, text('保存草稿', 'Save draft')),
            ]
      }
      actions={status && !waits ? [act(purchaseStatus, 'submit', status, submit.with({ ids: [id!] }))] : []}
      heading={
        record && (
          <>
            <strong>{record.no}</strong> <StatusTag of={purchaseStatus.stateOf(status!)} />{' '}
            {record.approval_status === null ? null : (
              <StatusTag of={approvalStatus.stateOf(record.approval_status as 1)} />
            )}{' '}
            <Quantity value={record.total_amount} unit={record.currency} decimals={2} />
          </>
        )
      }
    >
      <Section title={text('基本信息', 'Basics')}>
        <Field of={purchaseOrder} name="no" />
        <Field of={withSupplier} name="supplier_id" {...(record ? { known: record.supplier_name } : {})} />
        <Field of={purchaseOrder} name="order_date" />
        <Field of={purchaseOrder} name="eta" />
        <Field of={purchaseOrder} name="currency" />
        <Field of={purchaseOrder} name="tax_rate" />
        <Field of={purchaseOrder} name="remark" wide />
      </Section>
      <CustomFieldsSection of={purchaseOrder} />
      <LineTable<Line>
        name="lines"
        of={purchaseOrderLine}
        title={text('采购明细', 'Lines')}
        blank={blankLine}
        most={500}
        readOnly={Boolean(closed)}
        columns={[
          { name: 'material_id', width: 240, readOnly: line => line.request_ids.length > 0 },
          { name: 'demand_quantity', readOnly: true, width: 100 },
          { name: 'quantity', total: true, width: 110 },
          {
            name: 'unit_name',
            title: text('单位', 'Unit'),
            readOnly: true,
            width: 60,
            show: line => line.unit_name ?? '',
          },
          ...(closed ? [{ name: 'received_quantity', width: 110 }] : []),
          { name: 'price', width: 100 },
          {
            name: 'amount',
            readOnly: true,
            total: true,
            width: 120,
            show: line => (line.amount ? <Quantity value={line.amount} decimals={2} /> : ''),
          },
          { name: 'eta', width: 140 },
          {
            name: 'request_nos',
            readOnly: true,
            width: 160,
            show: line => <span title={line.request_nos.join(', ')}>{line.request_nos.join(', ')}</span>,
          },
          { name: 'remark' },
        ]}
        change={(line, changed, picked) => withAmount(withPicked(line, changed, picked))}
      />
      {record ? <PurchaseUses id={record.id} lines={order.data?.lines ?? []} /> : null}
      {record ? <Related kind="purchase_order" id={record.id} /> : null}
      <AttachmentsSection module="purchase_order" objectId={id} readOnly={waits} />
    </EditPage>
  )
}

/** For which orders each line was bought, and who has it now. */
function PurchaseUses({ id, lines }: { id: string; lines: readonly PurchaseOrderLineRow[] }) {
  const found = useCall(showPurchaseUses, { id })
  const data = found.data
  const say = useSay()
  return (
    <section className="qt-section">
      <header className="qt-section-head">
        <h2>{say(text('为谁采购', 'Bought for'))}</h2>
      </header>
      {found.error && !data ? <ErrorState failure={found.error} retry={found.refetch} /> : null}
      {data
        ? lines.map(line => {
            const own = ({ source_id }: { source_id: string }) => source_id === line.id
            return (
              <div key={line.id}>
                <h3 className="qt-uses-head">
                  {line.material_code} {line.material_name}
                </h3>
                <SupplyUses
                  of={{ uses: data.uses.filter(own), promises: data.promises.filter(own) }}
                  unit={line.unit_name}
                />
              </div>
            )
          })
        : null}
    </section>
  )
}
