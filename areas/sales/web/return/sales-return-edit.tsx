import { add, isPositive, sum } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { amountColumn, DocumentEdit, type FormLine, unitColumn, withAmount } from '@qitao/document-kit/web'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Button, Form } from 'antd'
import { type SalesReturnRow, salesReturns } from '../../model/return/sales-return.calls.ts'
import { salesReturnStatus } from '../../model/return/sales-return.status.ts'
import { type SalesOrderLineRow, showSalesOrder } from '../../model/sales-order.calls.ts'
import '../sales.css'

/** How the page is opened: stored, or new for an order. */
interface Payload {
  readonly id?: string
  readonly order_id?: string
  readonly order_no?: string
}
type Line = FormLine<typeof salesReturns>

const lineColumns = (_: boolean, of?: SalesReturnRow): readonly LineColumn<Line>[] => [
  { name: 'order_line_id', readOnly: true, width: 100, show: line => line.order_line_no ?? '' },
  { name: 'material_code', title: text('物料编码', 'Material code'), readOnly: true, width: 150 },
  { name: 'material_name', title: text('物料名称', 'Material name'), readOnly: true, width: 200 },
  unitColumn,
  {
    ...{ name: 'shipped_quantity', title: text('已发货', 'Shipped'), readOnly: true, width: 90 },
    show: line => <Quantity value={line.shipped_quantity} />,
  },
  { name: 'quantity', total: true, width: 110 },
  ...(of && of.status !== salesReturnStatus.codes.init
    ? [{ name: 'received_quantity', readOnly: true, total: true, width: 100 }]
    : []),
  { name: 'price', readOnly: true, width: 100 },
  amountColumn,
  { name: 'remark' },
]

/** Goods of an order that come back: what, how much, and whether they are looked at before they are stock again. */
export function EditSalesReturn() {
  const { id, order_id, order_no } = useEditPayload<Payload>()
  const order = useCall(showSalesOrder, id === undefined && order_id !== undefined ? { id: order_id } : null)
  return (
    <DocumentEdit
      of={salesReturns}
      blank={return_date => ({
        ...(order_id === undefined ? {} : { order_id, order_no }),
        return_date,
        inspects: true,
      })}
      lineColumns={lineColumns}
      change={withAmount}
      newLines={order.data?.lines.flatMap(line => toReturn(line))}
      fills={<FillFromOrder />}
    />
  )
}

/** Lines of the order that have left and are on no other return, all of them: who wants less takes some off. */
function FillFromOrder() {
  const say = useSay()
  const form = Form.useFormInstance()
  const { id } = useEditPayload<Payload>()
  const own = useCall(salesReturns.calls.detail, id === undefined ? null : { id }).data?.lines ?? []
  const order_id = Form.useWatch('order_id', form) as string | null | undefined
  const order = useCall(showSalesOrder, order_id ? { id: order_id } : null)
  const shipped = (order.data?.lines ?? []).flatMap(line =>
    toReturn(line, sum(own.flatMap(one => (one.order_line_id === line.id ? one.quantity : [])))),
  )
  if (!order.data) return <p className="qt-secondary">{say(text('先选择原订单', 'Choose the original order first'))}</p>
  if (shipped.length === 0)
    return <p className="qt-late">{say(text('该订单没有可退的已发货物', 'Nothing of this order can come back'))}</p>
  return (
    <Button className="qt-return-fill" onClick={() => form.setFieldValue('lines', shipped)}>
      {say(text('取订单已发明细', 'Take the shipped lines of the order'))}
    </Button>
  )
}

/** `own`: what the return itself takes of it already. */
function toReturn(line: SalesOrderLineRow, own = '0'): Line[] {
  const quantity = add(line.returnable_quantity, own)
  if (!isPositive(quantity)) return []
  const { material_id, material_code, material_name, unit_name, shipped_quantity, price } = line
  const shown = { material_code, material_name, unit_name, shipped_quantity, order_line_no: line.line_no }
  return [withAmount({ ...shown, order_line_id: line.id, material_id, quantity, price, remark: null }) as Line]
}
