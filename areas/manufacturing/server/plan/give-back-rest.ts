import { multiply, type Quantity, roundUp } from '@qitao/core/quantity.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { type GivenEdge, partsForRest } from '../../model/plan/promise-holds.rules.ts'
import { coveringEdges } from '../mo/mo-quantities.ts'
import { holdAgain } from './promise-holds.ts'

/** These finished work orders give up what they have: what promises have given them, and what is not made will need, is held for the promised lines. */
export async function giveBackRest(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<void> {
  const given = await rows(
    tx,
    sql<
      Omit<GivenEdge, 'need'> & { quantity_per: Quantity; rest: Quantity; needed_precision: number }
    >`select x.id, x.component_id, x.quantity, x.covers, u."precision", c.quantity_per, m.planned_quantity - m.completed_quantity as rest,
        cu."precision" as needed_precision
      from (${coveringEdges(org_id, mo_ids)}) x join mo_assignment a on a.org_id = ${org_id} and a.id = x.id
        join sales_order_line l on l.org_id = a.org_id and l.id = a.promised_line_id
        join mo m on m.org_id = a.org_id and m.id = a.mo_id join mo_component c on c.org_id = a.org_id and c.id = a.component_id
        join material t on t.org_id = a.org_id and t.id = a.material_id join unit u on u.org_id = t.org_id and u.id = t.unit_id
        join material ct on ct.org_id = c.org_id and ct.id = c.material_id join unit cu on cu.org_id = ct.org_id and cu.id = ct.unit_id
      where a.locked and m.completed_quantity < m.planned_quantity order by a.locked_time, a.source_type, a.id`,
  )
  await holdAgain(
    tx,
    org_id,
    partsForRest(
      given.map(({ quantity_per, rest, needed_precision, ...edge }) => ({
        ...edge,
        need: roundUp(multiply(quantity_per, rest), needed_precision),
      })),
    ),
  )
}
