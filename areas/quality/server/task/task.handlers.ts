import { generalErrors } from '@qitao/core/general.errors.ts'
import { isPositive, negate, type Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { followInspection, lockWaiting, matchAgain } from '@qitao/manufacturing/server'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { gradeGoods, outOfBins, post } from '@qitao/stock/server'
import { sql } from 'kysely'
import { qualityErrors } from '../../model/quality.errors.ts'
import type { QcItemRow } from '../../model/scheme/method.record.ts'
import { taskCalls } from '../../model/task/task.calls.ts'
import { qcTask } from '../../model/task/task.record.ts'
import { checkMeasured, expectDisposable, expectOpen, judge, type Measured } from '../../model/task/task.rules.ts'
import { disposal, taskStatus } from '../../model/task/task.status.ts'
import { itemsOfMethod } from '../scheme/method.handlers.ts'
import {
  balancesOf,
  chartPoints,
  countByStatus,
  type LockedTask,
  lockTasks,
  oneTask,
  tasksPage,
} from './task.queries.ts'

const living = { table: 'qc_task', statuses: taskStatus } as const
const { finished, defective, to_inspect } = qualityStatus.codes

const list = handle(taskCalls.list, tasksPage)
export const taskHandlers: Handler[] = [
  list,
  exportHandler(taskCalls.export, list, qcTask),
  handle(taskCalls.count, async (input, context) => {
    const counts = await countByStatus(input, context)
    const of = (code: number) => counts.get(code) ?? 0
    const { pending, in_progress, done } = taskStatus.codes
    return { pending: of(pending), in_progress: of(in_progress), done: of(done) }
  }),
  handle(taskCalls.detail, async ({ id }, { tx, org_id }) => {
    const record = (await oneTask(tx, org_id, id)) ?? refuse(qualityErrors.taskMissing)
    return {
      record,
      items: await itemsOfTask(tx, org_id, id),
      results: await resultsOf(tx, org_id, id),
      disposals: await rows(
        tx,
        sql<never>`select d.id, d.disposal, d.quantity, d.reason, u.name as disposed_by_name, d.created_time as disposed_time
          from qc_disposal d left join app_user u on u.org_id = d.org_id and u.id = d.created_by
          where d.org_id = ${org_id} and d.task_id = ${id} order by d.created_time, d.id`,
      ),
    }
  }),
  handle(taskCalls.chart, async (asked, { tx, org_id }) => {
    if (!(await oneTask(tx, org_id, asked.task_id))) refuse(qualityErrors.taskMissing)
    return { points: await chartPoints(tx, org_id, asked) }
  }),
  handle(taskCalls.start, async ({ ids }, { tx, org_id, language, member }) => {
    const { passed_ids, refused } = sortOut(ids, await lockTasks(tx, org_id, ids), task => {
      expectOpen(task)
      const detail = taskStatus.whyNot('start', task.status)
      if (detail) refuse(generalErrors.statusNotAllowed, { detail })
    })
    await transition(tx, org_id, living, 'start', passed_ids, sql`inspector_id = ${member.user_id}::uuid`)
    return bulkAnswer(passed_ids, refused, language)
  }),
  handle(taskCalls.alter, async ({ id, row_version, results }, context) => {
    const { tx, org_id, member } = context
    const task = await lockOpen(context, id, row_version)
    const gone = results.filter(({ value }) => value === '')
    const kept = results.filter(({ value }) => value !== '')
    checkMeasured(await itemsOfTask(tx, org_id, id), kept, task.sample_size)
    const columns = sql`item_id uuid, sample_no integer, value text`
    await sql`delete from qc_result t using ${recordset(gone, columns)} r
      where t.org_id = ${org_id} and t.task_id = ${id} and t.item_id = r.item_id and t.sample_no = r.sample_no`.execute(
      tx,
    )
    await sql`insert into qc_result (task_id, item_id, sample_no, value)
      select ${id}::uuid, r.item_id, r.sample_no, r.value from ${recordset(kept, columns)} r
      on conflict (org_id, task_id, item_id, sample_no) do update set value = excluded.value where qc_result.value <> excluded.value`.execute(
      tx,
    )
    await transition(
      tx,
      org_id,
      living,
      'alter',
      [id],
      sql`inspector_id = coalesce(t.inspector_id, ${member.user_id}::uuid)`,
    )
    return { affected: 1 }
  }),
  handle(taskCalls.submit, async ({ id, row_version, remark, ...judgement }, context) => {
    const { tx, org_id, now, member } = context
    const task = await lockOpen(context, id, row_version)
    const { result, accepted } = judge(
      task,
      await itemsOfTask(tx, org_id, id),
      await resultsOf(tx, org_id, id),
      judgement,
    )
    const { nonconforming, passed_quantity, concession_quantity, failed_quantity, reason } = judgement
    await transition(
      tx,
      org_id,
      living,
      'submit',
      [id],
      sql`result = ${result}::smallint, accepted = ${accepted}::boolean, nonconforming = ${nonconforming}::integer, judged_time = ${now}::bigint,
        passed_quantity = ${passed_quantity}::numeric, concession_quantity = ${concession_quantity}::numeric, failed_quantity = ${failed_quantity}::numeric,
        reason = ${reason}::text, remark = ${remark}::text, inspector_id = ${member.user_id}::uuid`,
    )
    await release(context, task, [
      { to_quality: finished, quantity: passed_quantity },
      { to_quality: finished, quantity: concession_quantity },
      { to_quality: defective, quantity: failed_quantity },
    ])
    return { result }
  }),
  handle(taskCalls.dispose, async ({ id, row_version, disposal: way, quantity, reason }, context) => {
    const { tx, org_id, member } = context
    const task = expectVersion(
      (await lockTasks(tx, org_id, [id])).get(id) ?? refuse(qualityErrors.taskMissing),
      row_version,
    )
    expectDisposable(task, { disposal: way, quantity }, member.user_id)
    await insertRows(tx, 'qc_disposal', [{ id: newId(), task_id: id, disposal: way, quantity, reason }])
    await sql`update qc_task set disposed_quantity = disposed_quantity + ${quantity}::numeric where org_id = ${org_id} and id = ${id}`.execute(
      tx,
    )
    await disposeOf(context, task, way, quantity)
    return { affected: 1 }
  }),
]

async function lockOpen({ tx, org_id }: Context, id: string, row_version: number): Promise<LockedTask> {
  const found = (await lockTasks(tx, org_id, [id])).get(id) ?? refuse(qualityErrors.taskMissing)
  expectOpen(found)
  return expectVersion(found, row_version)
}
const itemsOfTask = async (tx: Tx, org_id: string, id: string): Promise<QcItemRow[]> => {
  const [found] = await rows(
    tx,
    sql<{
      method_id: string | null
    }>`select c.method_id from qc_task t left join qc_scheme c on c.org_id = t.org_id and c.id = t.scheme_id
      where t.org_id = ${org_id} and t.id = ${id}`,
  )
  return itemsOfMethod(tx, org_id, found?.method_id ?? null)
}
const resultsOf = (tx: Tx, org_id: string, id: string): Promise<Measured[]> =>
  rows(
    tx,
    sql<Measured>`select item_id, sample_no, value from qc_result where org_id = ${org_id} and task_id = ${id} order by item_id, sample_no`,
  )

/**
 * The goods leave the state "to inspect" for what they were judged as, and the work orders that counted on them follow in the same
 * transaction; kits that were short of them are matched anew in the background.
 */
async function release(
  context: Context,
  task: LockedTask,
  parts: readonly { to_quality: number; quantity: Quantity }[],
): Promise<void> {
  const { tx, org_id, now } = context
  const { id, no, material_id, location_id, lot_number } = task
  const inventory_ids = await balancesOf(tx, org_id, id)
  const waiting = await lockWaiting(tx, org_id, inventory_ids, [])
  const graded = await gradeGoods(
    tx,
    org_id,
    parts
      .filter(({ quantity }) => isPositive(quantity))
      .map(part => ({
        ...{ material_id, location_id, lot_number, from_quality: to_inspect, ...part },
        source: { id, no, type: 'qc_task' },
      })),
  )
  const released = graded
    .filter(({ to_quality }) => to_quality === finished)
    .map(({ from_inventory_id: source_id, inventory_id, quantity }) => ({
      ...{ source_id, material_id, inventory_id, quantity },
    }))
  await followInspection(tx, org_id, waiting, { inventory_ids, released }, now)
  await matchAgain(context, { source_ids: inventory_ids, mo_ids: waiting, material_ids: [material_id] })
}

/** What failed goes back to the supplier, to scrap, or into use as it is: out of the defective stock by the ledger. */
async function disposeOf(context: Context, task: LockedTask, way: number, quantity: Quantity): Promise<void> {
  const { tx, org_id } = context
  const { id, no, material_id, location_id, lot_number } = task
  const source = { id, no, type: 'qc_task' }
  if (way === disposal.codes.use_as_is) {
    await gradeGoods(tx, org_id, [
      { material_id, location_id, lot_number, quantity, source, from_quality: defective, to_quality: finished },
    ])
    await matchAgain(context, { material_ids: [material_id] })
    return
  }
  const { purchase_return, other_out } = movementType.codes
  const movements = await outOfBins(tx, org_id, [
    {
      movement_type: way === disposal.codes.return ? purchase_return : other_out,
      ...{ material_id, location_id, lot_number, quality_status: defective, quantity: negate(quantity) },
      ...{ receipt_no: no, source_type: source.type, source_id: id },
    },
  ])
  await post(tx, { org_id, movements })
}
