import { generalErrors } from '@qitao/core/general.errors.ts'
import { add, isPositive, negate, type Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { dropRework, followInspection, lockWaiting, makeRework, matchAgain } from '@qitao/manufacturing/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
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
import { type MovementCode, movementType } from '@qitao/stock/model/movement-type.ts'
import { checkPieces } from '@qitao/stock/model/piece.rules.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import {
  gradeGoods,
  lineMaterials,
  outOfBins,
  post,
  recordTrace,
  type TraceEntry,
  takePieces,
} from '@qitao/stock/server'
import { sql } from 'kysely'
import { qualityErrors } from '../../model/quality.errors.ts'
import type { QcItemRow } from '../../model/scheme/method.record.ts'
import { taskCalls } from '../../model/task/task.calls.ts'
import { qcTask } from '../../model/task/task.record.ts'
import {
  cameBack,
  checkMeasured,
  checkSampled,
  expectDisposable,
  expectDroppable,
  expectOpen,
  expectSplittable,
  failedSerials,
  judge,
  type Measured,
  quantityToRecheck,
  type Sampled,
} from '../../model/task/task.rules.ts'
import { disposal, taskStatus } from '../../model/task/task.status.ts'
import { itemsOfMethod } from '../scheme/method.handlers.ts'
import { usualHours } from './hold-for-inspection.ts'
import { inspectStock } from './inspect-stock.ts'
import {
  balancesOf,
  chartPoints,
  countByStatus,
  type LockedTask,
  lockTasks,
  oneTask,
  piecesHere,
  piecesOfTask,
  tasksPage,
} from './task.queries.ts'
import { tellBrokenRules } from './tell-broken-rules.ts'

const living = { table: 'qc_task', statuses: taskStatus } as const
const { finished, defective, to_inspect } = qualityStatus.codes

const list = handle(taskCalls.list, tasksPage)
/** Pieces in work were judged; they were brought by what the task names as its source. */
export type FollowPieces = (
  context: Context,
  judged: {
    readonly source_id: string
    readonly good: Quantity
    readonly failed: Quantity
    readonly failed_serials: readonly string[]
  },
) => Promise<void>

/** What failed goes back to whom it came from, by a document of its own; undefined: nobody knows of a supplier. */
export type SendBack = (
  context: Context,
  goods: {
    readonly source_id: string
    readonly supplier_id: string | null
    readonly material_id: string
    readonly location_id: string
    readonly lot_number: string
    readonly quantity: Quantity
    readonly serial_numbers: readonly string[]
    /** The number of the inspection. */
    readonly because: string
  },
) => Promise<ReturnDocument | undefined>
export interface ReturnDocument {
  readonly id: string
  readonly no: string
}
/** What later areas do with what was judged. */
export interface AfterJudgement {
  readonly follow: FollowPieces
  readonly sendBack: SendBack
}

