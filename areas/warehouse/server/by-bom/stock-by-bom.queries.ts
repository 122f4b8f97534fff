import { most } from '@qitao/core/quantity.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { bomsInForce, type MaterialBomInForce } from '@qitao/engineering/server'
import { moStatus, supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { takenOf } from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { supplyOfPart, takenOfParts } from '@qitao/purchasing/model/supply-part.rules.ts'
import { openPurchaseLines } from '@qitao/purchasing/server'
import { stockToInspect, usableStock } from '@qitao/stock/server'
import { sql } from 'kysely'
import type { PartSupplyRow } from '../../model/by-bom/stock-by-bom.record.ts'
import type { PartFacts } from '../../model/by-bom/stock-by-bom.rules.ts'

const { todo, planned, to_be_produced, in_production, completed } = moStatus.codes
const source = supplySource.codes

/** The BoMs in force of the products and of all below them, and every material that takes part, substitutes too. */
export async function bomsBelow(
  tx: Tx,
  org_id: string,
  product_ids: readonly string[],
  now: Instant,
): Promise<{ boms: MaterialBomInForce[]; materials: PartFacts[] }> {
  const structures = await bomsInForce(tx, org_id, product_ids, now, { all_levels: true })
  const boms = [...structures.values()].flatMap(({ material_bom }) => material_bom ?? [])
  const ids = new Set(product_ids)
  for (const { lines } of boms)
    for (const line of lines) for (const { material_id } of [line, ...line.substitutes]) ids.add(material_id)
  return { boms, materials: await partFacts(tx, org_id, [...ids]) }
}

export const partFacts = (tx: Tx, org_id: string, ids: readonly string[]): Promise<PartFacts[]> =>
  rows(
    tx,
    sql<PartFacts>`select m.id, m.code, m.name, m.specs, m.kind, u.name as unit_name, u.precision as unit_precision,
        m.supply_lead_time, m.minimum_lot, m.packaging_size, trim_scale(m.purchase_price) as purchase_price
      from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where m.org_id = ${org_id} and ${among(sql`m.id`, ids)} order by m.code`,
  )

export interface SupplyOfPart extends Omit<PartSupplyRow, 'free_quantity'> {
  readonly material_id: string
}
/**
 * All supply of these materials that is for everybody, with what others have of it: good stock, what waits for its inspection, for
 * the time of its release, what is bought, and work orders
 * that no sales order asked for. A purchase without a day comes a lead time from now; a work order without one, nobody knows when.
 */
export async function suppliesOf(
  tx: Tx,
  org_id: string,
  parts: readonly Pick<PartFacts, 'id' | 'supply_lead_time'>[],
  { now, transit = true, production = true }: { now: Instant; transit?: boolean; production?: boolean },
): Promise<SupplyOfPart[]> {
  const ids = parts.map(({ id }) => id)
  const lead = new Map(parts.map(part => [part.id, part.supply_lead_time * daySeconds]))
  const places = new Map<string, string>()
  const stock = await usableStock(tx, org_id, ids)
  const toInspect = await stockToInspect(tx, org_id, ids)
  for (const { id, code } of await placesOf(
    tx,
    org_id,
    [...stock, ...toInspect].map(({ location_id }) => location_id),
  ))
    places.set(id, code)
  const bought = transit ? await openPurchaseLines(tx, org_id, ids) : []
  const made = production ? await openProduction(tx, org_id, ids, now) : []
  const taken = new Map((await takenOf(tx, org_id, ids, now)).map(one => [one.source_id, one.quantity]))
  const takenOfLines = takenOfParts(bought, taken)
  return [
    ...stock.map(row => ({
      ...{ id: row.inventory_id, source_type: source.in_stock, material_id: row.material_id, document_id: null },
      source_no: [places.get(row.location_id), row.lot_number].filter(Boolean).join(' '),
      quantity: row.quantity,
      // What is occupied is what work orders have; promises hold beside it, which is not in the occupation.
      taken_quantity: most(row.occupied_quantity, taken.get(row.inventory_id) ?? '0'),
      ...{ available_time: Math.max(now, row.arrives_time ?? now), expire_time: row.expire_time },
    })),
    ...toInspect.map(row => ({
      ...{ id: row.inventory_id, source_type: source.in_inspection, material_id: row.material_id, document_id: null },
      source_no: [places.get(row.location_id), row.lot_number].filter(Boolean).join(' '),
      ...{ quantity: row.quantity, taken_quantity: taken.get(row.inventory_id) ?? '0' },
      available_time: Math.max(now, row.release_time ?? now + (lead.get(row.material_id) ?? 0)),
      expire_time: row.expire_time,
    })),
    ...bought.map(line => ({
      ...{ id: line.id, source_type: source.in_transit, material_id: line.material_id, document_id: line.order_id },
      ...{ source_no: line.order_no, quantity: line.open_quantity },
      taken_quantity: takenOfLines.get(supplyOfPart(line)) ?? '0',
      available_time: Math.max(now, line.eta ?? now + (lead.get(line.material_id) ?? 0)),
      expire_time: null,
    })),
    ...made.map(mo => ({
      ...{ id: mo.id, source_type: source.in_production, material_id: mo.material_id, document_id: mo.id },
      ...{ source_no: mo.no, quantity: mo.open_quantity, taken_quantity: taken.get(mo.id) ?? '0' },
      ...{ available_time: mo.finish_time, expire_time: null },
    })),
  ]
}
const placesOf = (tx: Tx, org_id: string, ids: readonly string[]): Promise<{ id: string; code: string }[]> =>
  rows(tx, sql`select id, code from location where org_id = ${org_id} and ${among(sql`id`, [...new Set(ids)])}`)

/** What is finished and not yet put in is there as good as now. */
const openProduction = (
  tx: Tx,
  org_id: string,
  ids: readonly string[],
  now: Instant,
): Promise<{ id: string; no: string; material_id: string; open_quantity: string; finish_time: Instant | null }[]> =>
  rows(
    tx,
    sql`select id, no, material_id, planned_quantity - inbound_quantity as open_quantity,
        case when status = ${completed} then ${now} else greatest(planned_finish_time, ${now}) end as finish_time
      from mo where org_id = ${org_id} and order_line_id is null and planned_quantity > inbound_quantity
        and ${among(sql`material_id`, ids)} and status in (${sql.join([todo, planned, to_be_produced, in_production, completed])})
      order by id`,
  )
