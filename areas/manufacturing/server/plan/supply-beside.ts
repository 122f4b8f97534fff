import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { pendingOf } from '@qitao/purchasing/server'
import { sql } from 'kysely'
import { supplySource } from '../../model/mo/mo.status.ts'
import type { MoAssignmentRow, SupplyBeside } from '../../model/plan/material-plan.calls.ts'
import type { OrderedOutside } from '../mo/mo.queries.ts'
import { everySubstitute } from '../mo/substitutes-to-pick.ts'

interface Asked {
  readonly mo_id: string
  /** Only what is asked for its components of this material. */
  readonly material_id?: string
  readonly sources: readonly Pick<MoAssignmentRow, 'source_type' | 'source_id'>[]
}
/** What is being asked for a work order and is not on its way yet, and which of its sources are made outside. */
export async function supplyBeside(
  tx: Tx,
  org_id: string,
  orderedOutside: OrderedOutside,
  { mo_id, material_id, sources }: Asked,
): Promise<SupplyBeside> {
  const components = await rows(
    tx,
    sql<{
      id: string
      material_id: string
      substitutes: string[]
    }>`select c.id, c.material_id, ${everySubstitute('c')} as substitutes
      from mo_component c join mo m on m.org_id = c.org_id and m.id = c.mo_id
      where c.org_id = ${org_id} and c.mo_id = ${mo_id} order by c.short_quantity > 0 desc, c.line_no`,
  )
  const material_ids = [...new Set(components.flatMap(one => [one.material_id, ...one.substitutes]))]
  const found = await rows(
    tx,
    sql<
      Omit<SupplyBeside['pending'][number], 'component_id'>
    >`select p.id, p.material_id, x.code as material_code, x.name as material_name, u.name as unit_name, p.kind, p.document_id, p.no,
        a.quantity, p.required_date
      from (${pendingOf(org_id, material_ids)}) p
        cross join lateral (select least(p.quantity, sum(coalesce(y.quantity, p.quantity))) as quantity
          from jsonb_to_recordset(p.asked) as y(mo_id uuid, quantity numeric) where y.mo_id = ${mo_id} having count(*) > 0) a
        join material x on x.org_id = ${org_id} and x.id = p.material_id join unit u on u.org_id = x.org_id and u.id = x.unit_id
      order by p.required_date nulls last, p.no, p.id`,
  )
  const pending = found.flatMap(one => {
    const served =
      components.find(component => component.material_id === one.material_id) ??
      components.find(component => component.substitutes.includes(one.material_id))!
    return material_id === undefined || served.material_id === material_id ? [{ ...one, component_id: served.id }] : []
  })
  const made = sources.filter(({ source_type }) => source_type === supplySource.codes.in_production)
  const outside = await orderedOutside(
    tx,
    org_id,
    made.map(({ source_id }) => source_id),
  )
  return {
    pending,
    outside: [...outside].flatMap(([of, { id, no, cancelled }]) => (cancelled ? [] : [{ id, no, mo_id: of }])),
  }
}
