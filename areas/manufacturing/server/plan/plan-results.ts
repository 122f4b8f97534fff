import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { type RawBuilder, sql } from 'kysely'
import type { UnplannedCause } from '../../model/mo/mo.record.ts'
import { dispatchStatus, type MoAction, publishStatus } from '../../model/mo/mo.status.ts'
import { tellSales } from '../mo/follow-mos.ts'
import { mosByState } from '../mo/mo.queries.ts'
import { followPlan } from './follow-plan.ts'
import { followNeeds } from './need-dates.ts'

/** What scheduling tells a work order; only manufacturing writes its tables. */
export interface PlannedMo {
  mo_id: string
  planned_start_time: number | null
  planned_finish_time: number | null
  unplanned: UnplannedCause | null
}

/**
 * What a plan gave each work order, and with it the kit dates of those that wait for its output. Their components are needed
 * when the step that consumes them begins; `starts` reads `mo_id, sequence, start_time` of all that is planned of these orders.
 */
export async function recordPlan(
  tx: Tx,
  org_id: string,
  plans: readonly PlannedMo[],
  starts: RawBuilder<unknown>,
): Promise<void> {
  const mo_ids = plans.map(plan => plan.mo_id)
  const lines = await rows(
    tx,
    sql<{
      order_line_id: string | null
    }>`update mo m set planned_start_time = r.planned_start_time, planned_finish_time = r.planned_finish_time, unplanned = r.unplanned
      from ${recordset(
        plans,
        sql`mo_id uuid, planned_start_time bigint, planned_finish_time bigint, unplanned jsonb`,
      )} as r where m.org_id = ${org_id} and m.id = r.mo_id
        and (m.planned_start_time, m.planned_finish_time, m.unplanned)
          is distinct from (r.planned_start_time, r.planned_finish_time, r.unplanned)
      returning m.order_line_id`,
  )
  await sql`update mo_component c set planned_start_time = s.start_time
    from mo_component x left join (${starts}) s on s.mo_id = x.mo_id and s.sequence = x.operation_sequence
    where x.org_id = ${org_id} and ${among(sql`x.mo_id`, mo_ids)} and c.org_id = x.org_id and c.id = x.id
      and x.planned_start_time is distinct from s.start_time`.execute(tx)
  await followPlan(tx, org_id, mo_ids)
  await followNeeds(tx, org_id, mo_ids)
  await tellSales(
    tx,
    org_id,
    lines.map(line => line.order_line_id),
  )
}

/** The orders are moved on, and the sales lines they serve follow. */
const move = async (
  tx: Tx,
  org_id: string,
  action: MoAction,
  mo_ids: readonly string[],
  also: RawBuilder<unknown>,
): Promise<void> => {
  await transition(tx, org_id, mosByState, action, mo_ids, also)
  const lines = await rows(
    tx,
    sql<{
      order_line_id: string | null
    }>`select order_line_id from mo where org_id = ${org_id} and ${among(sql`id`, mo_ids)}`,
  )
  await tellSales(
    tx,
    org_id,
    lines.map(line => line.order_line_id),
  )
}

const change = async (tx: Tx, org_id: string, mo_ids: readonly string[], set: RawBuilder<unknown>): Promise<void> => {
  const lines = await rows(
    tx,
    sql<{
      order_line_id: string | null
    }>`update mo set ${set} where org_id = ${org_id} and ${among(sql`id`, mo_ids)} returning order_line_id`,
  )
  await tellSales(
    tx,
    org_id,
    lines.map(line => line.order_line_id),
  )
}

/** 20 to 30. */
export const recordPublished = (
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
  publish_time: number,
): Promise<void> =>
  move(
    tx,
    org_id,
    'publish',
    mo_ids,
    sql`publish_status = ${publishStatus.codes.published}, publish_time = ${publish_time}`,
  )

/** Another time at which the floor is told. */
export const recordPublishTime = (
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
  publish_time: number,
): Promise<void> => change(tx, org_id, mo_ids, sql`publish_time = ${publish_time}`)

/** 30 to 20. */
export const recordUnpublished = (tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<void> =>
  move(tx, org_id, 'unpublish', mo_ids, sql`publish_status = ${publishStatus.codes.unpublished}, publish_time = null`)

/** Back to 10: nothing of a plan stays on the order. */
export async function returnToTodo(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<void> {
  await sql`update mo_component set planned_start_time = null
    where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} and planned_start_time is not null`.execute(tx)
  await move(
    tx,
    org_id,
    'revert',
    mo_ids,
    sql`publish_status = ${publishStatus.codes.unpublished}, publish_time = null, dispatch_status = ${dispatchStatus.codes.pending_dispatch},
      planned_start_time = null, planned_finish_time = null, unplanned = null`,
  )
}

export const setCapacityLocked = (tx: Tx, org_id: string, mo_ids: readonly string[], locked: boolean): Promise<void> =>
  change(tx, org_id, mo_ids, sql`capacity_locked = ${locked}`)

/** Who goes before whom, as a planner has decided for several at once. */
export async function setPriorities(
  tx: Tx,
  org_id: string,
  priorities: readonly { mo_id: string; priority: number }[],
): Promise<void> {
  await sql`update mo m set priority = r.priority from ${recordset(priorities, sql`mo_id uuid, priority integer`)} as r
    where m.org_id = ${org_id} and m.id = r.mo_id and m.priority <> r.priority`.execute(tx)
}

export const recordDispatched = (
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
  dispatched: boolean,
): Promise<void> =>
  change(
    tx,
    org_id,
    mo_ids,
    sql`dispatch_status = ${dispatchStatus.codes[dispatched ? 'dispatched' : 'pending_dispatch']}`,
  )
