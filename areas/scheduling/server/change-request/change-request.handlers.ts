import { notify, withdrawNotices } from '@qitao/access/server'
import { refuse } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Context, type Handler, handle, handleInSteps } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import {
  acceptChangeRequest,
  type ChangeRequestRow,
  changeRequest,
  exportChangeRequests,
  listChangeRequests,
  refuseChangeRequest,
  showChangeEffect,
} from '../../model/change-request/change-request.calls.ts'
import { changeMessage } from '../../model/change-request/change-request.message.ts'
import { outdatedBy } from '../../model/change-request/change-request.rules.ts'
import { outdatedCause } from '../../model/change-request/change-request.status.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import type { TaskRow } from '../../model/task.record.ts'
import { lockChanged, placedByHand, reasonsOfMoved, saveByHand } from '../hand/hand-changes.ts'
import { warningsOf } from '../hand/hand-warnings.ts'
import { expectPlaced, saveWithPart } from '../hand/split-task.handlers.ts'
import { planChanged, tasksByIds } from '../plan/plan.queries.ts'
import {
  expectAction,
  heldRequest,
  type RequestHead,
  type RequestLine,
  requestWithLines,
  seesAllChanges,
} from './change-request.queries.ts'
import { answeredSign, askedSign, askersPage, changeRequests } from './outdate-requests.ts'
import { makeWish, readWish, type WishMade, type WishRead } from './wished-change.ts'

const ofTasks = sql`select l.* from plan_change_task l where l.org_id = t.org_id and l.request_id = t.id`
/** Of the tasks that would move, who sees the own workgroups is shown theirs and what is asked for. */
const effectShown = sql`case when (select app_workgroup_only()) then t.effect || jsonb_build_object('moved', (
    select coalesce(jsonb_agg(e.m order by e.n), '[]') from jsonb_array_elements(t.effect->'moved') with ordinality e (m, n)
      where (e.m->>'asked')::boolean or (e.m->>'task_id')::uuid in (select k.id from production_task k where k.org_id = t.org_id))) else t.effect end`
const columns = sql`t.id, t.row_version, t.no, t.status, t.kind, t.reason, t.remark, t.asked_by, a.name as asked_by_name, t.asked_time, ${effectShown} as effect,
  (t.effect->>'moved_count')::int as moved_count, (t.effect->>'late_count')::int as late_count, jsonb_array_length(t.effect->'conflicts') as conflict_count,
  (select string_agg(l.task_no, ', ' order by l.line_no) from (${ofTasks}) l) as task_names,
  (select jsonb_agg(jsonb_build_object('task_id', l.task_id, 'task_no', l.task_no, 'mo_id', l.mo_id, 'mo_no', l.mo_no, 'process_name', l.process_name,
      'machine_no', l.machine_no, 'start_time', l.start_time, 'end_time', l.end_time, 'quantity', l.quantity::text, 'to_machine_no', l.to_machine_no,
      'to_start_time', l.to_start_time, 'to_quantity', l.to_quantity::text) order by l.line_no) from (${ofTasks}) l) as tasks,
  d.name as decided_by_name, t.decided_time, t.answer, t.outdated_cause, t.outdated_task_no`
const joins = sql`join app_user a on a.org_id = t.org_id and a.id = t.asked_by left join app_user d on d.org_id = t.org_id and d.id = t.decided_by`

const list = handle(
  listChangeRequests,
  ({ statuses, kinds, reasons, timestamp_range, mine, ...input }, { tx, org_id, member }) => {
    return listRows<ChangeRequestRow>(
      tx,
      {
        org_id,
        table: 'plan_change_request',
        where: [
          oneOfCodes(sql`t.status`, statuses),
          oneOfCodes(sql`t.kind`, kinds),
          oneOfCodes(sql`t.reason`, reasons),
          withinRange(sql`t.asked_time`, timestamp_range),
          (mine || !seesAllChanges(member)) && sql`t.asked_by = ${member.user_id}`,
          input.keyword !== undefined &&
            input.keyword.trim() !== '' &&
            sql`(${contains(input.keyword, sql`t.no`, sql`t.remark`)} or exists (select from (${ofTasks}) l
              where ${contains(input.keyword, sql`l.task_no`, sql`l.machine_no`)}))`,
        ],
        columns,
        joins,
        orders: { asked_time: sql`t.asked_time`, no: sql`t.no`, status: sql`t.status` },
        defaultOrder: '-asked_time',
      },
      input,
    )
  },
)

