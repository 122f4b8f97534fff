import { claimAttachments, loadSettings } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { add, isPositive, negate, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { moStatus } from '@qitao/manufacturing/model/mo.status.ts'
import { type OperationFacts, taskStatus } from '@qitao/manufacturing/model/progress.rules.ts'
import { operationsForUpdate, recordProgress } from '@qitao/manufacturing/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database.ts'
import { bulkAnswer, type Context, type Handler, handle, type Refused } from '@qitao/platform/server/handle.ts'
import { contains, listRows, withinRange } from '@qitao/platform/server/list.ts'
import { newId } from '@qitao/platform/server/new-id.ts'
import { takeSerials } from '@qitao/platform/server/serial.ts'
import { recordTaskProgress } from '@qitao/scheduling/server'
import { sql } from 'kysely'
import {
  addReport,
  dropReport,
  finishMos,
  listReports,
  listReportTasks,
  reduceMos,
  startTask,
} from '../model/report.calls.ts'
import {
  type Decided,
  decideReport,
  expectAssigned,
  expectReportable,
  handedOn,
  notPublished,
  reportableQuantity,
  type TaskFacts,
} from '../model/report.rules.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { consume, giveBack, type UsedInput } from './consume.ts'
import { assignedTo, taskRows, tasksForUpdate, tasksPage } from './task.queries.ts'

/** Switched on in the settings: nothing is reported before all material of the order is picked (R-152). */
const requiresPicking = async (tx: Tx, org_id: string): Promise<boolean> =>
  (await loadSettings(tx, org_id)).report_requires_picking

/** Serial numbers of reports. */
const module_code = 'BG'

export const reportHandlers: Handler[] = [
  handle(listReportTasks, (input, { tx, org_id, member }) =>
    tasksPage(tx, org_id, input, [
      sql`t.publish_status = 1`,
      input.mine && assignedTo(member.user_id),
      input.statuses !== undefined && sql`t.status = any(${input.statuses}::smallint[])`,
    ]),
  ),

  handle(startTask, async ({ task_id, start_time }, context) => {
    const { tx, org_id, now, member } = context
    const [task] = await tasksForUpdate(tx, org_id, { task_ids: [task_id] })
    if (!task) refuse(shopfloorErrors.badParameter)
    expectAssigned(task, member.user_id)
    expectReportable(task, await requiresPicking(tx, org_id))
    const operations = (await operationsForUpdate(tx, org_id, [task.mo_id])).filter(one => one.mo_id === task.mo_id)
    const operation = operations.find(one => one.id === task.operation_id)!
    if (handedOn(operation, operations) === '0') refuse(shopfloorErrors.previousNotReported)
    const began = start_time === undefined || start_time > now ? now : start_time
    await recordTaskProgress(tx, org_id, [
      {
        ...task,
        status: taskStatus.codes.started,
        actual_start_time: task.actual_start_time ?? began,
        actual_finish_time: null,
      },
    ])
    await markStarted(tx, org_id, task, began)
    told(context, task)
    return { task: (await taskRows(tx, org_id, [task_id]))[0]! }
  }),

  handle(addReport, async (input, context) => {
    const { tx, org_id, now, member } = context
    const [task] = await tasksForUpdate(tx, org_id, { task_ids: [input.task_id] })
    if (!task) refuse(shopfloorErrors.badParameter)
    expectAssigned(task, member.user_id)
    expectReportable(task, await requiresPicking(tx, org_id))
    const operations = await operationsForUpdate(tx, org_id, [task.mo_id])
    const decided = decideReport(input, task, operations.find(one => one.id === task.operation_id)!, operations, now)
    const [id] = await saveReports(context, [{ decided, task, input }])
    await claimAttachments(tx, context, {
      module: 'report_record',
      object_id: id!,
      attachment_ids: input.attachment_ids,
      tooMany: shopfloorErrors.tooManyAttachments,
    })
    told(context, task)
    return { id: id!, task: (await taskRows(tx, org_id, [task.id]))[0]! }
  }),

  handle(finishMos, async ({ mo_ids }, context) => {
    const { tx, org_id, now, member, language } = context
    const tasks = Map.groupBy(await tasksForUpdate(tx, org_id, { mo_ids }), task => task.mo_id)
    const operations = Map.groupBy(await operationsForUpdate(tx, org_id, mo_ids), operation => operation.mo_id)
    const picking = await requiresPicking(tx, org_id)
    const done: string[] = []
    const refused: Refused[] = []
    const wanted: ReportToSave[] = []
    for (const id of new Set(mo_ids)) {
      try {
        wanted.push(
          ...finishOne(tasks.get(id) ?? [], operations.get(id) ?? [], { user_id: member.user_id, picking, now }),
        )
        done.push(id)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refused.push({ id, definition: error.definition, data: error.data })
      }
    }
    await saveReports(context, wanted)
    for (const { task } of wanted) told(context, task)
    return bulkAnswer(done, refused, language)
  }),

  handle(listReports, (input, { tx, org_id }) =>
    listRows(
      tx,
      {
        org_id,
        table: 'report_record',
        where: [
          input.task_id !== undefined && sql`t.task_id = ${input.task_id}`,
          input.mo_id !== undefined && sql`t.mo_id = ${input.mo_id}`,
          input.user_id !== undefined && sql`${input.user_id}::uuid = any(t.user_ids)`,
          input.keyword !== undefined &&
            input.keyword.trim() !== '' &&
            sql`(${contains(input.keyword, sql`t.report_no`)} or t.mo_id in (select k.id from mo k where k.org_id = ${org_id} and ${contains(input.keyword, sql`k.no`)}))`,
          withinRange(sql`t.report_time`, input.timestamp_range),
        ],
        columns: sql`t.id, t.row_version, t.report_no, t.task_id, k.task_no, t.mo_id, m.no as mo_no, x.code as material_code, x.name as material_name,
          p.name as process_name, d.machine_no, t.finished_quantity, t.defective_quantity, t.defect_reason, t.work_seconds, t.report_time, t.finishes_task,
          t.revoked, t.remark,
          (select count(*) from attachment f where f.org_id = t.org_id and f.module = 'report_record' and f.object_id = t.id) as attachment_count,
          coalesce((select string_agg(w.name, ', ' order by w.name) from app_user w where w.org_id = t.org_id and w.id = any(t.user_ids)), '') as user_names,
          coalesce((select jsonb_agg(jsonb_build_object('material_code', im.code, 'location_code', coalesce(il.code, ''), 'lot_number', i ->> 'lot_number', 'quantity', i ->> 'quantity'))
            from jsonb_array_elements(t.inputs) i join material im on im.org_id = t.org_id and im.id = (i ->> 'material_id')::uuid
              left join location il on il.org_id = t.org_id and il.id = (i ->> 'location_id')::uuid), '[]') as inputs`,
        joins: sql`join production_task k on k.org_id = t.org_id and k.id = t.task_id join mo m on m.org_id = t.org_id and m.id = t.mo_id
          join material x on x.org_id = m.org_id and x.id = m.material_id join process p on p.org_id = t.org_id and p.id = t.process_id
          left join device d on d.org_id = t.org_id and d.id = t.device_id`,
        orders: { report_time: sql`t.report_time`, report_no: sql`t.report_no` },
        defaultOrder: '-report_time',
      },
      input,
    ),
  ),

  handle(dropReport, async ({ id }, context) => {
    const { tx, org_id, member } = context
    const found = await reportsForUpdate(tx, org_id, sql`r.id = ${id}`)
    if (found.length === 0) refuse(generalErrors.recordNotFound)
    const tasks = await tasksForUpdate(tx, org_id, { task_ids: found.map(report => report.task_id) })
    for (const task of tasks) expectAssigned(task, member.user_id)
    await revoke(context, found, tasks)
    const [mo] = await rows(
      tx,
      sql<{
        id: string
        no: string
        status: number
      }>`select id, no, status from mo where org_id = ${org_id} and id = ${found[0]!.mo_id}`,
    )
    return { mo: mo! }
  }),

  handle(reduceMos, async ({ mo_ids }, context) => {
    const { tx, org_id, language } = context
    const tasks = await tasksForUpdate(tx, org_id, { mo_ids })
    const reports = Map.groupBy(
      await reportsForUpdate(tx, org_id, sql`${among(sql`r.mo_id`, mo_ids)} and not r.revoked`),
      report => report.mo_id,
    )
    const done: string[] = []
    const refused: Refused[] = []
    const back: StoredReport[] = []
    for (const id of new Set(mo_ids)) {
      const of = reports.get(id) ?? []
      const stocked = tasks.some(task => task.mo_id === id && isPositive(task.mo_inbound_quantity))
      if (of.length === 0 || stocked) refused.push({ id, definition: shopfloorErrors.notRevocable })
      else {
        done.push(id)
        back.push(...of)
      }
    }
    const touched = new Set(done)
    await revoke(
      context,
      back,
      tasks.filter(task => touched.has(task.mo_id)),
    )
    return bulkAnswer(done, refused, language)
  }),
]

interface ReportToSave {
  decided: Decided
  task: TaskFacts
  input: {
    finished_quantity: Quantity
    defective_quantity: Quantity
    defect_reason?: string | null | undefined
    work_seconds?: number | undefined
    user_ids?: string[] | undefined
    device_time?: number | undefined
    remark?: string | null | undefined
  }
}

/** All that is open of one work order, step by step: each step hands on what the one before made. */
function finishOne(
  tasks: readonly TaskFacts[],
  operations: readonly OperationFacts[],
  { user_id, picking, now }: { user_id: string; picking: boolean; now: number },
): ReportToSave[] {
  if (operations.length === 0) refuse(generalErrors.recordNotFound)
  if (tasks.length === 0) refuse(shopfloorErrors.badParameter, { detail: notPublished })
  const open = tasks.filter(task => task.status !== taskStatus.codes.done)
  if (open.length === 0) refuse(shopfloorErrors.taskDone)
  if (open.some(task => task.outsourced)) refuse(shopfloorErrors.outsourcedOneClick)
  const state = new Map(operations.map(operation => [operation.id, operation]))
  return open.map(task => {
    expectAssigned(task, user_id)
    expectReportable(task, picking)
    const all = [...state.values()]
    const operation = state.get(task.operation_id)!
    const input = { finished_quantity: reportableQuantity(task, operation, all), defective_quantity: '0' }
    const decided = decideReport({ task_id: task.id, ...input, finishes: true }, task, operation, all, now)
    state.set(operation.id, decided.operation)
    return { decided, task, input }
  })
}

/** Stock, operations, tasks and the records themselves, in one go. */
async function saveReports({ tx, org_id, now, member }: Context, reports: readonly ReportToSave[]): Promise<string[]> {
  if (reports.length === 0) return []
  const numbers = await takeSerials(tx, module_code, reports.length, now, member.time_zone)
  const used = await consume(
    tx,
    org_id,
    reports.map(({ decided }, index) => ({ ...decided, report_no: numbers[index]! })),
  )
  await recordProgress(
    tx,
    org_id,
    reports.map(({ decided }) => decided.report),
  )
  await recordTaskProgress(
    tx,
    org_id,
    reports.map(({ decided }) => decided.task),
  )
  const stored = reports.map(({ decided, task, input }, index) => ({
    id: newId(),
    report_no: numbers[index]!,
    task_id: task.id,
    mo_id: task.mo_id,
    operation_id: task.operation_id,
    process_id: task.process_id,
    device_id: task.device_id,
    finished_quantity: input.finished_quantity,
    defective_quantity: input.defective_quantity,
    defect_reason: input.defect_reason ?? null,
    work_seconds: input.work_seconds ?? 0,
    inputs: used.get(numbers[index]!) ?? [],
    user_ids: `{${(input.user_ids?.length ? input.user_ids : [member.user_id]).join(',')}}`,
    report_time: now,
    device_time: input.device_time ?? null,
    finishes_task: decided.report.finishes,
    remark: input.remark ?? null,
  }))
  await sql`insert into report_record (id, report_no, task_id, mo_id, operation_id, process_id, device_id, finished_quantity, defective_quantity, defect_reason,
      work_seconds, inputs, user_ids, report_time, device_time, finishes_task, remark)
    select r.* from ${recordset(
      stored,
      sql`id uuid, report_no text, task_id uuid, mo_id uuid, operation_id uuid, process_id uuid, device_id uuid, finished_quantity numeric, defective_quantity numeric,
        defect_reason text, work_seconds integer, inputs jsonb, user_ids uuid[], report_time bigint, device_time bigint, finishes_task boolean, remark text`,
    )} as r`.execute(tx)
  return stored.map(({ id }) => id)
}

interface StoredReport {
  id: string
  report_no: string
  task_id: string
  mo_id: string
  operation_id: string
  finished_quantity: Quantity
  defective_quantity: Quantity
  inputs: UsedInput[]
  revoked: boolean
}
const reportsForUpdate = (tx: Tx, org_id: string, condition: ReturnType<typeof sql>): Promise<StoredReport[]> =>
  rows(
    tx,
    sql<StoredReport>`select r.id, r.report_no, r.task_id, r.mo_id, r.operation_id, r.finished_quantity, r.defective_quantity, r.inputs, r.revoked
      from report_record r where r.org_id = ${org_id} and ${condition} order by r.id for update`,
  )

/** Takes reports back: never when what they made is in stock, or when a later step has used it. */
async function revoke(context: Context, reports: readonly StoredReport[], tasks: readonly TaskFacts[]): Promise<void> {
  const { tx, org_id, now } = context
  if (reports.length === 0) return
  const byId = new Map(tasks.map(task => [task.id, { ...task }]))
  if (reports.some(report => report.revoked)) refuse(shopfloorErrors.notRevocable)
  if (tasks.some(task => isPositive(task.mo_inbound_quantity)))
    refuse(shopfloorErrors.notRevocable, { detail: text('产品已入库', 'The product is in stock') })
  const operations = await operationsForUpdate(tx, org_id, [...new Set(reports.map(({ mo_id }) => mo_id))])
  expectUnused(reports, operations)
  await giveBack(tx, org_id, reports)
  await recordProgress(
    tx,
    org_id,
    reports.map(report => ({
      ...report,
      good: negate(report.finished_quantity),
      defective: negate(report.defective_quantity),
      started_at: now,
      at: now,
      finishes: false,
    })),
  )
  for (const report of reports) {
    const task = byId.get(report.task_id)!
    byId.set(task.id, {
      ...task,
      reported_quantity: subtract(task.reported_quantity, report.finished_quantity),
      defective_quantity: subtract(task.defective_quantity, report.defective_quantity),
    })
  }
  const changed = [...new Set(reports.map(({ task_id }) => task_id))].map(id => byId.get(id)!)
  await recordTaskProgress(
    tx,
    org_id,
    changed.map(task => {
      const begun = isPositive(add(task.reported_quantity, task.defective_quantity))
      return {
        ...task,
        status: begun ? taskStatus.codes.started : taskStatus.codes.not_started,
        actual_start_time: begun ? task.actual_start_time : null,
        actual_finish_time: null,
      }
    }),
  )
  await sql`update report_record set revoked = true where org_id = ${org_id} and ${among(
    sql`id`,
    reports.map(({ id }) => id),
  )}`.execute(tx)
  for (const task of changed) told(context, task)
}

/** Good pieces that a later step has reported on cannot be taken away under it. */
function expectUnused(reports: readonly StoredReport[], operations: readonly OperationFacts[]): void {
  const state = new Map(operations.map(operation => [operation.id, operation.reported_quantity]))
  const used = new Map(
    operations.map(operation => [operation.id, add(operation.reported_quantity, operation.defective_quantity)]),
  )
  for (const report of reports) {
    state.set(report.operation_id, subtract(state.get(report.operation_id)!, report.finished_quantity))
    used.set(
      report.operation_id,
      subtract(used.get(report.operation_id)!, add(report.finished_quantity, report.defective_quantity)),
    )
  }
  for (const operation of operations) {
    const next = operations.filter(
      one => one.mo_id === operation.mo_id && operation.next_sequences.includes(one.sequence),
    )
    if (next.some(one => isPositive(subtract(used.get(one.id)!, state.get(operation.id)!)))) {
      refuse(shopfloorErrors.notRevocable, { detail: text('后道工序已报工', 'A later process has reported on it') })
    }
  }
}

/** A started task puts its work order in production. */
async function markStarted(tx: Tx, org_id: string, task: TaskFacts, at: number): Promise<void> {
  if (task.mo_status === moStatus.codes.in_production && task.status !== taskStatus.codes.not_started) return
  await recordProgress(tx, org_id, [
    {
      mo_id: task.mo_id,
      operation_id: task.operation_id,
      good: '0',
      defective: '0',
      started_at: at,
      at,
      finishes: false,
      starts: true,
    },
  ])
}

/** Progress shows on every open plan at once. */
const told = ({ tell }: Context, task: TaskFacts): void =>
  tell({ channel_type: 'plan', data: { task_id: task.id, mo_id: task.mo_id } })
