import { isPositive, type Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { qcType } from '../../model/qc-type.status.ts'
import { qualityErrors } from '../../model/quality.errors.ts'
import {
  expectNoneOpen,
  type OutgoingTask,
  type Passed,
  shippable,
  type ToShip,
} from '../../model/task/outgoing.rules.ts'
import { taskResult, taskStatus } from '../../model/task/task.status.ts'
import { planLots } from '../scheme/scheme.queries.ts'
import { holdForInspection } from './hold-for-inspection.ts'

interface Shipment {
  readonly id: string
  readonly no: string
}
type Scope = Pick<Context, 'tx' | 'org_id' | 'now' | 'member'>
/** What of a shipment may leave. */
export interface Outgoing {
  /** Of each part what has passed, and where it lies; undefined: nothing asks for its inspection. */
  readonly places: readonly (readonly Passed[] | undefined)[]
  /** What of each part is to be inspected before anything leaves. */
  readonly toHold: readonly Quantity[]
}

/**
 * What the released plans for outgoing inspection say of the parts of a shipment. Its tasks are locked, so that what has passed leaves
 * once. A part that its plan passes without inspection is written down, since the next one counts it.
 */
export async function inspectOutgoing(context: Scope, shipment: Shipment, parts: readonly ToShip[]): Promise<Outgoing> {
  const { tx, org_id } = context
  const lotOf = ({ material_id, quantity }: Pick<ToShip, 'material_id' | 'quantity'>) => ({
    ...{ material_id, quantity, supplier_id: null },
  })
  const planned = await planLots(tx, org_id, qcType.codes.outgoing, parts.map(lotOf))
  const asked = parts.flatMap((part, index) => (planned[index]!.sampling ? [{ part, index }] : []))
  const places: (readonly Passed[] | undefined)[] = parts.map(() => undefined)
  const toHold: Quantity[] = parts.map(() => '0')
  if (asked.length === 0) return { places, toHold }
  const tasks = await lockOutgoing(tx, org_id, shipment.id)
  const wanted = asked.map(({ part }) => part)
  const found = shippable(wanted, tasks)
  expectNoneOpen(wanted, found, tasks)
  const rest = asked.flatMap(({ part, index }, position) =>
    isPositive(found.rest[position]!) ? [{ part: { ...part, quantity: found.rest[position]! }, index }] : [],
  )
  asked.forEach(({ index }, position) => {
    places[index] = found.passed[position]!
  })
  const sampled = await planLots(
    tx,
    org_id,
    qcType.codes.outgoing,
    rest.map(({ part }) => lotOf(part)),
  )
  rest.forEach(({ part, index }, position) => {
    if (!sampled[position]!.sampling!.skipped) toHold[index] = part.quantity
  })
  if (toHold.some(isPositive)) return { places, toHold }
  await holdForInspection(
    context,
    'outgoing',
    { ...shipment, supplier_id: null },
    rest.map(({ part }) => ({ ...part, lot_number: part.lot_number ?? '' })),
  )
  // What nobody inspects leaves from wherever the ledger takes it.
  for (const { index } of rest) if (places[index]!.length === 0) places[index] = undefined
  return { places, toHold }
}

/** What has passed leaves: it does so once. */
export async function recordShipped(tx: Tx, org_id: string, { places }: Outgoing): Promise<void> {
  const left = places.flatMap(of => of ?? []).map(({ task_id, quantity }) => ({ task_id, quantity }))
  if (left.length === 0) return
  await sql`update qc_task t set shipped_quantity = t.shipped_quantity + r.quantity
    from (select task_id, sum(quantity) as quantity from ${recordset(left, sql`task_id uuid, quantity numeric`)} x group by 1) r
    where t.org_id = ${org_id} and t.id = r.task_id`.execute(tx)
}

/** Pieces that leave are of lots that have passed (6016). */
export function expectOfPassedLots(
  passed: readonly Passed[],
  pieces: readonly { readonly serial_no: string; readonly lot_number: string }[],
): void {
  const other = pieces.find(({ lot_number }) => lot_number !== '' && !passed.some(one => one.lot_number === lot_number))
  if (!other) return
  refuse(qualityErrors.outgoingNotPassed, {
    ...{ field: 'serial_numbers', serial_no: other.serial_no, lot_number: other.lot_number },
    detail: text(
      '序列号{serial_no}属于批次{lot_number}，该批未检',
      'Piece {serial_no} is of lot {lot_number}, which was not inspected',
    ),
  })
}

const ofShipment = (org_id: string, source_id: string) => sql`t.org_id = ${org_id} and t.source_id = ${source_id}
  and t.qc_type = ${qcType.codes.outgoing} and t.result is distinct from ${taskResult.codes.skipped} and t.location_id is not null`
/** Inspections of a shipment, the oldest first. */
async function lockOutgoing(tx: Tx, org_id: string, source_id: string): Promise<OutgoingTask[]> {
  const which = ofShipment(org_id, source_id)
  await sql`select from qc_task t where ${which} order by t.id for no key update`.execute(tx)
  return rows(
    tx,
    sql<OutgoingTask>`select t.id, t.no, t.material_id, t.location_id, t.lot_number, t.status <> ${taskStatus.codes.done} as open,
        t.passed_quantity + t.concession_quantity - t.shipped_quantity as "left"
      from qc_task t where ${which} order by t.created_time, t.id`,
  )
}

/** Numbers of the inspections that a shipment waits for. */
export const openOutgoing = async (tx: Tx, org_id: string, source_id: string): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{
        no: string
      }>`select t.no from qc_task t where ${ofShipment(org_id, source_id)} and t.status <> ${taskStatus.codes.done} order by t.no`,
    )
  ).map(({ no }) => no)
