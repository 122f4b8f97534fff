import { isPositive, shareOf } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { endsLate } from '@qitao/platform/web/show/due.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Progress } from 'antd'
import type { SalesOrderRow } from '../model/sales-order.calls.ts'
import { salesOrderLine } from '../model/sales-order.record.ts'
import { isFullyOffset, isPartShipped } from '../model/sales-order.rules.ts'
import { salesOrderStatus } from '../model/sales-order.status.ts'
import { OnNoOrder } from './on-no-order.tsx'
import './sales.css'

const { codes } = salesOrderStatus
const isClosed = (order: SalesOrderRow): boolean => order.status === codes.delivered || order.status === codes.cancelled

/** First product and how many more lines there are; "fully offset" when stock covers all. */
function Products({ order }: { order: SalesOrderRow }) {
  const say = useSay()
  if (order.line_count === 0) return <span className="qt-secondary">{say(text('无明细', 'No lines'))}</span>
  const count = { all: order.line_count, more: order.line_count - 1 }
  const more = order.line_count > 1 ? say(text(' 等{all}项', ' and {more} more'), count) : ''
  const offset = isFullyOffset(order) ? say(text('（已全部冲抵）', ' (fully offset)')) : ''
  const product = `${order.first_material_code} ${order.first_material_name}${more}${offset}`
  return <span title={product}>{product}</span>
}

/** When the plan finishes the order; late against the delivery date is said in words too. */
function PlannedFinish({ order }: { order: SalesOrderRow }) {
  const say = useSay()
  if (order.line_count > 0 && !isPositive(order.to_make_quantity) && !isPositive(order.planned_quantity))
    return <span>{say(text('库存满足', 'Covered by stock'))}</span>
  if (!isClosed(order) && isPositive(order.planned_quantity) && isPositive(order.to_make_quantity))
    return <OnNoOrder quantity={order.to_make_quantity} />
  if (order.planned_finish_time === null)
    return <span className="qt-secondary">{say(text('未排产', 'Not planned'))}</span>
  const late = endsLate(order.planned_finish_time, order.delivery_date)
  return (
    <span className={late ? 'qt-late' : undefined}>
      <Instant at={order.planned_finish_time} />
      {late ? ` ${say(text('超期', 'late'))}` : ''}
    </span>
  )
}

function Shipped({ order }: { order: SalesOrderRow }) {
  const say = useSay()
  const percent = Math.round(shareOf(order.shipped_quantity, order.quantity) * 100)
  return <Progress aria-label={say(text('发货进度', 'Shipped'))} percent={percent} size="small" />
}

/** Beside the state of work, how far it has left. */
export function PartShipped({ of }: { of: Parameters<typeof isPartShipped>[0] }) {
  const say = useSay()
  return isPartShipped(of) ? <span className="qt-part-shipped">{say(partShipped)}</span> : null
}
const partShipped = text('部分发货', 'part shipped')

export const orderColumns = {
  status: {
    name: 'status',
    width: 166,
    render: (order: SalesOrderRow) => (
      <>
        <StatusTag of={salesOrderStatus.stateOf(order.status)} /> <PartShipped of={order} />
      </>
    ),
  },
  products: {
    name: 'products',
    title: text('产品', 'Products'),
    width: 96,
    sort: false,
    render: (order: SalesOrderRow) => <Products order={order} />,
  },
  quantity: { name: 'quantity', width: 90, sort: false },
  delivery: {
    name: 'delivery_date',
    width: 160,
    render: (order: SalesOrderRow) => <DueDate day={order.delivery_date} done={isClosed(order)} />,
  },
  promised: {
    name: 'promised_date',
    title: salesOrderLine.fields.promised_date.title,
    width: 104,
    sort: false,
    render: (order: SalesOrderRow) => <DayText of={order.promised_date} />,
  },
  finish: {
    name: 'planned_finish_time',
    title: text('计划完成', 'Planned finish'),
    width: 150,
    sort: false,
    render: (order: SalesOrderRow) => <PlannedFinish order={order} />,
  },
  shipped: {
    name: 'shipped_quantity',
    title: text('发货进度', 'Shipped'),
    width: 120,
    sort: false,
    render: (order: SalesOrderRow) => (isPositive(order.quantity) ? <Shipped order={order} /> : null),
  },
}
