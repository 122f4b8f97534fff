import { generalErrors } from '@qitao/core/general.errors.ts'
import { beyondWorkgroups } from '@qitao/core/grant.ts'
import { add, isPositive, negate, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { MoStatusCode } from '@qitao/manufacturing/model/mo/mo.status.ts'
import type { OperationFacts } from '@qitao/manufacturing/model/mo/progress.rules.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import {
  lockWithHeld,
  matchAgain,
  operationsForUpdate,
  passHoldsTo,
  recordProgress,
  releaseRest,
  tellShort,
} from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { bulkAnswer, type Context, type Handler, handle, type Refused } from '@qitao/platform/server/http/handle.ts'
import { lockFloorTasks } from '@qitao/quality/server'
import { recordTaskProgress } from '@qitao/scheduling/server'
import { dropTrace } from '@qitao/stock/server'
import { sql } from 'kysely'
import { dropReport, reduceMos } from '../model/report.calls.ts'
import { expectMayRevoke, type TaskFacts } from '../model/report.rules.ts'
import { endsAgain, expectNotMadeAgain, type SentBack } from '../model/rework.rules.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { giveBack, type UsedInput } from './consume.ts'
import { endPauses } from './pause/end-pauses.ts'
import { followTakenBack, sentBackBy, waitingOf } from './rework.ts'
import { told } from './save-reports.ts'
import { settleOrders } from './settle-orders.ts'
import { ordersOfOthers, otherParts, tasksForUpdate } from './task.queries.ts'

