import type { Instant } from '@qitao/core/time.ts'
import { conversionBetween } from '@qitao/masterdata/model/unit/unit.rules.ts'
import { conversionsOf, holdsOn } from '@qitao/masterdata/server'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { matchedPrice, type OfferedPrice } from '../../model/price/matched-price.rules.ts'
import type { MatchedPrice } from '../../model/price/unit-price.calls.ts'

export interface WantedPrice {
  readonly supplier_id: string | null
  readonly material_id: string
  readonly quantity: string | null
}
interface Offered extends Omit<OfferedPrice, 'factor'> {
  readonly supplier_id: string
  readonly material_id: string
  readonly unit_id: string
  readonly material_unit_id: string
}
const key = (of: { readonly supplier_id: string | null; readonly material_id: string }) =>
  `${of.supplier_id},${of.material_id}`

/** What each supplier asks on a day for each quantity, in the unit of the material; null: nothing is agreed. In the order of the wanted. */
export async function matchedPrices(
  tx: Tx,
  org_id: string,
  { wanted, day, currency }: { wanted: readonly WantedPrice[]; day: Instant; currency: string },
): Promise<(MatchedPrice | null)[]> {
  const pairs = [...new Map(wanted.filter(one => one.supplier_id !== null).map(one => [key(one), one])).values()]
  if (pairs.length === 0) return wanted.map(() => null)
  const offered = await rows(
    tx,
    sql<Offered>`select p.supplier_id, p.material_id, p.unit_id, m.unit_id as material_unit_id, p.valid_from, p.price, p.from_quantity,
        p.minimum_quantity, p.pack_quantity, p.lead_days
      from ${recordset(pairs, sql`supplier_id uuid, material_id uuid`)} w
        join unit_price p on p.org_id = ${org_id} and p.material_id = w.material_id and p.supplier_id = w.supplier_id
          and p.currency = ${currency} and ${holdsOn(day)}
        join material m on m.org_id = p.org_id and m.id = p.material_id`,
  )
  const isConverted = offered.some(one => one.unit_id !== one.material_unit_id)
  const conversions = isConverted ? await conversionsOf(tx, org_id) : []
  const known = Map.groupBy(
    offered.flatMap(({ unit_id, material_unit_id, ...one }) => {
      const factor = conversionBetween(conversions, one.material_id, unit_id, material_unit_id)
      return factor ? [{ ...one, factor }] : []
    }),
    key,
  )
  return wanted.map(one => matchedPrice(known.get(key(one)) ?? [], one.quantity ?? '0'))
}
