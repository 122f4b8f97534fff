import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { amountColumn, DocumentEdit, type FormLine, Mailed, unitColumn, withAmount } from '@qitao/document-kit/web'
import { useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import type { PickedRow } from '@qitao/platform/web/form/pickers.ts'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { type SalesOrderRow, salesOrders } from '../model/sales-order.calls.ts'
import { defaultPriority } from '../model/sales-order.record.ts'
import { orderType, salesOrderStatus, salesReturnType } from '../model/sales-order.status.ts'
import { FreeStock } from './free-stock.tsx'
import { useOrderChange } from './order-change.dialog.tsx'
import { OrderWishes } from './order-wishes.tsx'
import { EditSalesReturn } from './return/sales-return-edit.tsx'
import { salesActs } from './sales-acts.ts'
import { SalesHistoryDrawer } from './sales-history.drawer.tsx'
import { UsualPrice } from './usual-price.tsx'
import { isWithoutPrice, withoutPrice } from './without-price.ts'

/** How the page is opened, besides the number (specification section 3). */
interface Payload {
  order_type?: SalesOrderType | typeof salesReturnType
  copyNo?: string
}
type SalesOrderType = (typeof orderType.list)[number]['code']
type Line = FormLine<typeof salesOrders>

const usualPrice = (order_id: string | null, closed: boolean): LineColumn<Line> => ({
  ...{ name: 'usual_price', title: text('价格提示', 'Price advice'), readOnly: true, width: 160 },
  show: line => (line.material_id ? <UsualPrice of={line} order_id={order_id} closed={closed} /> : ''),
})

/** How far a line is, once work orders may be made of it. */
const progress = ['planned_quantity', 'produced_quantity', 'shipped_quantity'] as const
const lineColumns = (closed: boolean, order?: SalesOrderRow): readonly LineColumn<Line>[] => [
  { name: 'material_id', width: 260 },
  unitColumn,
  { name: 'quantity', total: true, width: 110 },
  ...(order && order.status !== salesOrderStatus.codes.init
    ? progress.map(name => ({ name, readOnly: true, total: true, width: 90 }))
    : []),
  {
    name: 'free',
    title: text('可用库存', 'Free stock'),
    readOnly: true,
    width: 90,
    show: line =>
      line.material_id ? <FreeStock material_id={line.material_id} line={line} order_id={order?.id} /> : '',
  },
  { name: 'price', width: 110 },
  usualPrice(order?.id ?? null, closed),
  amountColumn,
  { name: 'tax_rate', width: 90 },
  { name: 'delivery_date', width: 140 },
  ...(order ? [{ name: 'promised_date' as const, readOnly: true, width: 110 }] : []),
  { name: 'offset_quantity', width: 110 },
  { name: 'customer_drawing', width: 130 },
  { name: 'remark' },
  {
    name: 'history',
    title: text('历史', 'Earlier'),
    readOnly: true,
    width: 80,
    show: line => (line.material_id ? <Earlier material_id={line.material_id} /> : ''),
  },
]
const withPicked = (line: Line, changed: string, picked?: PickedRow): Line => {
  if (changed !== 'material_id') return withAmount(line)
  const { unit_name } = (picked ?? {}) as { unit_name?: string }
  const { matched_price = null } = line as { matched_price?: string | null }
  return withAmount({ ...line, ...(unit_name === undefined ? {} : { unit_name }), matched_price })
}
/** Something was made of it or shipped: what follows from a change is shown and agreed to. */
const isChanged = ({ status, shipped_quantity }: SalesOrderRow): boolean =>
  salesOrderStatus.can('change', status) && (!salesOrderStatus.can('alter', status) || isPositive(shipped_quantity))
const anew = (order: SalesOrderRow) =>
  isChanged(order)
    ? text(
        '订单已有工单或发货。保存前会列出对工单、采购、计划和发货的影响，逐项接受或保留；不能少于已发货数量。',
        'The order has work orders or shipments. Before it is saved you see what follows for work orders, purchases, plan and shipments, and accept or leave each; no line goes below what is shipped.',
      )
    : order.approval_status === approvalStatus.codes.approved
      ? text(
          '订单已审批通过。保存修改后将重新审批，通过前不能转工单和发货。',
          'The order is approved. Saving a change starts its approval anew; until then no work order is made and nothing is shipped.',
        )
      : text(
          '订单已提交。修改后若符合审批流的条件，将进入审批，通过前不能转工单和发货。',
          'The order is submitted. If an approval flow applies to what you change, it waits for approval; until then no work order is made and nothing is shipped.',
        )

/** A sales order, or by its type (specification section 3) goods that come back of one. */
export default function EditSalesOrderPage() {
  const { order_type } = useEditPayload<Payload>()
  return order_type === salesReturnType ? <EditSalesReturn /> : <EditSalesOrder />
}

/** A sales order and its lines: new, copied from another, or changed, with what follows from it once something is made. */
function EditSalesOrder() {
  const { order_type, copyNo } = useEditPayload<Payload>()
  const change = useOrderChange()
  return (
    <>
      <DocumentEdit
        of={salesOrders}
        blank={order_date => ({
          order_type:
            order_type === undefined || order_type === salesReturnType ? orderType.codes.sales_order : order_type,
          order_date,
          priority: defaultPriority,
        })}
        blankLine={{ quantity: '1', offset_quantity: '0' }}
        notCopied={['order_date']}
        givenNew={copyNo === undefined ? { type: 'add' } : { type: 'copy', copyNo }}
        linesTitle={text('订单明细', 'Lines')}
        lineColumns={lineColumns}
        change={withPicked}
        submittedNote={anew}
        heading={order => <Mailed of={order} />}
        acts={salesActs}
        submitAsks={lines => withoutPrice(lines.filter(isWithoutPrice).length)}
        fills={<OrderWishes />}
        changes={order => (isChanged(order) ? change.save : undefined)}
      />
      {change.dialog}
    </>
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
