import type { Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { agreedPrice } from '../../model/price/agreed-price.rules.ts'
import { agreedSteps } from './sales-price.handlers.ts'

interface Asked {
  readonly material_ids: readonly string[]
  readonly customer_id: string | null
  readonly currency: string
  readonly company_currency: string
  readonly day: Instant
}
/** What so much of a material costs a customer on a day, and how it is taxed: as agreed, else its price in the currency of the company, else null. */
export async function pricesOnDay(
  tx: Tx,
  org_id: string,
  { company_currency, ...asked }: Asked,
): Promise<(material_id: string, quantity: Quantity) => { price: Quantity | null; tax_rate: Quantity | null }> {
  const agreed = await agreedSteps(tx, { org_id, ...asked })
  const own =
    asked.currency === company_currency
      ? await rows(
          tx,
          sql<{ id: string; sales_price: Quantity }>`select id, sales_price from material
            where org_id = ${org_id} and sales_price is not null and ${among(sql`id`, asked.material_ids)}`,
        )
      : []
  const prices = new Map(own.map(({ id, sales_price }) => [id, sales_price]))
  return (material_id, quantity) => {
    const steps = (agreed.get(material_id) ?? []).map(({ step }) => step)
    const step = agreedPrice(steps, quantity)
    return { price: step?.price ?? prices.get(material_id) ?? null, tax_rate: step?.tax_rate ?? null }
  }
}