export const changeRequestHandlers: Handler[] = [
  list,
  exportHandler(exportChangeRequests, list, changeRequest),

  handleInSteps(showChangeEffect, {
    load: async ({ id }, context) => standing(context, id, undefined),
    decide: async ({ wish }) => makeWish(wish),
    save: async (_input, _context, _read, { effect }) => effect,
  }),

  handleInSteps(acceptChangeRequest, {
    load: ({ id, row_version }, context) => standing(context, id, row_version),
    decide: ({ wish }) => makeWish(wish),
    async save({ answer, ...asked }, context, { wish, tasks }, made) {
      const { tx, org_id, now, member } = context
      const moved = await moveAsked(context, wish, tasks, made)
      const request = await heldRequest(context, asked, 'accept')
      const said = sql`decided_time = ${now}::bigint, decided_by = ${member.user_id}::uuid, answer = ${answer ?? null}`
      await transition(tx, org_id, changeRequests, 'accept', [request.id], said)
      await answered(context, request, answer, {
        type: 'info',
        words: text(
          `${member.name}已同意变更申请${request.no}`,
          `${member.name} has accepted your change request ${request.no}`,
        ),
      })
      return { affected: moved.changed.length, warnings: moved.warnings, plan_version: await planChanged(context) }
    },
  }),

  handle(refuseChangeRequest, async ({ answer, ...asked }, context) => {
    const { tx, org_id, now, member } = context
    const request = await heldRequest(context, asked, 'refuse')
    const said = sql`decided_time = ${now}::bigint, decided_by = ${member.user_id}::uuid, answer = ${answer}`
    await transition(tx, org_id, changeRequests, 'refuse', [request.id], said)
    await answered(context, request, answer, {
      type: 'warning',
      words: text(
        `${member.name}已拒绝变更申请${request.no}`,
        `${member.name} has refused your change request ${request.no}`,
      ),
    })
    return { affected: 1 }
  }),
]

interface Standing {
  readonly wish: WishRead
  readonly tasks: readonly TaskRow[]
}
/** An open request with its tasks, which stand as they stood when it was asked. */
async function standing(context: Context, id: string, row_version: number | undefined): Promise<Standing> {
  const { tx, org_id } = context
  const { request, lines } = await requestWithLines(tx, org_id, id)
  const { kind } = expectAction(request, row_version ?? request?.row_version ?? 0, 'accept')
  const ids = lines.map(({ task_id }) => task_id)
  const found = new Map((await tasksByIds(tx, org_id, ids)).map(task => [task.id, task]))
  const tasks = lines.map(line => expectStanding(line, found.get(line.task_id)))
  return { wish: await readWish(context, kind, lines.map(wishIn)), tasks }
}
function expectStanding(line: RequestLine, task: TaskRow | undefined): TaskRow {
  const cause = outdatedBy(line, task)
  if (!task || cause !== undefined)
    refuse(schedulingErrors.changeOutdated, { detail: outdatedCause.stateOf(cause ?? outdatedCause.codes.removed) })
  return task
}
const wishIn = ({ task_id, to_machine_no, to_start_time, to_quantity }: RequestLine) => ({
  task_id,
  ...(to_machine_no === null ? {} : { machine_no: to_machine_no }),
  ...(to_start_time === null ? {} : { start_time: to_start_time }),
  ...(to_quantity === null ? {} : { quantity: to_quantity }),
})

/** Moves what was asked for, or splits it, as a planner's hand does; refused with its cause when the plan does not allow it. */
async function moveAsked(
  context: Context,
  { read, held, parted }: WishRead,
  tasks: readonly TaskRow[],
  { made }: WishMade,
): Promise<{ changed: readonly TaskRow[]; warnings: string[] }> {
  const [why] = held
  if (!made || why) return refuse(schedulingErrors.capacityLocked, why ? { detail: why } : {})
  expectPlaced(made, context)
  const { moved } = made.outcome
  const asked = new Map(tasks.map(({ id, row_version }) => [id, row_version]))
  const locked = await lockChanged(context, read, moved, { asked })
  const hand = placedByHand(
    moved,
    tasks.map(({ operation_id }) => operation_id),
  )
  const changed = parted
    ? (await saveWithPart(context, locked[0]!, parted.part, made)).changed
    : await saveByHand(context, moved, reasonsOfMoved(made, hand))
  return { changed, warnings: warningsOf(context, made, new Set(asked.keys()), changed).map(({ message }) => message) }
}

/** Planners need not look any more; who asked is told. */
async function answered(
  { tx, org_id, tell, member }: Context,
  { id, asked_by }: RequestHead,
  answer: string | null | undefined,
  { type, words }: { readonly type: 'info' | 'warning'; readonly words: Text },
): Promise<void> {
  await withdrawNotices(tx, org_id, [askedSign(id)])
  tell(changeMessage)
  if (asked_by === member.user_id) return
  await notify({ tx, org_id, tell }, [asked_by], {
    ...{ sign: answeredSign(id), type },
    text: answer ? text(`${words.zh}：${answer}`, `${words.en}: ${answer}`) : words,
    btn: text('查看', 'Show'),
    ...askersPage,
  })
}
