import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ListInput } from '@qitao/core/page.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import {
  listOutsideOperations,
  listOutsourceMaterial,
  listOutsourceReceipts,
  listOutsourceSettlements,
  type OutsideOperationRow,
  type OutsourceMaterialRow,
  type OutsourceReceiptRow,
  showOutsideOperation,
} from '../model/outsource-order.calls.ts'
import { outsourceStatus } from '../model/outsource-order.status.ts'
import { isOutside, nextOf, orderBooks, orderedOf } from './outsource-order.books.ts'

const product = (of: 'm' | 'x') =>
  sql`${sql.ref(`${of}.code`)} as material_code, ${sql.ref(`${of}.name`)} as material_name, ${sql.ref(`${of}.specs`)} as material_specs,
    u.name as unit_name, u."precision" as unit_precision`
/** Of a row `t` that is an operation. */
const operationJoins = sql`join mo_operation o on o.org_id = t.org_id and o.id = t.id join mo m on m.org_id = t.org_id and m.id = t.mo_id
  join process p on p.org_id = t.org_id and p.id = t.process_id join material x on x.org_id = m.org_id and x.id = m.material_id
  join unit u on u.org_id = x.org_id and u.id = x.unit_id
  left join lateral (select min(k.start_time) as start_time, max(k.end_time) as end_time, min(d.supplier_id::text)::uuid as supplier_id
    from production_task k join device d on d.org_id = k.org_id and d.id = k.device_id where k.org_id = t.org_id and k.operation_id = t.id) k on true
  left join supplier s on s.org_id = t.org_id and s.id = k.supplier_id`
const operationColumns = sql`t.id, t.mo_id, m.no as mo_no, m.material_id, ${product('x')}, t.process_id, t.sequence || ' ' || p.name as process_name,
  k.supplier_id, s.name as supplier_name, k.start_time, k.end_time, m.planned_quantity - ${orderedOf()} as quantity, ${nextOf} as next_process`

export const listHandlers: Handler[] = [
  handle(listOutsourceSettlements, (input, context) =>
    orderBooks.page({ ...input, statuses: outsourceStatus.from('settle'), date_field: 'eta' } as ListInput, context),
  ),
  handle(listOutsideOperations, (input, { tx, org_id }) =>
    listRows<OutsideOperationRow>(
      tx,
      {
        org_id,
        table: 'mo_operation',
        where: [
          sql`${isOutside} and m.planned_quantity > ${orderedOf()}`,
          contains(input.keyword, sql`m.no`, sql`p.name`, sql`x.code`, sql`x.name`),
          input.supplier_id !== undefined && sql`k.supplier_id = ${input.supplier_id}`,
          input.process_id !== undefined && sql`t.process_id = ${input.process_id}`,
          input.material_id !== undefined && sql`m.material_id = ${input.material_id}`,
        ],
        columns: operationColumns,
        joins: operationJoins,
        filterJoins: operationJoins,
        orders: {
          mo_no: sql`m.no`,
          start_time: sql`coalesce(k.start_time, 0)`,
          end_time: sql`coalesce(k.end_time, 0)`,
        },
        defaultOrder: 'start_time',
      },
      input,
    ),
  ),
  handle(showOutsideOperation, async ({ id }, { tx, org_id }) => {
    const [record] = await rows(
      tx,
      sql<OutsideOperationRow>`select ${operationColumns} from mo_operation t ${operationJoins} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: record ?? refuse(generalErrors.recordNotFound) }
  }),
  handle(listOutsourceMaterial, (input, { tx, org_id }) => {
    const left = sql`(t.sent_quantity - t.used_quantity - t.returned_quantity - t.lost_quantity)`
    const joins = sql`join outsource_order_line l on l.org_id = t.org_id and l.id = t.line_id join outsource_order d on d.org_id = l.org_id and d.id = l.order_id
      join supplier s on s.org_id = d.org_id and s.id = d.supplier_id join mo y on y.org_id = l.org_id and y.id = l.mo_id
      join mo_operation o on o.org_id = l.org_id and o.id = l.operation_id join process p on p.org_id = o.org_id and p.id = o.process_id
      join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id`
    return listRows<OutsourceMaterialRow & { id: string }>(
      tx,
      {
        org_id,
        table: 'outsource_material',
        where: [
          !input.all && sql`${left} > 0`,
          contains(input.keyword, sql`d.no`, sql`y.no`, sql`m.code`, sql`m.name`),
          input.supplier_id !== undefined && sql`d.supplier_id = ${input.supplier_id}`,
          input.material_id !== undefined && sql`t.material_id = ${input.material_id}`,
          input.order_id !== undefined && sql`d.id = ${input.order_id}`,
        ],
        columns: sql`t.id, t.line_id, d.id as order_id, d.no as order_no, y.no as mo_no, o.sequence || ' ' || p.name as process_name, d.supplier_id,
          s.name as supplier_name, t.material_id, ${product('m')}, t.sent_quantity, t.used_quantity, t.returned_quantity, t.lost_quantity,
          ${left} as left_quantity`,
        joins,
        filterJoins: joins,
        orders: { order_no: sql`d.no`, created_time: sql`t.created_time` },
        defaultOrder: '-created_time',
      },
      input,
    )
  }),
  handle(listOutsourceReceipts, async ({ order_id }, { tx, org_id }) => ({
    result: await rows(
      tx,
      sql<OutsourceReceiptRow>`select r.id, r.line_id, y.no as mo_no, o.sequence || ' ' || p.name as process_name, u.name as unit_name, r.status, r.received_time,
          r.quantity, r.loss_quantity, r.good_quantity, r.failed_quantity, r.loss_reason, r.serial_numbers, r.failed_serials, q.id as qc_task_id, q.no as qc_task_no
        from outsource_receipt r join outsource_order_line l on l.org_id = r.org_id and l.id = r.line_id join mo y on y.org_id = l.org_id and y.id = l.mo_id
          join mo_operation o on o.org_id = l.org_id and o.id = l.operation_id join process p on p.org_id = o.org_id and p.id = o.process_id
          join material m on m.org_id = l.org_id and m.id = l.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
          left join qc_task q on q.org_id = r.org_id and q.source_id = r.id
        where r.org_id = ${org_id} and l.order_id = ${order_id} order by r.received_time desc, r.id desc`,
    ),
  })),
]
