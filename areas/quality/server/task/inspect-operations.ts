import { add, isPositive, most, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import { qcType } from '../../model/qc-type.status.ts'
import { firstPieces } from '../../model/scheme/scheme.rules.ts'
import { blocks, schemeStatus } from '../../model/scheme/scheme.status.ts'
import {
  leftAfterRevoked,
  nextCheck,
  type OpenCheck,
  type OperationMade,
} from '../../model/task/operation-check.rules.ts'
import { taskResult, taskStatus } from '../../model/task/task.status.ts'
import { type PlannedLot, planLots } from '../scheme/scheme.queries.ts'
import { usualHours } from './hold-for-inspection.ts'

/** A step of a work order that is begun or reported. */
export interface StepAtWork {
  readonly mo_id: string
  readonly mo_no: string
  readonly operation_id: string
  readonly process_id: string
  readonly material_id: string
}
interface Made {
  readonly operation_id: string
  readonly qc_type: number
  readonly covers_to: Quantity
  readonly time: Instant
}
/**
 * Good pieces by the operation to which they went back: to be made again there, they are no more among its good ones. Tasks count all
 * that ever were, so that each keeps its pieces when others go back.
 */
export type PiecesBack = ReadonlyMap<string, Quantity>
export const wentBack = (back: PiecesBack, { operation_id }: Pick<StepAtWork, 'operation_id'>): Quantity =>
  back.get(operation_id) ?? '0'
/** What is to be inspected at these steps, and what was; as the good pieces are counted now. */
export interface FloorInspection {
  readonly back: PiecesBack
  /** Checks of any step of their work orders that have not passed. */
  readonly checks: readonly OpenCheck[]
  readonly made: readonly Made[]
  /** Whether any plan is for the floor at all. */
  readonly asked: boolean
}
const { first_piece, in_process } = qcType.codes
type Scope = Pick<Context, 'tx' | 'org_id' | 'now' | 'member'>
/** Pieces in work have no supplier. */
const lotOf = ({ material_id, process_id }: StepAtWork, quantity: Quantity) => ({
  ...{ material_id, process_id, supplier_id: null, quantity },
})

/** Tasks `t` that hold reports up: not passed, not let go, and no other in their place. */
export const holdsUp = sql`(t.blocks > 0 and t.lifted_time is null and (t.status <> ${taskStatus.codes.done} or t.result = ${taskResult.codes.fail})
  and not exists (select from qc_task r where r.org_id = t.org_id and r.recheck_of = t.id))`

/** The work orders are locked: what is inspected of them is made and asked by one at a time. */
export async function floorInspection(
  { tx, org_id }: Scope,
  steps: readonly StepAtWork[],
  back: PiecesBack,
): Promise<FloorInspection> {
  const mo_ids = [...new Set(steps.map(({ mo_id }) => mo_id))]
  const [plans] = await rows(
    tx,
    sql<{
      asked: boolean
    }>`select exists (select from qc_scheme where org_id = ${org_id} and status = ${schemeStatus.codes.released}
      and qc_type in (${first_piece}, ${in_process})) or exists (select from process where org_id = ${org_id} and qc_required
        and ${among(
          sql`id`,
          steps.map(({ process_id }) => process_id),
        )}) as asked`,
  )
  const stored = await rows(
    tx,
    sql<
      OpenCheck & Made & { holds: boolean }
    >`select t.no, t.operation_id, t.qc_type, t.covers_from, t.covers_to, t.blocks, t.created_time as time, ${holdsUp} as holds
      from qc_task t where t.org_id = ${org_id} and ${among(sql`t.mo_id`, mo_ids)} and t.operation_id is not null
        and t.result is distinct from ${taskResult.codes.gone} order by t.covers_to, t.id`,
  )
  const made = stored.map(({ covers_to, ...one }) => ({
    ...{ ...one, covers_to: subtract(covers_to, wentBack(back, one)) },
    // Who sends pieces back has them: they are of those before the check.
    covers_from: most('0', subtract(one.covers_from, wentBack(back, one))),
  }))
  const checks = made.filter(({ holds }) => holds)
  if (!plans!.asked) return { back, checks, made, asked: false }
  const begun = new Set(made.flatMap(one => (one.qc_type === first_piece ? [one.operation_id] : [])))
  const fresh = steps.filter(({ operation_id }) => !begun.has(operation_id))
  const planned = await planLots(
    tx,
    org_id,
    first_piece,
    fresh.map(step => lotOf(step, '1')),
  )
  // What the first pieces hold up before their task is there.
  const first = planned.flatMap(({ schemes: [scheme] }, index): OpenCheck[] =>
    scheme && scheme.blocks === blocks.codes.all
      ? [
          {
            ...{ no: null, operation_id: fresh[index]!.operation_id, blocks: scheme.blocks },
            ...{ covers_from: '0', covers_to: String(firstPieces(scheme)) },
          },
        ]
      : [],
  )
  return { back, checks: [...checks, ...first], made, asked: true }
}

/** Makes the tasks that are due now that steps have been begun or reported; `operation`: as it is after that. */
export async function inspectSteps(
  context: Scope,
  { back, made, asked }: FloorInspection,
  steps: readonly (StepAtWork & { readonly operation: OperationMade })[],
): Promise<void> {
  if (!asked || steps.length === 0) return
  const { tx, org_id, now, member } = context
  // Of several reports of one step the last says how far it is.
  const last = [...new Map(steps.map(step => [step.operation_id, step])).values()]
  const due = [...(await firstDue(tx, org_id, last, made)), ...(await nextDue(tx, org_id, last, made, now))]
  if (due.length === 0) return
  const sampled = [first_piece, in_process].map(async qc_type => {
    const of = due.filter(one => one.qc_type === qc_type)
    const lots = of.map(one => lotOf(one.step, subtract(one.covers_to, one.covers_from)))
    return (await planLots(tx, org_id, qc_type, lots)).map((lot, index) => ({ ...of[index]!, lot }))
  })
  const tasks = (await Promise.all(sampled)).flat()
  const nos = await takeSerials(tx, 'ZJ', tasks.length, now, member.time_zone)
  await insertRows(
    tx,
    'qc_task',
    tasks.map((task, index) => rowOf(task, wentBack(back, task.step), nos[index]!, now)),
  )
}

/** A process asks for an inspection, and no plan says how: what is reported, however little, waits for it before the next step. */
const askedByProcess = {
  ...{ id: null, blocks: blocks.codes.behind, release_hours: usualHours, every_pieces: 0, every_hours: null },
}

interface Due extends Pick<OpenCheck, 'covers_from' | 'covers_to'> {
  readonly qc_type: number
  readonly step: StepAtWork
}
type Reported = StepAtWork & { readonly operation: OperationMade }

async function firstDue(tx: Tx, org_id: string, steps: readonly Reported[], made: readonly Made[]): Promise<Due[]> {
  const begun = new Set(made.flatMap(one => (one.qc_type === first_piece ? [one.operation_id] : [])))
  const fresh = steps.filter(({ operation_id }) => !begun.has(operation_id))
  const planned = await planLots(
    tx,
    org_id,
    first_piece,
    fresh.map(step => lotOf(step, '1')),
  )
  return planned.flatMap(({ schemes: [scheme] }, index) =>
    scheme
      ? [{ qc_type: first_piece, step: fresh[index]!, covers_from: '0', covers_to: String(firstPieces(scheme)) }]
      : [],
  )
}
async function nextDue(
  tx: Tx,
  org_id: string,
  steps: readonly Reported[],
  made: readonly Made[],
  now: Instant,
): Promise<Due[]> {
  const at_work = steps.filter(({ operation }) => isPositive(operation.reported_quantity))
  const planned = await planLots(
    tx,
    org_id,
    in_process,
    at_work.map(step => lotOf(step, step.operation.reported_quantity)),
  )
  return planned.flatMap(({ schemes: [scheme], qc_required }, index) => {
    const step = at_work[index]!
    const before = made.findLast(one => one.qc_type === in_process && one.operation_id === step.operation_id)
    const plan = scheme ?? (qc_required ? askedByProcess : undefined)
    const due = plan && nextCheck(plan, step.operation, before, now)
    return due ? [{ qc_type: in_process, step, ...due }] : []
  })
}

function rowOf({ step, lot, qc_type, ...of }: Due & { lot: PlannedLot }, back: Quantity, no: string, now: Instant) {
  const [covers_from, covers_to] = [add(of.covers_from, back), add(of.covers_to, back)]
  const scheme = lot.schemes[0] ?? askedByProcess
  const { skipped, ...plan } = lot.sampling!
  const { mo_id, mo_no, operation_id, process_id, material_id } = step
  return {
    ...{ id: newId(), no, qc_type, material_id, quantity: subtract(covers_to, covers_from), lot_number: '' },
    ...{ mo_id, operation_id, process_id, source_id: mo_id, source_no: mo_no, covers_from, covers_to },
    ...{ scheme_id: scheme.id, blocks: scheme.blocks, ...plan, due_time: now + scheme.release_hours * hourSeconds },
    ...(skipped
      ? { status: taskStatus.codes.done, result: taskResult.codes.skipped, judged_time: now, accepted: true }
      : { status: taskStatus.codes.pending, result: null, judged_time: null, accepted: null }),
  }
}

const ofMos = (org_id: string, mo_ids: readonly string[]) =>
  sql`t.org_id = ${org_id} and ${among(sql`t.mo_id`, mo_ids)} and t.operation_id is not null and t.status <> ${taskStatus.codes.done}`
/** Before the work orders: reports of them are to be taken back. */
export const lockFloorTasks = (tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<unknown> =>
  sql`select from qc_task t where ${ofMos(org_id, mo_ids)} order by t.id for no key update`.execute(tx)

/** Reports were taken back: what nobody has judged is of the pieces that are still made, and its task is closed when none is. */
export async function followRevoked(
  { tx, org_id, now }: Scope,
  mo_ids: readonly string[],
  back: PiecesBack,
): Promise<void> {
  const open = await rows(
    tx,
    sql<{
      id: string
      operation_id: string
      qc_type: number
      covers_from: Quantity
      covers_to: Quantity
      reported_quantity: Quantity
    }>`select t.id, t.operation_id, t.qc_type, t.covers_from, t.covers_to, o.reported_quantity
      from qc_task t join mo_operation o on o.org_id = t.org_id and o.id = t.operation_id where ${ofMos(org_id, mo_ids)} order by t.id`,
  )
  const left = open.map(task => ({
    ...task,
    covers_to: leftAfterRevoked(task, task.qc_type === first_piece, add(task.reported_quantity, wentBack(back, task))),
  }))
  const fewer = left.flatMap(({ id, covers_to }) => (covers_to ? [{ id, covers_to }] : []))
  await sql`update qc_task t set covers_to = r.covers_to, quantity = r.covers_to - t.covers_from,
      sample_size = least(t.sample_size, ceil(r.covers_to - t.covers_from)::integer)
    from ${recordset(fewer, sql`id uuid, covers_to numeric`)} r where t.org_id = ${org_id} and t.id = r.id`.execute(tx)
  const gone = left.flatMap(({ id, covers_to }) => (covers_to === null ? [id] : []))
  const closed = sql`result = ${taskResult.codes.gone}::smallint, judged_time = ${now}::bigint`
  await transition(tx, org_id, { table: 'qc_task', statuses: taskStatus }, 'lose', gone, closed)
}