export const taskHandlers = ({ follow, sendBack }: AfterJudgement): Handler[] => [
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
      samples: await samplesOf(tx, org_id, id),
      ...(await piecesOfTask(tx, org_id, id)),
      pieces_here: await piecesHere(tx, org_id, id),
      disposals: await rows(
        tx,
        sql<never>`select d.id, d.disposal, d.quantity, d.reason, u.name as disposed_by_name, d.created_time as disposed_time,
            d.receipt_id, d.receipt_no, d.serial_numbers, d.mo_id, m.no as mo_no, coalesce(m.status <> ${moStatus.codes.todo}, false) as mo_begun
          from qc_disposal d left join app_user u on u.org_id = d.org_id and u.id = d.created_by
            left join mo m on m.org_id = d.org_id and m.id = d.mo_id
          where d.org_id = ${org_id} and d.task_id = ${id} order by d.created_time, d.id`,
      ),
    }
  }),
  handle(taskCalls.chart, async ({ task_id, item_id }, { tx, org_id }) => {
    if (!(await oneTask(tx, org_id, task_id))) refuse(qualityErrors.taskMissing)
    return { points: (await chartPoints(tx, org_id, task_id, [item_id])).get(item_id) ?? [] }
  }),
  handle(taskCalls.add, inspectStock),
  handle(taskCalls.drop, async ({ ids }, context) => {
    const { tx, org_id, language } = context
    const { passed, passed_ids, refused } = sortOut(ids, await lockTasks(tx, org_id, ids), expectDroppable)
    if (passed.length > 0)
      await release(
        context,
        passed.map(task => ({ task, to_quality: finished, quantity: task.quantity })),
      )
    await sql`delete from qc_task where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
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
  handle(taskCalls.alter, async ({ id, row_version, results, samples = [] }, context) => {
    const { tx, org_id, member } = context
    const task = await lockOpen(context, id, row_version)
    const gone = results.filter(({ value }) => value === '')
    const kept = results.filter(({ value }) => value !== '')
    checkMeasured(await itemsOfTask(tx, org_id, id), kept, task.sample_size)
    const changed = new Map(samples.map(one => [one.sample_no, one]))
    const sampled = [
      ...(await samplesOf(tx, org_id, id)).filter(({ sample_no }) => !changed.has(sample_no)),
      ...changed.values(),
    ]
      .filter(({ serial_no }) => serial_no !== '')
      .sort((a, b) => a.sample_no - b.sample_no)
    checkSampled(sampled, task.sample_size)
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
    if (samples.length > 0) await replaceSamples(tx, org_id, id, sampled)
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
    const [items, results] = [await itemsOfTask(tx, org_id, id), await resultsOf(tx, org_id, id)]
    const { result, accepted } = judge(task, items, results, judgement)
    const failed_serials = failedSerials(task.serial_numbers, judgement)
    const { nonconforming, passed_quantity, concession_quantity, failed_quantity, reason } = judgement
    await transition(
      tx,
      org_id,
      living,
      'submit',
      [id],
      sql`result = ${result}::smallint, accepted = ${accepted}::boolean, nonconforming = ${nonconforming}::integer, judged_time = ${now}::bigint,
        passed_quantity = ${passed_quantity}::numeric, concession_quantity = ${concession_quantity}::numeric, failed_quantity = ${failed_quantity}::numeric,
        failed_serials = ${failed_serials}::text[], reason = ${reason}::text, remark = ${remark}::text, inspector_id = ${member.user_id}::uuid`,
    )
    await tellBrokenRules(context, task, items, results)
    // Pieces in work are in no bin: what holds up their steps is asked of their tasks; those that came back go on now.
    if (task.location_id === null) {
      const good = add(passed_quantity, concession_quantity)
      if (cameBack(task))
        await follow(context, { source_id: task.source_id, good, failed: failed_quantity, failed_serials })
      return { result }
    }
    await release(context, [
      { task, to_quality: finished, quantity: passed_quantity },
      { task, to_quality: finished, quantity: concession_quantity },
      { task, to_quality: defective, quantity: failed_quantity },
    ])
    return { result }
  }),
  handle(taskCalls.dispose, async ({ id, row_version, ...of }, context) => {
    const task = expectVersion(await lockTask(context, id), row_version)
    expectDisposable(task, of, context.member.user_id)
    const { tx, org_id, now, member } = context
    const { disposal: way, quantity, reason } = of
    const { material_id } = task
    const material = (await lineMaterials(tx, org_id, [{ material_id }])).get(material_id)!
    const expected = way !== disposal.codes.use_as_is
    const serial_numbers = checkPieces(of.serial_numbers, { quantity, material, expected })
    const clock = { now, time_zone: member.time_zone }
    const rework = { task, material_id, quantity, process_ids: of.process_ids ?? [], delivery_date: of.delivery_date! }
    const mo = way === disposal.codes.rework ? await makeRework(tx, org_id, rework, clock) : null
    const { source_id, supplier_id, no: because } = task
    const back =
      way === disposal.codes.return && task.location_id !== null
        ? await sendBack(context, { ...placeOf(task), source_id, supplier_id, quantity, serial_numbers, because })
        : undefined
    if (!back) await disposeOf(context, task, { way, quantity, serial_numbers, mo_id: mo?.id })
    await recordDisposal(context, task, {
      ...{ disposal: way, quantity, reason, serial_numbers, mo_id: mo?.id ?? null },
      ...(back ? { receipt_id: back.id, receipt_no: back.no } : {}),
    })
    return { affected: 1, mo_id: mo?.id ?? null, mo_no: mo?.no ?? null }
  }),
  handle(taskCalls.withdraw, async ({ id, row_version, disposal_id }, context) => {
    const { tx, org_id } = context
    const task = expectVersion(await lockTask(context, id), row_version)
    const [found] = await rows(
      tx,
      sql<{ mo_id: string; quantity: Quantity; serial_numbers: string[] }>`delete from qc_disposal
        where org_id = ${org_id} and id = ${disposal_id} and task_id = ${id} and mo_id is not null returning mo_id, quantity, serial_numbers`,
    )
    const { mo_id, quantity, serial_numbers } = found ?? refuse(generalErrors.recordNotFound, { field: 'disposal_id' })
    await dropRework(tx, org_id, mo_id)
    await addDisposed(context, id, negate(quantity))
    const back = { ...movementOf(task, mo_id), movement_type: movementType.codes.material_return, quantity }
    const pieces = pieceEntries(task, serial_numbers, { movement_type: back.movement_type, mo_id, quantity: '1' })
    await takePieces(
      tx,
      org_id,
      pieces.map(({ serial_no, material_id }) => ({ serial_no, material_id, step: 'in' })),
    )
    await post(tx, { org_id, movements: [back] })
    await recordTrace(tx, pieces)
    return { affected: 1 }
  }),
  handle(taskCalls.split, async ({ id, row_version, quantity }, context) => {
    const { tx, org_id, now, member } = context
    const task = await lockOpen(context, id, row_version)
    expectSplittable(task, quantity)
    const [no] = await takeSerials(tx, 'ZJ', 1, now, member.time_zone)
    const part = { id: newId(), no: no! }
    await copyTask(context, id, part, { quantity, due_time: null, recheck: false })
    await transition(tx, org_id, living, 'split', [id], sql`quantity = t.quantity - ${quantity}::numeric`)
    return part
  }),
  handle(taskCalls.recheck, async ({ id, row_version }, context) => {
    const { tx, org_id, now, member } = context
    const task = expectVersion(await lockTask(context, id), row_version)
    const quantity = quantityToRecheck(task)
    const [no] = await takeSerials(tx, 'ZJ', 1, now, member.time_zone)
    const again = { id: newId(), no: no! }
    const due_time = now + usualHours * hourSeconds
    await copyTask(context, id, again, { quantity, due_time, recheck: true })
    if (task.location_id !== null) {
      await recordDisposal(context, task, { disposal: disposal.codes.recheck, quantity, reason: again.no })
      await gradeGoods(tx, org_id, [
        {
          ...placeOf(task),
          quantity,
          source: { ...again, type: 'qc_task' },
          from_quality: defective,
          to_quality: to_inspect,
          release_time: due_time,
        },
      ])
      await matchAgain(context, { material_ids: [task.material_id] })
    }
    return again
  }),
  handle(taskCalls.lift, async ({ id, row_version, reason }, context) => {
    const { tx, org_id, now, member } = context
    const task = expectVersion(await lockTask(context, id), row_version)
    if (!task.holds) refuse(qualityErrors.notBlocking)
    await transition(
      tx,
      org_id,
      living,
      'lift',
      [id],
      sql`lifted_time = ${now}::bigint, lifted_by = ${member.user_id}::uuid, lift_reason = ${reason}::text`,
    )
    return { affected: 1 }
  }),
]

const lockTask = async ({ tx, org_id }: Context, id: string): Promise<LockedTask> =>
  (await lockTasks(tx, org_id, [id])).get(id) ?? refuse(qualityErrors.taskMissing)
async function recordDisposal(
  context: Context,
  { id }: LockedTask,
  of: {
    readonly disposal: number
    readonly quantity: Quantity
    readonly reason: string
    readonly mo_id?: string | null
    readonly receipt_id?: string
    readonly receipt_no?: string
    readonly serial_numbers?: string[]
  },
): Promise<void> {
  await insertRows(context.tx, 'qc_disposal', [{ id: newId(), task_id: id, ...of }])
  await addDisposed(context, id, of.quantity)
}
const addDisposed = ({ tx, org_id }: Context, id: string, quantity: Quantity): Promise<unknown> =>
  sql`update qc_task set disposed_quantity = disposed_quantity + ${quantity}::numeric where org_id = ${org_id} and id = ${id}`.execute(
    tx,
  )
/** A pending task like another one, of so much; `due_time` null: as that is. */
async function copyTask(
  { tx, org_id }: Context,
  id: string,
  made: { readonly id: string; readonly no: string },
  { quantity, due_time, recheck }: { quantity: Quantity; due_time: number | null; recheck: boolean },
): Promise<void> {
  await sql`insert into qc_task (id, no, qc_type, status, material_id, quantity, lot_number, location_id, supplier_id, source_id, source_no, scheme_id, severity,
      code_letter, sample_size, accept_number, reject_number, due_time, mo_id, operation_id, process_id, covers_from, covers_to, blocks, recheck_of)
    select ${made.id}::uuid, ${made.no}, qc_type, ${taskStatus.codes.pending}, material_id, ${quantity}::numeric, lot_number, location_id, supplier_id, source_id,
      source_no, scheme_id, severity, code_letter, least(sample_size, ceil(${quantity}::numeric)::integer), accept_number, reject_number,
      coalesce(${due_time}::bigint, due_time), mo_id, operation_id, process_id, covers_from, covers_to, blocks,
      case when ${recheck}::boolean then id else recheck_of end
    from qc_task where org_id = ${org_id} and id = ${id}`.execute(tx)
}
/** Of goods in stock. */
const placeOf = ({ material_id, location_id, lot_number }: LockedTask) => ({
  ...{ material_id, location_id: location_id!, lot_number },
})
async function lockOpen(context: Context, id: string, row_version: number): Promise<LockedTask> {
  const found = await lockTask(context, id)
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

const samplesOf = (tx: Tx, org_id: string, id: string): Promise<Sampled[]> =>
  rows(
    tx,
    sql<Sampled>`select sample_no, serial_no from qc_sample where org_id = ${org_id} and task_id = ${id} order by sample_no`,
  )
async function replaceSamples(tx: Tx, org_id: string, id: string, sampled: readonly Sampled[]): Promise<void> {
  const columns = sql`sample_no integer, serial_no text`
  await sql`delete from qc_sample where org_id = ${org_id} and task_id = ${id}
    and sample_no not in (select r.sample_no from ${recordset(sampled, columns)} r)`.execute(tx)
  await sql`insert into qc_sample (task_id, sample_no, serial_no) select ${id}::uuid, r.* from ${recordset(sampled, columns)} r
    on conflict (org_id, task_id, sample_no) do update set serial_no = excluded.serial_no where qc_sample.serial_no <> excluded.serial_no`.execute(
    tx,
  )
}

/**
 * The goods leave the state "to inspect" for what they were judged as, and the work orders that counted on them follow in the same
 * transaction; kits that were short of them are matched anew in the background.
 */
async function release(
  context: Context,
  parts: readonly { readonly task: LockedTask; readonly to_quality: number; readonly quantity: Quantity }[],
): Promise<void> {
  const { tx, org_id, now } = context
  const tasks = [...new Set(parts.map(({ task }) => task))]
  const inventory_ids = await balancesOf(
    tx,
    org_id,
    tasks.map(({ id }) => id),
  )
  const waiting = await lockWaiting(tx, org_id, inventory_ids, [])
  const graded = await gradeGoods(
    tx,
    org_id,
    parts
      .filter(({ quantity }) => isPositive(quantity))
      .map(({ task, ...part }) => ({
        ...{ ...placeOf(task), from_quality: to_inspect, ...part },
        source: { id: task.id, no: task.no, type: 'qc_task' },
      })),
  )
  const released = graded
    .filter(({ to_quality }) => to_quality === finished)
    .map(({ from_inventory_id: source_id, material_id, inventory_id, quantity }) => ({
      ...{ source_id, material_id, inventory_id, quantity },
    }))
  await followInspection(tx, org_id, waiting, { inventory_ids, released }, now)
  const material_ids = [...new Set(tasks.map(({ material_id }) => material_id))]
  await matchAgain(context, { source_ids: inventory_ids, mo_ids: waiting, material_ids })
}

/** What failed, as the ledger moves it for this task; `mo_id`: to or from the order that works on it again. */
const movementOf = (task: LockedTask, mo_id: string | null = null) => ({
  ...{ ...placeOf(task), quality_status: defective },
  ...{ receipt_no: task.no, source_type: 'qc_task', source_id: task.id, mo_id },
})
/** The pieces that leave or come back by a disposal, as they are recorded beside the ledger. */
const pieceEntries = (
  { id, no, material_id, lot_number }: LockedTask,
  serial_numbers: readonly string[],
  of: Pick<TraceEntry, 'movement_type' | 'mo_id' | 'quantity'>,
): TraceEntry[] =>
  serial_numbers.map(serial_no => ({
    ...{ ...of, source_type: 'qc_task', source_id: id, source_no: no, material_id, lot_number, serial_no },
  }))
const leavesAs: Readonly<Record<number, MovementCode>> = {
  [disposal.codes.rework]: movementType.codes.picking_out,
  [disposal.codes.return]: movementType.codes.purchase_return,
  [disposal.codes.scrap]: movementType.codes.other_out,
}
/** What failed goes back to the supplier, to scrap, to the order that works on it again, or into use as it is: out of the defective stock by the ledger. */
async function disposeOf(
  context: Context,
  task: LockedTask,
  {
    way,
    quantity,
    serial_numbers,
    mo_id,
  }: {
    readonly way: number
    readonly quantity: Quantity
    readonly serial_numbers: readonly string[]
    readonly mo_id: string | undefined
  },
): Promise<void> {
  const { tx, org_id } = context
  const { id, no, material_id } = task
  const movement_type = leavesAs[way]
  if (movement_type === undefined) {
    const source = { id, no, type: 'qc_task' }
    await gradeGoods(tx, org_id, [
      { ...placeOf(task), quantity, source, from_quality: defective, to_quality: finished },
    ])
    await matchAgain(context, { material_ids: [material_id] })
    return
  }
  const out = { ...movementOf(task, mo_id), movement_type, quantity: negate(quantity) }
  const pieces = pieceEntries(task, serial_numbers, { movement_type, mo_id: mo_id ?? null, quantity: '-1' })
  const known = await takePieces(
    tx,
    org_id,
    pieces.map(({ serial_no, lot_number }) => ({ serial_no, material_id, step: 'out', of_lot: lot_number })),
  )
  await post(tx, { org_id, movements: await outOfBins(tx, org_id, [out]) })
  await recordTrace(
    tx,
    pieces.map(piece => ({ ...piece, lot_number: piece.lot_number || known.get(piece.serial_no)!.lot_number })),
  )
}