/** Reports that are taken back: what they used returns, and tasks, operations and orders are as before. */
export const revokeHandlers: Handler[] = [
  handle(dropReport, async ({ id }, context) => {
    const { tx, org_id, member } = context
    const [report] = await rows(
      tx,
      sql<{
        task_id: string
        mo_id: string
      }>`select task_id, mo_id from report_record where org_id = ${org_id} and id = ${id}`,
    )
    if (!report) refuse(generalErrors.recordNotFound)
    await lockFloorTasks(tx, org_id, [report.mo_id])
    await lockWithHeld(tx, org_id, [report.mo_id])
    const back = await sentBackBy(tx, org_id, [id])
    // Steps that had to make pieces again are as they were, too.
    const which = back.length > 0 ? { mo_ids: [report.mo_id] } : { task_ids: [report.task_id] }
    const tasks = await tasksForUpdate(tx, org_id, which)
    const found = await reportsForUpdate(tx, org_id, sql`r.id = ${id}`)
    if (found.length === 0) refuse(generalErrors.recordNotFound)
    for (const task of tasks) if (task.id === report.task_id) expectMayRevoke(task, member)
    if (found[0]!.outside) refuse(shopfloorErrors.notRevocable, { detail: outsideReport })
    await revoke(context, found, tasks)
    await followTakenBack(context, [report.mo_id])
    const [mo] = await rows(
      tx,
      sql<{
        id: string
        no: string
        status: MoStatusCode
      }>`select id, no, status from mo where org_id = ${org_id} and id = ${found[0]!.mo_id}`,
    )
    return { mo: mo! }
  }),

  handle(reduceMos, async ({ mo_ids }, context) => {
    const { tx, org_id, language } = context
    await lockFloorTasks(tx, org_id, mo_ids)
    await lockWithHeld(tx, org_id, mo_ids)
    const tasks = await tasksForUpdate(tx, org_id, { mo_ids })
    const reports = Map.groupBy(
      await reportsForUpdate(tx, org_id, sql`${among(sql`r.mo_id`, mo_ids)} and not r.revoked`),
      report => report.mo_id,
    )
    const ofOthers = await ordersOfOthers(context, mo_ids)
    const done: string[] = []
    const refused: Refused[] = []
    const back: StoredReport[] = []
    for (const id of new Set(mo_ids)) {
      const of = reports.get(id) ?? []
      const stocked = tasks.some(task => task.mo_id === id && isPositive(task.mo_inbound_quantity))
      if (ofOthers.has(id))
        refused.push({ id, definition: generalErrors.noPermission, data: { detail: beyondWorkgroups } })
      else if (of.length === 0 || stocked || of.some(({ outside }) => outside))
        refused.push({ id, definition: shopfloorErrors.notRevocable })
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
    await followTakenBack(context, done)
    return bulkAnswer(done, refused, language)
  }),
]

const outsideReport = text(
  '该报工来自委外收货，请在委外单上冲销收货',
  'It comes from a supplier: reverse the receipt at its outsourcing order',
)
/** The supplier's pieces are not back after all: what was reported of them is taken back. */
export async function revokeOutside(context: Context, report_ids: readonly string[]): Promise<void> {
  const { tx, org_id } = context
  const of = await rows(
    tx,
    sql<{
      task_id: string
      mo_id: string
    }>`select distinct task_id, mo_id from report_record where org_id = ${org_id} and ${among(sql`id`, report_ids)}`,
  )
  await lockWithHeld(
    tx,
    org_id,
    of.map(({ mo_id }) => mo_id),
  )
  const tasks = await tasksForUpdate(tx, org_id, { task_ids: of.map(({ task_id }) => task_id) })
  await revoke(context, await reportsForUpdate(tx, org_id, sql`${among(sql`r.id`, report_ids)}`), tasks)
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
  outside: boolean
}
const reportsForUpdate = (tx: Tx, org_id: string, condition: ReturnType<typeof sql>): Promise<StoredReport[]> =>
  rows(
    tx,
    sql<StoredReport>`select r.id, r.report_no, r.task_id, r.mo_id, r.operation_id, r.finished_quantity, r.defective_quantity, r.inputs, r.revoked, r.outside
      from report_record r where r.org_id = ${org_id} and ${condition} order by r.id for no key update`,
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
  const restored = await sentBackBy(
    tx,
    org_id,
    reports.map(({ id }) => id),
  )
  expectUnused(reports, restored, operations)
  for (const { task_id, quantity } of restored) {
    const task = byId.get(task_id)!
    byId.set(task_id, { ...task, reported_quantity: add(task.reported_quantity, quantity) })
  }
  for (const report of reports) {
    const task = byId.get(report.task_id)!
    byId.set(task.id, {
      ...task,
      reported_quantity: subtract(task.reported_quantity, report.finished_quantity),
      defective_quantity: subtract(task.defective_quantity, report.defective_quantity),
    })
  }
  const reportedOn = new Set(reports.map(({ task_id }) => task_id))
  const isRestored = new Set(restored.flatMap(({ task_id }) => (reportedOn.has(task_id) ? [] : [task_id])))
  const waiting = await waitingOf(tx, org_id, [...isRestored])
  for (const { task_id, quantity } of restored) expectNotMadeAgain(byId.get(task_id)!, waiting.get(task_id), quantity)
  const cameBack = new Map(restored.map(({ task_id, quantity }) => [task_id, quantity]))
  const isDone = (task: TaskFacts) =>
    isRestored.has(task.id)
      ? endsAgain(task, waiting.get(task.id)!, cameBack.get(task.id)!)
      : task.status === taskStatus.codes.done && !reportedOn.has(task.id)
  const touched = tasks.filter(task => reports.some(({ task_id }) => task_id === task.id))
  const others = await otherParts(tx, org_id, touched)
  const begun = new Set(
    others.flatMap(({ operation_id, status }) => (status === taskStatus.codes.not_started ? [] : [operation_id])),
  )
  await recordProgress(tx, org_id, [
    ...restored.map(({ task_id, operation_id, quantity }) => ({
      ...{ mo_id: byId.get(task_id)!.mo_id, operation_id, good: quantity, defective: '0' },
      ...{ started_at: now, at: now, starts: true },
      finishes: [...byId.values()].every(task => task.operation_id !== operation_id || isDone(task)),
    })),
    ...reports.map(report => ({
      ...report,
      good: negate(report.finished_quantity),
      defective: negate(report.defective_quantity),
      started_at: now,
      at: now,
      finishes: false,
      starts: begun.has(report.operation_id),
    })),
  ])
  const changed = [...reportedOn, ...isRestored].map(id => byId.get(id)!)
  await recordTaskProgress(
    context,
    changed.map(task => {
      const begun = isPositive(add(task.reported_quantity, task.defective_quantity))
      return {
        ...task,
        status: isDone(task) ? taskStatus.codes.done : begun ? taskStatus.codes.started : taskStatus.codes.not_started,
        actual_start_time: begun ? task.actual_start_time : null,
        actual_finish_time: isDone(task) ? now : null,
      }
    }),
  )
  // What is not begun any more does not rest either.
  await endPauses(
    tx,
    org_id,
    changed
      .filter(task => !isPositive(add(task.reported_quantity, task.defective_quantity)))
      .map(({ id }) => ({ task_id: id, at: now })),
  )
  await sql`update report_record set revoked = true where org_id = ${org_id} and ${among(
    sql`id`,
    reports.map(({ id }) => id),
  )}`.execute(tx)
  // Without pieces that are taken back, what was reported behind them is no end any more.
  await sql`update report_record r set finishes_task = false
    where r.org_id = ${org_id} and ${among(sql`r.task_id`, [...reportedOn])} and r.finishes_task and not r.revoked
      and exists (select from report_record b where b.org_id = r.org_id and b.task_id = r.task_id and b.id < r.id and ${among(
        sql`b.id`,
        reports.map(({ id }) => id),
      )})`.execute(tx)
  const ended = await settleOrders(
    context,
    reports.map(({ mo_id }) => mo_id),
  )
  await giveBack(tx, org_id, reports)
  await releaseRest(tx, org_id, ended)
  await tellShort(context, ended)
  await dropTrace(
    tx,
    org_id,
    reports.map(({ id }) => id),
  )
  // What a finished order had let go is to be found anew, and what is free again may serve others.
  const mo_ids = changed.map(({ mo_id }) => mo_id)
  const promised_ids = await passHoldsTo(tx, org_id, mo_ids, now)
  await matchAgain(context, {
    mo_ids: [...mo_ids, ...promised_ids],
    material_ids: reports.flatMap(({ inputs }) => inputs.map(({ material_id }) => material_id)),
  })
  if (changed.length > 0) told(context)
}

/** Good pieces that a later step has reported on cannot be taken away under it. */
function expectUnused(
  reports: readonly StoredReport[],
  restored: readonly SentBack[],
  operations: readonly OperationFacts[],
): void {
  const state = new Map(operations.map(operation => [operation.id, operation.reported_quantity]))
  const used = new Map(
    operations.map(operation => [operation.id, add(operation.reported_quantity, operation.defective_quantity)]),
  )
  for (const { operation_id, quantity } of restored) state.set(operation_id, add(state.get(operation_id)!, quantity))
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
