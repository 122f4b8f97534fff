import { isPositive } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { type DocumentTable, documentBooks, startOfToday } from '@qitao/document-kit/server'
import { moStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import type { OrderedOutside } from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { sql } from 'kysely'
import { outsourceOrders } from '../model/outsource-order.calls.ts'
import { type OperationToOrder, outsourceLines } from '../model/outsource-order.rules.ts'
import { outsourceStatus } from '../model/outsource-order.status.ts'
import { outsourcingErrors } from '../model/outsourcing.errors.ts'

const { cancelled, force_closed } = outsourceStatus.codes
const { to_be_produced, in_production } = moStatus.codes

/** Pieces of operation `o` that are on outsourcing orders: of an order that was closed what it has brought. */
export const orderedOf = (own_id?: string) => sql`(select coalesce(sum(case when d.status = ${force_closed}
      then x.received_quantity + x.loss_quantity else x.quantity end), 0)
    from outsource_order_line x join outsource_order d on d.org_id = x.org_id and d.id = x.order_id
    where x.org_id = o.org_id and x.operation_id = o.id and d.status <> ${cancelled} and d.id is distinct from ${own_id ?? null}::uuid)`
/** Of operation `o`, its process `p` and its order `m`: suppliers make it, and it may go to them. */
export const isOutside = sql`p.outsourced and m.status in (${to_be_produced}, ${in_production})
  and exists (select from production_task k where k.org_id = o.org_id and k.operation_id = o.id and k.publish_status <> ${publishStatus.codes.unpublished})`
/** The operation after that of `of`, which waits for it. */
export const nextOf = sql`(select string_agg(n.sequence || ' ' || q.name, ', ' order by n.sequence) from mo_operation n
  join process q on q.org_id = n.org_id and q.id = n.process_id
  where n.org_id = o.org_id and n.mo_id = o.mo_id and n.sequence = any(o.next_sequences))`

const operationsToOrder = async (tx: Tx, org_id: string, ids: readonly string[], own_id?: string) => {
  // Of two orders of one operation the later one sees the earlier.
  await sql`select from mo where org_id = ${org_id} and id in (select mo_id from mo_operation where org_id = ${org_id} and ${among(sql`id`, ids)})
    order by id for no key update`.execute(tx)
  const found = await rows(
    tx,
    sql<OperationToOrder>`select o.id, o.mo_id, m.material_id, u."precision" as unit_precision, ${isOutside} as outside,
        m.planned_quantity - ${orderedOf(own_id)} as open_quantity
      from mo_operation o join mo m on m.org_id = o.org_id and m.id = o.mo_id join process p on p.org_id = o.org_id and p.id = o.process_id
        join material t on t.org_id = m.org_id and t.id = m.material_id join unit u on u.org_id = t.org_id and u.id = t.unit_id
      where o.org_id = ${org_id} and ${among(sql`o.id`, ids)}`,
  )
  return new Map(found.map(operation => [operation.id, operation]))
}

export const orderedOutside: OrderedOutside = async (tx, org_id, mo_ids) => {
  const found = await rows(
    tx,
    sql<{
      mo_id: string
      id: string
      no: string
      cancelled: boolean
    }>`select distinct on (l.mo_id) l.mo_id, d.id, d.no, d.status = ${cancelled} as cancelled from outsource_order_line l
      join outsource_order d on d.org_id = l.org_id and d.id = l.order_id where l.org_id = ${org_id} and ${among(sql`l.mo_id`, mo_ids)} order by l.mo_id, cancelled, d.no`,
  )
  return new Map(found.map(({ mo_id, ...order }) => [mo_id, order]))
}

const isOverdue = (today: number) =>
  sql`(t.status in (${sql.join(outsourceStatus.from('receive'))}) and coalesce(t.eta < ${today}, false))`
const yieldOf = (good: ReturnType<typeof sql>, all: ReturnType<typeof sql>) =>
  sql`case when ${all} > 0 then round(100 * ${good} / ${all}, 1) end`

interface OrderFacts {
  readonly supplier_id: string
  readonly settled_time: number | null
  readonly sent_quantity: string
}
/** What is settled stays as it is. */
const notSettled = ({ settled_time }: OrderFacts) => {
  if (settled_time !== null) refuse(outsourcingErrors.notEditable, { detail: text('该单已结算', 'It is settled') })
}

export const orderTable: DocumentTable<typeof outsourceOrders, OrderFacts> = {
  table: 'outsource_order',
  lines: {
    ...{ table: 'outsource_order_line', parent: 'order_id' },
    counted: sql`sum(l.sent_quantity) as sent_quantity, sum(l.received_quantity) as received_quantity,
      sum(l.loss_quantity + l.failed_quantity) as loss_quantity, sum(l.quantity - l.received_quantity - l.loss_quantity) as open_quantity,
      sum(l.received_quantity - l.failed_quantity) as good_quantity, sum(l.received_quantity + l.loss_quantity) as back_quantity,
      sum(round((l.received_quantity - l.failed_quantity) * l.price, 2)) as payable_amount`,
  },
  serial: 'WW',
  keyword: (found, org_id) =>
    sql`t.id in (select x.order_id from outsource_order_line x join mo k on k.org_id = x.org_id and k.id = x.mo_id
      where x.org_id = ${org_id} and ${found(sql`k.no`)})`,
  where: ({ overdue, settled }, context) => [
    overdue !== undefined && sql`${isOverdue(startOfToday(context))} = ${overdue}`,
    settled !== undefined && sql`(t.settled_time is not null) = ${settled}`,
  ],
  shows: today => ({
    columns: sql`supplier.code as supplier_code, supplier.email as supplier_email, ${isOverdue(today)} as overdue,
      coalesce(l.sent_quantity, 0) as sent_quantity, coalesce(l.received_quantity, 0) as received_quantity, coalesce(l.loss_quantity, 0) as loss_quantity,
      coalesce(l.open_quantity, 0) as open_quantity, l.payable_amount, ${yieldOf(sql`l.good_quantity`, sql`l.back_quantity`)} as yield_rate,
      (select coalesce(sum(k.sent_quantity - k.used_quantity - k.returned_quantity - k.lost_quantity), 0)
        from outsource_material k join outsource_order_line x on x.org_id = k.org_id and x.id = k.line_id
        where x.org_id = t.org_id and x.order_id = t.id) as left_quantity`,
  }),
  lineShows: {
    columns: sql`o.sequence || ' ' || p.name || ' · ' || y.no as operation_name, y.no as mo_no, p.name as process_name, ${nextOf} as next_process,
      (select x.serial_policy from material x where x.org_id = l.org_id and x.id = l.material_id) as serial_policy,
      (select min(k.start_time) from mo_operation n join production_task k on k.org_id = n.org_id and k.operation_id = n.id
        where n.org_id = o.org_id and n.mo_id = o.mo_id and n.sequence = any(o.next_sequences) and k.status <> ${taskStatus.codes.done}) as next_start_time,
      l.quantity - l.received_quantity - l.loss_quantity as open_quantity,
      ${yieldOf(sql`(l.received_quantity - l.failed_quantity)`, sql`(l.received_quantity + l.loss_quantity)`)} as yield_rate`,
    joins: sql`join mo_operation o on o.org_id = l.org_id and o.id = l.operation_id join process p on p.org_id = o.org_id and p.id = o.process_id
      join mo y on y.org_id = l.org_id and y.id = l.mo_id`,
  },
  facts: sql`t.supplier_id, t.settled_time,
    coalesce((select sum(l.sent_quantity) from outsource_order_line l where l.org_id = t.org_id and l.order_id = t.id), 0) as sent_quantity`,
  async settle({ tx, org_id, member }, inputs, own_id) {
    const operations = await operationsToOrder(
      tx,
      org_id,
      inputs.flatMap(({ lines }) => lines.map(({ operation_id }) => operation_id)),
      own_id,
    )
    return inputs.map(input => {
      const { lines, ...head } = outsourceLines(input, operations)
      return { head: { ...head, currency: input.currency ?? member.currency }, lines }
    })
  },
  checks: {
    ...{ send: notSettled, receive: notSettled, reverse: notSettled, give_back: notSettled },
    ...{ change_eta: notSettled, settle: notSettled },
    cancel: ({ sent_quantity }) => {
      if (isPositive(sent_quantity))
        refuse(outsourcingErrors.notEditable, {
          detail: text('已发料，请强制关闭', 'Pieces were sent; force close it'),
        })
    },
    force_close: ({ status }) => {
      if (!outsourceStatus.can('force_close', status)) refuse(purchasingErrors.forceCloseNotAllowed)
    },
  },
}
export const orderBooks = documentBooks(outsourceOrders, orderTable)
