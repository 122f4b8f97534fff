import { mosForUpdate } from '@qitao/manufacturing/server'
import { among, type Tx } from '@qitao/platform/server/database.ts'
import { sql } from 'kysely'
import type { PlannedOrder } from '../model/plan.rules.ts'
import type { TaskRow } from '../model/task.record.ts'
import { lockHead, tasksForUpdate } from './plan.queries.ts'

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
  const tasks = await tasksForUpdate(tx, org_id, among(sql`t.mo_id`, mo_ids))
  const byOrder = Map.groupBy(tasks, task => task.mo_id)
  return new Map([...mos].map(([id, mo]) => [id, { mo, tasks: byOrder.get(id) ?? [] }]))
}
