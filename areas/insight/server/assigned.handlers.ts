import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { mostRows } from '@qitao/core/page.ts'
import { dispatchStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, expectFixedOrder } from '@qitao/platform/server/list/list.ts'
import { purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { sql } from 'kysely'
import { type AssignedRow, queryAssignedList } from '../model/assigned.calls.ts'

const { rejected } = approvalStatus.codes

export const assignedHandlers: Handler[] = [
  handle(queryAssignedList, async (input, { tx, org_id, member: { user_id } }) => {
    expectFixedOrder(input)
    const { kind, keyword, page, page_size } = input
    const size = page_size === -1 ? mostRows : page_size
    /** A document of the caller whose last approval was refused, with the reason. */
    const refused = (
      table: string,
      module_code: string,
      kind: string,
      open: ReturnType<typeof sql>,
      due: string,
    ) => sql`
      select o.id, ${kind} as kind, o.no, coalesce(p.comment, '') as summary, a.finished_time as since, ${sql.ref(due)} as due
      from ${sql.table(table)} o
      join lateral (select * from approval a where a.org_id = o.org_id and a.object_id = o.id and a.module_code = ${module_code}
        order by a.started_time desc, a.id desc limit 1) a on a.starter_id = ${user_id}
      left join approval_step p on p.org_id = a.org_id and p.approval_id = a.id and p.result = ${rejected}
      where o.org_id = ${org_id} and o.approval_status = ${rejected} and ${open}`
    const found = await rows(
      tx,
      sql<AssignedRow & { total: number }>`with mine as (
        select t.id, 'task' as kind, t.task_no as no, concat_ws(' · ', p.name, m.code || ' ' || m.name, d.machine_no) as summary,
          t.start_time as since, t.end_time as due
        from production_task t join mo on mo.org_id = t.org_id and mo.id = t.mo_id
          join material m on m.org_id = mo.org_id and m.id = mo.material_id
          join process p on p.org_id = t.org_id and p.id = t.process_id
          join device d on d.org_id = t.org_id and d.id = t.device_id
        where t.org_id = ${org_id} and t.publish_status = ${publishStatus.codes.published} and t.status <> ${taskStatus.codes.done}
          and (t.id in (select a.task_id from task_assignee a where a.org_id = ${org_id} and a.user_id = ${user_id})
            or t.dispatch_status = ${dispatchStatus.codes.dispatched} and t.workgroup_id in (select w.workgroup_id from workgroup_member w where w.org_id = ${org_id} and w.user_id = ${user_id}))
        union all ${refused('seen_sales_order', 'SO', 'sales_order', sql`o.status = ${salesOrderStatus.codes.init} and not o.deleted`, 'o.delivery_date')}
        union all ${refused('purchase_order', 'CG', 'purchase_order', sql`o.status = ${purchaseStatus.codes.pending_submit}`, 'o.eta')}
      )
      select *, count(*) over () as total from mine
      where ${kind === undefined ? sql`true` : sql`kind = ${kind}`} and ${contains(keyword, sql`no`, sql`summary`) ?? sql`true`}
      order by due nulls last, no limit ${size} offset ${(page - 1) * size}`,
    )
    return { result: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0, next_cursor: null }
  }),
]
