import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { queryMessageCount } from '@qitao/access/model/notice/notice.calls.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { dayOf, startOfDay } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'

const { approved, planning, to_produce, producing, finished } = salesOrderStatus.codes
/** Sales orders that have still to be delivered. */
const openOrders = [approved, planning, to_produce, producing, finished]

/** Badges of the menu: what waits, as far as the member may open the page where it waits. */
export const messageCountHandlers: Handler[] = [
  handle(queryMessageCount, async (_, { tx, org_id, member, now }) => {
    const today = startOfDay(dayOf(now, member.time_zone), member.time_zone)
    const may = ({ path }: { path: string }) => member.pages.has(path)
    const { pending_inbound, partially_inbound } = purchaseStatus.codes
    const [counts] = await rows(
      tx,
      sql<{ message_count: number; purchase_message_count: number; task_count: number; notice_count: number }>`select
        (select count(*) from seen_sales_order where ${may(pages.salesOrders)} and org_id = ${org_id} and not deleted
          and status = any(${openOrders}) and delivery_date < ${today}) as message_count,
        (select count(*) from purchase_order where ${may(pages.arrivalPlan)} and org_id = ${org_id}
          and status in (${pending_inbound}, ${partially_inbound}) and eta < ${today}) as purchase_message_count,
        (select count(*) from job where org_id = ${org_id} and created_by = ${member.user_id}
          and status in (${jobStatus.codes.queued}, ${jobStatus.codes.running}))
        + (select count(*) from approval where ${may(pages.taskCentre)} and org_id = ${org_id}
          and status = ${approvalStatus.codes.pending} and current_approver_ids @> array[${member.user_id}::uuid]) as task_count,
        (select count(*) from notice where org_id = ${org_id} and user_id = ${member.user_id} and not read) as notice_count`,
    )
    return counts!
  }),
]
