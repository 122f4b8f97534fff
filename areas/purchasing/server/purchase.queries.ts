import type { Quantity } from '@qitao/core/quantity.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import { purchaseStatus } from '../model/purchase.status.ts'
import type { PurchaseMaterial } from '../model/purchase-order.rules.ts'

const { pending_submit, cancelled } = purchaseStatus.codes

/** From whom it is bought. */
interface WithSupplier {
  readonly supplier_id: string | null
}
export async function purchaseMaterials(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<Map<string, PurchaseMaterial & WithSupplier>> {
  const found = await rows(
    tx,
    sql<
      PurchaseMaterial & WithSupplier
    >`select m.id, m.code, u.precision as unit_precision, m.purchase_price, m.supply_lead_time, m.supplier_id
      from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where m.org_id = ${org_id} and ${among(sql`m.id`, [...new Set(ids)])}`,
  )
  return new Map(found.map(material => [material.id, material]))
}

interface PaidIn {
  readonly material_id: string
  readonly currency: string
}
export interface LastPrice extends PaidIn {
  readonly price: Quantity
  readonly order_no: string
}
/** Of a material, as a table to be joined laterally: the line of the newest submitted order. Columns and conditions over its line `l` and order `o`. */
export const lastLine = (
  org_id: string,
  material_id: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
  where = sql``,
): RawBuilder<unknown> =>
  sql`(select ${columns} from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
    where l.org_id = ${org_id} and l.material_id = ${material_id} ${where} and o.status not in (${pending_submit}, ${cancelled})
    order by o.order_date desc, o.no desc, l.line_no desc limit 1)`
/** What was paid last, in this currency, else in the company's: `price` and `order_no` of the newest submitted order that has a price for it. */
export const lastPaid = (
  org_id: string,
  material_id: RawBuilder<unknown>,
  company_currency: string,
  currency: RawBuilder<unknown> = sql`${company_currency}::text`,
): RawBuilder<unknown> =>
  lastLine(
    org_id,
    material_id,
    sql`trim_scale(l.price) as price, o.no as order_no`,
    sql`and l.price is not null and coalesce(o.currency, ${company_currency}) = ${currency}`,
  )
/** Of every line, as a table: `price` and `order_no` of the line before it of the same material and currency. One pass over all: asked line by line it would be as many. */
export const paidBefore = (org_id: string, currency: string): RawBuilder<unknown> =>
  sql`(select l.id, lag(trim_scale(l.price)) over earlier as price, lag(o.no) over earlier as order_no
    from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
    where l.org_id = ${org_id} and l.price is not null and o.status not in (${pending_submit}, ${cancelled})
    window earlier as (partition by l.material_id, coalesce(o.currency, ${currency}) order by o.order_date, o.no, l.line_no))`
/** The same of several materials, in the currency of the company. */
export const lastPrices = (
  tx: Tx,
  org_id: string,
  ids: readonly string[],
  company_currency: string,
): Promise<LastPrice[]> =>
  lastPricesIn(
    tx,
    org_id,
    ids.map(material_id => ({ material_id, currency: company_currency })),
    company_currency,
  )
/** Each in its currency. */
export const lastPricesIn = (
  tx: Tx,
  org_id: string,
  asked: readonly PaidIn[],
  company_currency: string,
): Promise<LastPrice[]> =>
  rows(
    tx,
    sql<LastPrice>`select w.material_id, w.currency, p.price, p.order_no
      from ${recordset(asked, sql`material_id uuid, currency text`)} w
        cross join lateral ${lastPaid(org_id, sql`w.material_id`, company_currency, sql`w.currency`)} p`,
  )
