import { claimAttachments, loadSettings } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { beyondWorkgroups } from '@qitao/core/grant.ts'
import { isPositive } from '@qitao/core/quantity.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { operationsForUpdate } from '@qitao/manufacturing/server'
import { among, readingWith, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { bulkAnswer, type Handler, handle, type Refused, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, withinRange } from '@qitao/platform/server/list/list.ts'
import { expectChecked } from '@qitao/quality/model/task/operation-check.rules.ts'
import { inspectSteps, recordSelfCheck } from '@qitao/quality/server'
import { recordTaskProgress } from '@qitao/scheduling/server'
import { sql } from 'kysely'
import { finishOne } from '../model/finish.rules.ts'
import {
  addReport,
  approveReports,
  finishMos,
  listReports,
  listReportTasks,
  type ReportRow,
  startTask,
} from '../model/report.calls.ts'
import {
  decideReport,
  expectApprovable,
  expectAssigned,
  expectPeople,
  expectReportable,
  expectTimes,
  handedOn,
  type ReportToApprove,
} from '../model/report.rules.ts'
import { reworkedIn, stepsAgain } from '../model/rework.rules.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { givenOn, tellGiver } from './given-on.ts'
import { inspectionOf, openRework, sendBack, tasksOfOrder } from './rework.ts'
import { markStarted, type ReportToSave, saveReports, told } from './save-reports.ts'
import {
  assignedTo,
  ordersOfOthers,
  otherParts,
  peopleAmong,
  taskRows,
  tasksForUpdate,
  tasksPage,
} from './task.queries.ts'

/** Switched on in the settings: nothing is reported before all material of the order is picked (R-152). */
const requiresPicking = async (tx: Tx, org_id: string): Promise<boolean> =>
  (await loadSettings(tx, org_id)).report_requires_picking

export const reportHandlers: Handler[] = [
  handle(listReportTasks, (input, { tx, org_id, member }) =>
    tasksPage(tx, org_id, input, [
      sql`t.publish_status = ${publishStatus.codes.published}`,
      input.mine && assignedTo(member.user_id),
      input.statuses !== undefined && sql`t.status = any(${input.statuses}::smallint[])`,
    ]),
  ),

  handle(startTask, async ({ task_id, start_time }, context) => {
    const { tx, org_id, now, member } = context
    const [task] = await tasksForUpdate(tx, org_id, { task_ids: [task_id] })
    if (!task) refuse(shopfloorErrors.badParameter)
    expectAssigned(task, member.user_id, await givenOn(context, task), start_time)
    expectReportable(task, await requiresPicking(tx, org_id))
    const operations = (await operationsForUpdate(tx, org_id, [task.mo_id])).filter(one => one.mo_id === task.mo_id)
    const operation = operations.find(one => one.id === task.operation_id)!
    if (handedOn(operation, operations) === '0') refuse(shopfloorErrors.previousNotReported)
    const inspection = await inspectionOf(context, [task])
    expectChecked(inspection.checks, operation, operations, true)
    const began = start_time === undefined || start_time > now ? now : start_time
    await recordTaskProgress(context, [
      {
        ...task,
        status: taskStatus.codes.started,
        actual_start_time: task.actual_start_time ?? began,
        actual_finish_time: null,
      },
    ])
    await markStarted(tx, org_id, [task], began)
    await inspectSteps(context, inspection, [{ ...task, operation }])
    told(context)
    return { task: (await taskRows(tx, org_id, [task_id]))[0]! }
  }),

  handle(addReport, async (input, context) => {
    const { tx, org_id, now, member } = context
    const sendsBack = isPositive(input.rework_quantity) && input.rework_sequence !== undefined
    const tasks = sendsBack
      ? await tasksOfOrder(context, input.task_id)
      : await tasksForUpdate(tx, org_id, { task_ids: [input.task_id] })
    const task = tasks.find(({ id }) => id === input.task_id)
    if (!task) refuse(shopfloorErrors.badParameter)
    const given_on = await givenOn(context, task)
    expectAssigned(task, member.user_id, given_on, input.device_time)
    expectPeople(input, await peopleAmong(tx, org_id, input.user_ids))
    expectTimes(input)
    expectReportable(task, await requiresPicking(tx, org_id))
    const operations = await operationsForUpdate(tx, org_id, [task.mo_id])
    const operation = operations.find(one => one.id === task.operation_id)!
    // Asked after the operation is locked: of two parts that end at once, one sees the other's end.
    const othersOpen = (await otherParts(tx, org_id, [task])).some(({ status }) => status !== taskStatus.codes.done)
    const decided = decideReport(input, task, operation, operations, now, othersOpen)
    const inspection = await inspectionOf(context, [task])
    expectChecked(inspection.checks, decided.operation, operations)
    const steps = stepsAgain(operation, operations, input.rework_sequence)
    const worked = {
      rework_operation_id: isPositive(input.rework_quantity) ? (steps[0] ?? operation).id : undefined,
      reworked_quantity: reworkedIn(input, task, await openRework(tx, org_id, task.id)),
    }
    const [id] = await saveReports(context, [{ decided, task, input: { ...input, ...worked } }])
    if (sendsBack) await sendBack(context, id!, input.rework_quantity, steps, tasks)
    await inspectSteps(context, inspection, [{ ...task, operation: decided.operation }])
    await recordSelfCheck(
      context,
      { ...task, operation: decided.operation },
      {
        ...{ back: inspection.back, good: input.finished_quantity },
        ...{ checks: input.checks ?? [], reason: input.check_reason ?? null },
      },
    )
    await claimAttachments(tx, context, {
      module: 'report_record',
      object_id: id!,
      attachment_ids: input.attachment_ids,
      tooMany: shopfloorErrors.tooManyAttachments,
    })
    if (given_on) await tellGiver(context, task, given_on)
    told(context)
    return { id: id!, task: (await taskRows(tx, org_id, [task.id]))[0]! }
  }),

  handle(finishMos, async ({ mo_ids }, context) => {
    const { tx, org_id, now, member, language } = context
    const tasks = Map.groupBy(await tasksForUpdate(tx, org_id, { mo_ids }), task => task.mo_id)
    const operations = Map.groupBy(await operationsForUpdate(tx, org_id, mo_ids), operation => operation.mo_id)
    const picking = await requiresPicking(tx, org_id)
    const inspection = await inspectionOf(context, [...tasks.values()].flat())
    const ofOthers = await ordersOfOthers(context, mo_ids)
    const done: string[] = []
    const refused: Refused[] = []
    const wanted: ReportToSave[] = []
    for (const id of new Set(mo_ids)) {
      try {
        if (ofOthers.has(id)) refuse(generalErrors.noPermission, { detail: beyondWorkgroups })
        const all = operations.get(id) ?? []
        const finished = finishOne(tasks.get(id) ?? [], all, { user_id: member.user_id, picking, now })
        for (const { decided } of finished) expectChecked(inspection.checks, decided.operation, all)
        wanted.push(...finished)
        done.push(id)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refused.push({ id, definition: error.definition, data: error.data })
      }
    }
    await saveReports(context, wanted)
    await inspectSteps(
      context,
      inspection,
      wanted.map(({ decided, task }) => ({ ...task, operation: decided.operation })),
    )
    if (wanted.length > 0) told(context)
    return bulkAnswer(done, refused, language)
  }),

  handle(approveReports, async ({ ids }, { tx, org_id, now, member, language }) => {
    await sql`select from report_record where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`.execute(
      tx,
    )
    const found = await rows(
      tx,
      sql<ReportToApprove>`select id, report_no as no, revoked, approved_time from report_record
        where org_id = ${org_id} and ${among(sql`id`, ids)}`,
    )
    const byId = new Map(found.map(report => [report.id, report]))
    const { passed_ids, refused } = sortOut(ids, byId, expectApprovable)
    await sql`update report_record set approved_time = ${now}, approved_by = ${member.user_id}
      where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(listReports, async (input, { tx, org_id, member }) => {
    const page = await listRows<Omit<ReportRow, 'task_no' | 'is_own'>>(
      tx,
      {
        org_id,
        table: 'report_record',
        where: [
          input.task_id !== undefined && sql`t.task_id = ${input.task_id}`,
          input.mo_id !== undefined && sql`t.mo_id = ${input.mo_id}`,
          input.user_id !== undefined && sql`${input.user_id}::uuid = any(t.user_ids)`,
          input.process_id !== undefined && sql`t.process_id = ${input.process_id}`,
          input.approved !== undefined && sql`(t.approved_time is not null) = ${input.approved}`,
          input.keyword !== undefined &&
            input.keyword.trim() !== '' &&
            sql`(${contains(input.keyword, sql`t.report_no`)} or t.mo_id in (select k.id from mo k where k.org_id = ${org_id} and ${contains(input.keyword, sql`k.no`)}))`,
          withinRange(sql`t.report_time`, input.timestamp_range),
        ],
        columns: sql`t.id, t.row_version, t.report_no, t.task_id, t.mo_id, m.no as mo_no, x.code as material_code, x.name as material_name,
          p.name as process_name, d.machine_no, t.finished_quantity, t.defective_quantity, t.defect_reason, t.defects, t.rework_quantity, b.name as rework_process_name, t.work_seconds, t.report_time, t.finishes_task,
          t.revoked, t.approved_time, (select a.name from app_user a where a.org_id = t.org_id and a.id = t.approved_by) as approved_by_name,
          t.remark,
          (select count(*) from attachment f where f.org_id = t.org_id and f.module = 'report_record' and f.object_id = t.id) as attachment_count,
          coalesce((select string_agg(w.name, ', ' order by w.name) from app_user w where w.org_id = t.org_id and w.id = any(t.user_ids)), '') as user_names,
          coalesce((select jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'work_seconds', t.user_seconds[i.n]) order by i.n)
            from unnest(t.user_ids) with ordinality i (id, n) join app_user w on w.org_id = t.org_id and w.id = i.id), '[]') as people,
          coalesce((select jsonb_agg(jsonb_build_object('material_code', im.code, 'location_code', coalesce(il.code, ''), 'lot_number', i ->> 'lot_number', 'quantity', i ->> 'quantity'))
            from jsonb_array_elements(t.inputs) i join material im on im.org_id = t.org_id and im.id = (i ->> 'material_id')::uuid
              left join location il on il.org_id = t.org_id and il.id = (i ->> 'location_id')::uuid), '[]') as inputs`,
        joins: sql`join mo m on m.org_id = t.org_id and m.id = t.mo_id
          join material x on x.org_id = m.org_id and x.id = m.material_id join process p on p.org_id = t.org_id and p.id = t.process_id
          left join device d on d.org_id = t.org_id and d.id = t.device_id
          left join mo_operation ro on ro.org_id = t.org_id and ro.id = t.rework_operation_id left join process b on b.org_id = ro.org_id and b.id = ro.process_id`,
        orders: { report_time: sql`t.report_time`, report_no: sql`t.report_no` },
        defaultOrder: '-report_time',
      },
      input,
    )
    const tasks = await tasksOf(tx, org_id, member.user_id, page.result)
    return {
      ...page,
      result: page.result.map(one => {
        const { task_no, is_own } = tasks.get(one.task_id)!
        return { ...one, task_no, is_own }
      }),
    }
  }),
]

type OfTask = Pick<ReportRow, 'task_id' | 'task_no' | 'is_own'>
/** What reports tell of their tasks, seen or not: that of a workmate may be of a machine of another group. */
async function tasksOf(tx: Tx, org_id: string, user_id: string, reports: readonly Pick<OfTask, 'task_id'>[]) {
  const ids = [...new Set(reports.map(({ task_id }) => task_id))]
  const found = await readingWith(tx, false, () =>
    rows(
      tx,
      sql<OfTask>`select t.id as task_id, t.task_no, ${assignedTo(user_id)} as is_own from production_task t
        where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
    ),
  )
  return new Map(found.map(task => [task.task_id, task]))
}
