import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { pendingOf } from '@qitao/purchasing/server'
import { sql } from 'kysely'
import { supplySource } from '../../model/mo/mo.status.ts'
import type { MoAssignmentRow, SupplyBeside } from '../../model/plan/material-plan.calls.ts'
import type { OrderedOutside } from '../mo/mo.queries.ts'

interface Asked {
  readonly mo_id: string
  /** Of its components, with what may stand for them. */
  readonly material_ids: readonly string[]
  readonly sources: readonly Pick<MoAssignmentRow, 'source_type' | 'source_id'>[]
}
/** What is being asked for a work order and is not on its way yet, and which of its sources are made outside. */
export async function supplyBeside(
  tx: Tx,
  org_id: string,
  orderedOutside: OrderedOutside,
  { mo_id, material_ids, sources }: Asked,
): Promise<SupplyBeside> {
  const pending = await rows(
    tx,
    sql<
      SupplyBeside['pending'][number]
    >`select p.id, p.material_id, p.kind, p.document_id, p.no, coalesce(a.quantity, p.quantity) as quantity, p.required_date
      from (${pendingOf(org_id, material_ids)}) p cross join lateral jsonb_to_recordset(p.asked) as a(mo_id uuid, quantity numeric)
      where a.mo_id = ${mo_id} order by p.required_date nulls last, p.no, p.id`,
  )
  const made = sources.filter(({ source_type }) => source_type === supplySource.codes.in_production)
  const outside = await orderedOutside(
    tx,
    org_id,
    made.map(({ source_id }) => source_id),
  )
  return { pending, outside: [...outside].map(([of, order]) => ({ ...order, mo_id: of })) }
}
