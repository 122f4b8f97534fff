import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { aReleasedProduct, type ReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { inStock } from '@qitao/manufacturing/testing/factories.ts'
import { aCalendar, aDevice, type MadeDevice } from '@qitao/masterdata/testing/factories.ts'
import { sql } from 'kysely'
import { askInquiry } from '../model/inquiry.calls.ts'

export interface PromisePlant extends ReleasedProduct {
  readonly devices: readonly MadeDevice[]
}

const always = [{ name: 'All', week_days: [1, 2, 3, 4, 5, 6, 7], start_second: 0, end_second: 0, breaks: [] }]

/**
 * A product of two bought components (lead time ten days) and two steps of a minute a piece, each on a machine of its own that
 * never closes; so many pieces and components in stock.
 */
export async function aPromisePlant(
  company: TestCompany,
  { product = '0', components = '0' }: { product?: string; components?: string } = {},
): Promise<PromisePlant> {
  await aCalendar(company, { is_default: true, shifts: always })
  const made = await aReleasedProduct(company)
  await company.as(tx =>
    sql`update material set supply_lead_time = 10 where id = any(${[...made.component_ids]}::uuid[])`.execute(tx),
  )
  const devices = []
  for (const process_id of made.process_ids) devices.push(await aDevice(company, { process_ids: [process_id] }))
  if (product !== '0') await inStock(company, [made.material_id], product)
  if (components !== '0') await inStock(company, made.component_ids, components)
  return { ...made, devices }
}

const midnight = Math.floor(Date.now() / 1000 / daySeconds) * daySeconds
/** Asks for so many of one product, wanted in so many days. */
export const ask = (
  company: TestCompany,
  material_id: string,
  quantity: string,
  { in_days = 30, mode = 'full' as 'full' | 'parts', hold_minutes = 15 } = {},
) =>
  company.admin.ok(askInquiry, {
    order: { lines: [{ material_id, quantity, delivery_date: midnight + in_days * daySeconds }] },
    mode,
    hold_minutes,
  })
