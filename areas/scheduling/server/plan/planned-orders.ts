import type { MoStatusCode } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { mosForUpdate } from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { PlannedOrder } from '../../model/plan.rules.ts'
import type { TaskRow } from '../../model/task.record.ts'
import { lockHead, tasksOfOrders } from './plan.queries.ts'

export interface PlannedOrderRows extends PlannedOrder {
  readonly tasks: readonly TaskRow[]
}

/** Work orders with their tasks, locked: the plan's head first, then orders, then tasks. */
export async function plannedOrders(
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
): Promise<Map<string, PlannedOrderRows>> {
  await lockHead(tx, org_id)
  const mos = await mosForUpdate(tx, org_id, mo_ids)
  const tasks = await tasksOfOrders(tx, org_id, mo_ids)
  const byOrder = Map.groupBy(tasks, task => task.mo_id)
  return new Map([...mos].map(([id, mo]) => [id, { mo, tasks: byOrder.get(id) ?? [] }]))
}

/** What the rules ask of orders that are to be placed: asked again when they are. */
export async function ordersToPlace(
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
): Promise<Map<string, { id: string; no: string; status: MoStatusCode; capacity_locked: boolean }>> {
  const found = await rows(
    tx,
    sql<{
      id: string
      no: string
      status: MoStatusCode
      capacity_locked: boolean
    }>`select id, no, status, capacity_locked from mo where org_id = ${org_id} and ${among(sql`id`, mo_ids)}`,
  )
  return new Map(found.map(order => [order.id, order]))
}
