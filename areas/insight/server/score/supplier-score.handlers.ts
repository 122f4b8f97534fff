import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import {
  exportScoreLines,
  exportSupplierScores,
  listScoreLines,
  listSupplierScores,
  type ScoreLineRow,
  type SupplierScoreRow,
  scoreDays,
  scoreLine,
  supplierScore,
} from '@qitao/purchasing/model/score/supplier-score.calls.ts'
import { paidBefore } from '@qitao/purchasing/server'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { inboundType, receiptsType } from '@qitao/warehouse/model/receipt.status.ts'
import { sql } from 'kysely'

interface Period {
  readonly from: Instant
  /** The last day. */
  readonly to: Instant
  readonly today: Instant
}
const periodOf = (range: readonly [Instant, Instant] | undefined, context: Context): Period => {
  const today = startOfToday(context)
  const [from, to] = range ?? [today - scoreDays * daySeconds, today]
  return { from, to, today }
}

const eta = sql`coalesce(t.eta, p.eta)`
const isComplete = sql`t.received_quantity >= t.quantity`
const isOnTime = sql`(${isComplete} and coalesce(t.arrival_time < ${eta} + ${daySeconds}, true))`
/**
 * Lines `t` of orders `p` that were due in the period: announced for a day of it, and over by now or brought already. An order that was
 * cancelled or closed by force is nobody's delay.
 */
const isDue = ({ from, to, today }: Period) =>
  sql`(p.status in (${sql.join([...purchaseStatus.from('receive'), purchaseStatus.codes.completed])})
    and ${eta} between ${from} and ${to} and (${eta} < ${today} or ${isComplete}))`
const order = sql`join purchase_order p on p.org_id = t.org_id and p.id = t.order_id`
/** What receipts brought in for a line `t`, and how much of it good. */
const brought = sql`left join lateral (
    select coalesce(sum(x.done_quantity), 0) as received, coalesce(sum(x.done_quantity) filter (where x.quality_status = ${qualityStatus.codes.finished}), 0) as accepted
    from receipt_line x join receipt r on r.org_id = x.org_id and r.id = x.receipt_id
    where x.org_id = t.org_id and x.source_line_id = t.id and r.receipts_type = ${receiptsType.inbound} and r.receipt_type = ${inboundType.codes.purchase}
  ) brought on true`
/** What the material of a line `t` of an order `p` cost the time before, in the same currency. */
const paid = ({ org_id, member }: Context) =>
  sql`left join ${paidBefore(org_id, member.currency)} paid on paid.id = t.id`

/** Of each supplier: how many of its lines came when they were due, how good, and how dear. */
const scores = (context: Context, period: Period) => sql`(
    select p.supplier_id, count(*) as due_count, count(*) filter (where ${isOnTime}) as on_time_count,
      round(100.0 * count(*) filter (where ${isOnTime}) / count(*), 1) as on_time_rate,
      round(100 * sum(brought.accepted) / nullif(sum(brought.received), 0), 1) as accepted_rate,
      round(100 * sum(t.quantity * t.price) filter (where paid.price > 0) / nullif(sum(t.quantity * paid.price) filter (where t.price is not null), 0) - 100, 1) as price_change
    from purchase_order_line t ${order} ${brought} ${paid(context)}
    where t.org_id = ${context.org_id} and ${isDue(period)} group by p.supplier_id
  )`

const list = handle(listSupplierScores, ({ supplier_id, timestamp_range, ...input }, context) => {
  const { tx, org_id } = context
  const joins = sql`join ${scores(context, periodOf(timestamp_range, context))} k on k.supplier_id = t.id`
  return listRows<SupplierScoreRow>(
    tx,
    {
      ...{ org_id, table: 'supplier', filterJoins: joins, joins },
      where: [
        contains(input.keyword, sql`t.code`, sql`t.name`),
        supplier_id !== undefined && sql`t.id = ${supplier_id}`,
      ],
      columns: sql`t.id, t.code as supplier_code, t.name as supplier_name, k.due_count, k.on_time_count, k.on_time_rate, k.accepted_rate, k.price_change`,
      orders: { supplier_id: sql`t.code`, due_count: sql`k.due_count`, on_time_rate: sql`k.on_time_rate` },
      defaultOrder: 'on_time_rate',
    },
    input,
  )
})

const lines = handle(listScoreLines, ({ supplier_id, late, timestamp_range, ...input }, context) =>
  listRows<ScoreLineRow>(
    context.tx,
    {
      ...{ org_id: context.org_id, table: 'purchase_order_line', filterJoins: order },
      where: [
        sql`p.supplier_id = ${supplier_id}`,
        isDue(periodOf(timestamp_range, context)),
        late !== undefined && sql`${isOnTime} <> ${late}`,
        contains(input.keyword, sql`p.no`),
      ],
      columns: sql`t.id, t.order_id, p.no as order_no, t.line_no, t.material_id, m.code as material_code, m.name as material_name, m.specs as material_specs,
        u.name as unit_name, u.precision as unit_precision, ${eta} as eta, t.arrival_time, ${isOnTime} as on_time, t.quantity, t.received_quantity,
        greatest(0, floor(((case when ${isComplete} then t.arrival_time else ${startOfToday(context)}::bigint end) - ${eta}) / ${daySeconds}::numeric))::integer as late_days,
        brought.accepted as accepted_quantity, trim_scale(t.price) as price, paid.price as last_price, paid.order_no as last_order_no`,
      joins: sql`${order} join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
        ${brought} ${paid(context)}`,
      orders: { eta, order_no: sql`p.no` },
      defaultOrder: '-eta',
    },
    input,
  ),
)

export const supplierScoreHandlers: Handler[] = [
  list,
  exportHandler(exportSupplierScores, list, supplierScore),
  lines,
  exportHandler(exportScoreLines, lines, scoreLine),
]
