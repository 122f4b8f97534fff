import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { daysLate, openFirst } from '@qitao/manufacturing/server'
import { among, readingWith, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import { numberSeen } from '@qitao/sales/server'
import { unmade } from '@qitao/scheduling/server'
import { type RawBuilder, sql } from 'kysely'
import { listProgress, type ProgressRow } from '../model/report.calls.ts'

/**
 * When the order will be finished as it goes. A task that is open takes the share of its planned time that is not made,
 * from now; by what it then ends after its plan, the order ends after its own. Null when it is not planned.
 */
const expectedFinish = (now: number) =>
  sql`coalesce(t.actual_finish_time, t.planned_finish_time + coalesce((
    select max(greatest(0, ${now}::bigint - k.end_time + ceil((k.end_time - k.start_time) * greatest(0, ${unmade('k')} / k.quantity))::bigint))
    from production_task k where k.org_id = t.org_id and k.mo_id = t.id and k.status <> ${taskStatus.codes.done}), 0))`
/** Days after the delivery date that the order is finished, or is expected to be. */
const lateDays = (now: number) => daysLate(sql`t.delivery_date`, sql`coalesce(${expectedFinish(now)}, ${now}::bigint)`)

const mostLevels = 50
const level = sql`(with recursive above as (
    select t.parent_mo_id as id, 1 as level where t.parent_mo_id is not null
    union all select p.parent_mo_id, above.level + 1 from above join mo p on p.org_id = t.org_id and p.id = above.id
      where p.parent_mo_id is not null and above.level < ${mostLevels}
  ) select coalesce(max(above.level), 0) from above)`

/** Number, product, sales order or customer. */
const byKeyword = (org_id: string, keyword: string | undefined): RawBuilder<unknown> | undefined => {
  const own = contains(keyword, sql`t.no`)
  return (
    own &&
    sql`(${own} or t.material_id in (select k.id from material k where k.org_id = ${org_id} and ${contains(keyword, sql`k.code`, sql`k.name`)})
      or t.order_id in (select k.id from seen_sales_order k left join customer c on c.org_id = k.org_id and c.id = k.customer_id
        where k.org_id = ${org_id} and ${contains(keyword, sql`k.no`, sql`c.name`)}))`
  )
}

/**
 * Of the scope of workgroups: orders of which some task is seen, and of those the steps that are, with the machines. Dates, lateness and
 * what is done of an order are of all of it.
 */
const ordersSeen = async (tx: Tx, org_id: string, where: readonly RawBuilder<unknown>[]): Promise<string[]> => {
  const found = await rows(
    tx,
    sql<{ id: string }>`select t.id from mo t where t.org_id = ${org_id} and ${sql.join(where, sql` and `)}
      and exists (select from production_task k where k.org_id = t.org_id and k.mo_id = t.id)`,
  )
  return found.map(({ id }) => id)
}
interface StepSeen {
  readonly mo_id: string
  readonly sequence: number
  readonly machine_no: string
}
async function onlyStepsSeen(tx: Tx, org_id: string, orders: readonly ProgressRow[]): Promise<ProgressRow[]> {
  const found = await rows(
    tx,
    sql<StepSeen>`select k.mo_id, k.sequence, string_agg(distinct d.machine_no, ', ') as machine_no
      from production_task k join device d on d.org_id = k.org_id and d.id = k.device_id
      where k.org_id = ${org_id} and ${among(
        sql`k.mo_id`,
        orders.map(({ id }) => id),
      )} group by k.mo_id, k.sequence`,
  )
  const keyOf = (mo_id: string, sequence: number) => `${mo_id} ${sequence}`
  const machines = new Map(found.map(step => [keyOf(step.mo_id, step.sequence), step.machine_no]))
  return orders.map(order => ({
    ...order,
    operations: order.operations.flatMap(operation => {
      const machine_no = machines.get(keyOf(order.id, operation.sequence))
      return machine_no === undefined ? [] : [{ ...operation, machine_no }]
    }),
  }))
}

export const progressHandlers: Handler[] = [
  handle(listProgress, async (input, { tx, org_id, now, member }) => {
    const asked = [
      sql`t.status >= ${moStatus.codes.planned}`,
      oneOfCodes(sql`t.status`, input.statuses),
      byKeyword(org_id, input.keyword),
      withinRange(sql`t.delivery_date`, input.timestamp_range),
    ].filter(condition => condition !== undefined)
    const where = member.workgroup_only ? [among(sql`t.id`, await ordersSeen(tx, org_id, asked))] : asked
    const page = await readingWith(tx, false, () =>
      listRows<ProgressRow>(
        tx,
        {
          org_id,
          table: 'mo',
          where: [...where, input.late === true && sql`${lateDays(now)} > 0`],
          columns: sql`t.id, t.no, t.status, ${numberSeen(sql`t.order_id`, sql`o.no`)} as order_no, c.name as customer_name, m.code as material_code, m.name as material_name, u.name as unit_name,
            t.planned_quantity, t.completed_quantity, t.defective_quantity, t.delivery_date, t.planned_start_time, t.planned_finish_time, t.actual_start_time,
            t.actual_finish_time, ${expectedFinish(now)} as expected_finish_time, ${lateDays(now)} as late_days, ${level} as level, coalesce(x.operations, '[]') as operations, coalesce(x.percent, 0)::float8 as percent`,
          joins: sql`join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
            left join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id left join customer c on c.org_id = o.org_id and c.id = o.customer_id
            left join lateral (
              select case when t.status >= ${moStatus.codes.completed} then 100 else round(100 * avg(least(1, op.reported_quantity / t.planned_quantity)), 1) end as percent,
                jsonb_agg(jsonb_build_object('sequence', op.sequence, 'process_name', p.name, 'machine_no', k.machine_no, 'status', op.status,
                  'reported_quantity', op.reported_quantity::text, 'defective_quantity', op.defective_quantity::text,
                  'start_time', coalesce(op.actual_start_time, k.start_time), 'end_time', coalesce(op.actual_finish_time, k.end_time)) order by op.sequence) as operations
              from mo_operation op join process p on p.org_id = op.org_id and p.id = op.process_id
                left join lateral (select string_agg(distinct d.machine_no, ', ') as machine_no, min(y.start_time) as start_time, max(y.end_time) as end_time
                  from production_task y join device d on d.org_id = y.org_id and d.id = y.device_id where y.org_id = op.org_id and y.operation_id = op.id) k on true
              where op.org_id = t.org_id and op.mo_id = t.id
            ) x on true`,
          orders: {
            open_first: openFirst,
            delivery_date: sql`t.delivery_date`,
            no: sql`t.no`,
            planned_finish_time: sql`coalesce(t.planned_finish_time, 0)`,
          },
          defaultOrder: 'open_first',
        },
        input,
      ),
    )
    return member.workgroup_only ? { ...page, result: await onlyStepsSeen(tx, org_id, page.result) } : page
  }),
]
