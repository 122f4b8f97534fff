import { notifyEach, withdrawNotices } from '@qitao/access/server'
import type { LiveMessage } from '@qitao/core/live.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { transitions } from '@qitao/platform/server/list/transition.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { changeMessage } from '../../model/change-request/change-request.message.ts'
import { type AskedTask, outdatedBy, type TaskNow } from '../../model/change-request/change-request.rules.ts'
import { changeRequestStatus, outdatedCause } from '../../model/change-request/change-request.status.ts'

export const changeRequests = { table: 'plan_change_request', statuses: changeRequestStatus } as const
/** Of what planners are told of a request; who asked hears of it under another sign. */
export const askedSign = (id: string): string => `plan-change ${id}`
export const answeredSign = (id: string): string => `plan-change-answer ${id}`
export const askersPage = {
  href: `${pages.workshopPlan.path}?requests=yes`,
  href_title: pages.workshopPlan.title,
} as const

interface Asked extends AskedTask {
  readonly request_id: string
  readonly task_no: string
  readonly now: TaskNow | null
}
interface Told {
  readonly tx: Tx
  readonly org_id: string
  readonly tell?: (message: LiveMessage, to?: { user_id: string }) => unknown
}

/** Open requests for tasks that are not what they were when they were asked for; who asked is told why, and whoever has requests on a page looks again. */
export async function outdateRequests({ tx, org_id, tell }: Told): Promise<void> {
  const asked = await askedTasks(tx, org_id)
  const causes = new Map<string, { cause: CodeOf<typeof outdatedCause>; task_no: string }>()
  for (const { request_id, task_no, now, ...task } of asked) {
    const cause = outdatedBy(task, now ?? undefined)
    if (cause !== undefined && !causes.has(request_id)) causes.set(request_id, { cause, task_no })
  }
  if (causes.size === 0) return
  // Somebody may have answered meanwhile.
  const open = await rows(
    tx,
    sql<{
      id: string
      no: string
      asked_by: string
    }>`select id, no, asked_by from plan_change_request where org_id = ${org_id}
      and status = ${changeRequestStatus.codes.open} and ${among(sql`id`, [...causes.keys()])} order by id for update`,
  )
  if (open.length === 0) return
  await transitions(
    tx,
    org_id,
    changeRequests,
    open.map(({ id }) => ({ id, action: 'outdate', ...causes.get(id)! })),
    {
      set: sql`outdated_cause = r.cause, outdated_task_no = r.task_no, decided_time = epoch_now()`,
      columns: sql`cause smallint, task_no text`,
    },
  )
  await withdrawNotices(
    tx,
    org_id,
    open.map(({ id }) => askedSign(id)),
  )
  await notifyEach(
    { tx, org_id, ...(tell ? { tell } : {}) },
    open.map(({ id, no, asked_by }) => {
      const { cause, task_no } = causes.get(id)!
      const { zh, en } = outdatedCause.stateOf(cause)
      return {
        user_ids: [asked_by],
        notice: {
          ...{ sign: answeredSign(id), type: 'warning' as const },
          text: text(`变更申请${no}已过时：${task_no}，${zh}`, `Change request ${no} is outdated: ${task_no}, ${en}`),
          btn: text('查看', 'Show'),
          ...askersPage,
        },
      }
    }),
  )
  tell?.(changeMessage)
}

const askedTasks = (tx: Tx, org_id: string): Promise<Asked[]> =>
  rows(
    tx,
    sql<Asked>`select l.request_id, l.task_no, l.device_id, l.start_time, l.end_time, l.quantity, case when t.id is not null then
        jsonb_build_object('device_id', t.device_id, 'start_time', t.start_time, 'end_time', t.end_time, 'quantity', t.quantity::text, 'status', t.status,
          'reported_quantity', t.reported_quantity::text, 'defective_quantity', t.defective_quantity::text) end as now
      from plan_change_request r join plan_change_task l on l.org_id = r.org_id and l.request_id = r.id
        left join production_task t on t.org_id = l.org_id and t.id = l.task_id
      where r.org_id = ${org_id} and r.status = ${sql.lit(changeRequestStatus.codes.open)} order by r.id, l.line_no`,
  )
