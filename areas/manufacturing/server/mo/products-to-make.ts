import { isPositive, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import { bomVersionStatus } from '@qitao/engineering/model/bom/bom-version.status.ts'
import { bomsInForce, inForceAt } from '@qitao/engineering/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { ProductToMakeRow } from '@qitao/sales/model/sales-order.calls.ts'
import { setAside } from '@qitao/sales/server'
import { usableStock } from '@qitao/stock/server'
import { sql } from 'kysely'
import { heldSupply } from '../plan/promise-holds.ts'

/** Orders that ask: what they hold themselves is free for them. */
interface Asking {
  /** Promises of these hold nothing against them. */
  readonly order_ids: readonly string[]
  /** What is set aside for this one is for it: it asks for all that it wants, not for what it still lacks. */
  readonly own?: string | undefined
}
/** What of each product lies in stock and is nobody's: not occupied, not held by a promise, not meant for another order. */
export async function freeProducts(
  tx: Tx,
  org_id: string,
  now: number,
  material_ids: readonly string[],
  { order_ids, own }: Asking,
): Promise<Map<string, Quantity>> {
  const lots = await usableStock(tx, org_id, material_ids)
  const held = new Map(
    (await heldSupply(tx, org_id, now, material_ids, { order_ids })).map(one => [one.source_id, one.quantity]),
  )
  const meant = new Map((await setAside(tx, org_id, material_ids, own)).map(one => [one.material_id, one.quantity]))
  const ofMaterial = Map.groupBy(
    lots.filter(lot => lot.arrives_time === null),
    lot => lot.material_id,
  )
  return new Map(
    material_ids.map(id => {
      const there = (ofMaterial.get(id) ?? []).map(({ inventory_id, available_quantity }) =>
        subtract(available_quantity, held.get(inventory_id) ?? '0'),
      )
      const free = subtract(sum(there), meant.get(id) ?? '0')
      return [id, isPositive(free) ? free : '0']
    }),
  )
}

/** Products with what is free of them, and the ways in which they may be made. */
export async function productsToMake(
  tx: Tx,
  org_id: string,
  now: number,
  material_ids: readonly string[],
  order_ids: readonly string[],
): Promise<ProductToMakeRow[]> {
  const products = await rows(
    tx,
    sql<
      Omit<ProductToMakeRow, 'free_quantity' | 'manufacturing_bom' | 'routing'>
    >`select m.id as material_id, m.code as material_code,
        m.name as material_name, u.name as unit_name, u."precision" as unit_precision,
        coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'version', b.version, 'is_default', ${inForceAt('b', now)}) order by (${inForceAt('b', now)}) desc, b.version desc)
          from material_bom b where b.org_id = m.org_id and b.material_id = m.id and b.status = ${bomVersionStatus.codes.released}
            and (b.expiry_time is null or b.expiry_time > ${now})), '[]') as versions
      from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where m.org_id = ${org_id} and ${among(sql`m.id`, material_ids)} order by m.code`,
  )
  const free = await freeProducts(tx, org_id, now, material_ids, { order_ids })
  const made = await bomsInForce(tx, org_id, material_ids, now)
  return products.map(product => {
    const { manufacturing_bom, routing } = made.get(product.material_id)!
    return {
      ...product,
      free_quantity: free.get(product.material_id)!,
      manufacturing_bom: manufacturing_bom && `${manufacturing_bom.code} ${manufacturing_bom.version}`,
      routing: routing && `${routing.code} ${routing.version}`,
    }
  })
}
