import type { Instant } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { lineOfSupply } from '@qitao/purchasing/model/supply-part.rules.ts'
import { sql } from 'kysely'
import { moStatus } from '../../model/mo/mo.status.ts'
import { precisionsIn, rowsOf } from '../../model/plan/material-snapshot.ts'
import { flowBooks, planSettings } from './load-books.ts'

/** What a work order needs of a material, or what lies or comes of it; in whole steps of its unit. */
export interface PlannedFlow {
  readonly material_id: string
  readonly kind: 'need' | 'stock' | 'transit' | 'production'
  readonly at: Instant
  readonly steps: number
  /** Of a need its work order, null where those are not kept apart; else the balance, purchase order line or work order that it comes from. */
  readonly source_id: string | null
}
const { codes } = moStatus
const open = [codes.todo, codes.planned, codes.to_be_produced, codes.in_production, codes.completed]

/**
 * The needs and supplies that the material plan nets, of these materials. What promises hold is counted, as the orders that it is
 * for stand against it.
 */
export async function plannedFlows(
  tx: Tx,
  org_id: string,
  now: Instant,
  material_ids: readonly string[],
): Promise<{ readonly flows: readonly PlannedFlow[]; readonly precisions: ReadonlyMap<string, number> }> {
  const settings = await planSettings(tx, org_id)
  const books = await flowBooks(tx, { org_id, settings, now }, material_ids)
  const { demands, supplies } = rowsOf(books, books)
  const unplanned = supplies.flatMap(({ id, availableAt }) => (availableAt === null ? id : []))
  const due = new Map(
    (
      await rows(
        tx,
        sql<{
          id: string
          due: Instant
        }>`select id, delivery_date as due from mo where org_id = ${org_id} and ${among(sql`id`, unplanned)}`,
      )
    ).map(one => [one.id, one.due]),
  )
  const precisions = precisionsIn(books)
  // What is made for the line of a sales order is nobody else's supply, so the plan does not net it; the order's demand does.
  const ofLines = await rows(
    tx,
    sql<{
      id: string
      material_id: string
      at: Instant
      quantity: string
    }>`select id, material_id, coalesce(planned_finish_time, delivery_date) as at, planned_quantity - inbound_quantity as quantity from mo
      where org_id = ${org_id} and order_line_id is not null and status in (${sql.join(open)}) and planned_quantity > inbound_quantity
        and ${among(sql`material_id`, [...precisions.keys()])}`,
  )
  return {
    precisions,
    flows: [
      ...demands.map(({ material, neededAt, quantity, order = null }) => ({
        ...{ material_id: material, kind: 'need' as const, at: neededAt, steps: quantity, source_id: order },
      })),
      ...supplies.map(({ id, material, kind, availableAt, quantity }) => ({
        ...{ material_id: material, kind, at: availableAt ?? due.get(id) ?? books.now, steps: quantity },
        source_id: lineOfSupply(id),
      })),
      ...ofLines.map(({ id, material_id, at, quantity }) => ({
        ...{ material_id, kind: 'production' as const, at, source_id: id },
        steps: Math.round(Number(quantity) * 10 ** (precisions.get(material_id) ?? 0)),
      })),
    ],
  }
}
