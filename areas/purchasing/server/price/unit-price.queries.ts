import type { Instant } from '@qitao/core/time.ts'
import { conversionBetween } from '@qitao/masterdata/model/unit/unit.rules.ts'
import { conversionsOf, currencyWith, holdsOn, partnerTerms } from '@qitao/masterdata/server'
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

export interface PriceOfSupplier {
  /** In which it is bought: that of the order, else of the supplier, else of the company. */
  readonly currency: string
  /** Null: nothing is agreed in it. */
  readonly matched: MatchedPrice | null
}
/** What each supplier asks on a day for each quantity, in the unit of the material. In the order of the wanted. */
export async function matchedPrices(
  tx: Tx,
  org_id: string,
  {
    wanted,
    day,
    currency,
    company_currency,
  }: { wanted: readonly WantedPrice[]; day: Instant; currency: string | null; company_currency: string },
): Promise<PriceOfSupplier[]> {
  const terms = await partnerTerms(
    tx,
    org_id,
    'supplier',
    wanted.map(({ supplier_id }) => supplier_id),
  )
  const currencyOf = ({ supplier_id }: WantedPrice): string =>
    currencyWith(currency, supplier_id === null ? undefined : terms.get(supplier_id), company_currency)
  const pairs = [...new Map(wanted.filter(one => one.supplier_id !== null).map(one => [key(one), one])).values()]
  if (pairs.length === 0) return wanted.map(one => ({ currency: currencyOf(one), matched: null }))
  const offered = await rows(
    tx,
    sql<Offered>`select p.supplier_id, p.material_id, p.unit_id, m.unit_id as material_unit_id, p.valid_from, p.price, p.from_quantity,
        p.minimum_quantity, p.pack_quantity, p.lead_days, p.tax_rate
      from ${recordset(
        pairs.map(one => ({ ...one, currency: currencyOf(one) })),
        sql`supplier_id uuid, material_id uuid, currency text`,
      )} w
        join unit_price p on p.org_id = ${org_id} and p.material_id = w.material_id and p.supplier_id = w.supplier_id
          and p.currency = w.currency and ${holdsOn(day)}
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
  return wanted.map(one => ({
    currency: currencyOf(one),
    matched: matchedPrice(known.get(key(one)) ?? [], one.quantity ?? '0'),
  }))
}
