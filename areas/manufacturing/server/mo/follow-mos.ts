import { sum } from '@qitao/core/quantity.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type LineMaking, lockSalesOrdersOf, recordMaking } from '@qitao/sales/server'
import { sql } from 'kysely'
import { makingStage, willBeMade } from '../../model/mo/mo.rules.ts'

interface MoOfLine {
  order_line_id: string
  status: number
  planned_quantity: string
  completed_quantity: string
  inbound_quantity: string
  planned_finish_time: number | null
}

/** Tells sales how far the work orders of these lines are now. Called after any change of an MO that has a line. */
export async function tellSales(tx: Tx, org_id: string, line_ids: readonly (string | null)[]): Promise<void> {
  const wanted = [...new Set(line_ids.filter(id => id !== null))]
  if (wanted.length === 0) return
  // Asked under the lock of the sales order: of two work orders of one line that change at once, the second tells of both.
  await lockSalesOrdersOf(tx, org_id, { line_ids: wanted })
  const found = await rows(
    tx,
    sql<MoOfLine>`select order_line_id, status, planned_quantity, completed_quantity, inbound_quantity, planned_finish_time
      from mo where org_id = ${org_id} and ${among(sql`order_line_id`, wanted)} and parent_mo_id is null`,
  )
  const byLine = Map.groupBy(found, mo => mo.order_line_id)
  await recordMaking(
    tx,
    org_id,
    wanted.map(line_id => makingOf(line_id, byLine.get(line_id) ?? [])),
  )
}

function makingOf(line_id: string, mos: readonly MoOfLine[]): LineMaking {
  const finishes = mos.map(mo => mo.planned_finish_time)
  return {
    line_id,
    // What a finished work order has not made is to be made by another.
    planned_quantity: sum(mos.map(willBeMade)),
    produced_quantity: sum(mos.map(mo => mo.completed_quantity)),
    inbound_quantity: sum(mos.map(mo => mo.inbound_quantity)),
    making: makingStage(mos.map(mo => mo.status)),
    planned_finish_time: finishes.length === 0 || finishes.includes(null) ? null : Math.max(...finishes.map(Number)),
  }
}
