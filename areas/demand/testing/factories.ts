import type { TestApp, TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { aMaterial } from '@qitao/masterdata/testing/factories.ts'
import { anOrder, aProduct, inDays, today } from '@qitao/sales/testing/factories.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { post } from '@qitao/stock/server'
import { aLocation, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { horizonAt } from '../model/forecast.rules.ts'

export const horizon = horizonAt(today, 3, 'Asia/Shanghai')

/** A product of which 10, 20, 30 ... were asked for in the last months, one month after another, and 7 are in this one. */
export async function aSoldProduct(app: TestApp, company: TestCompany, months = 6): Promise<{ material_id: string }> {
  const material_id = await aProduct(company)
  for (const [k, period] of horizon.past.slice(-months).entries()) {
    const delivery_date = period + 9 * daySeconds
    const order = await anOrder(company, {
      material_id,
      quantity: String(10 * (k + 1)),
      delivery_date: inDays(1),
      submit: true,
    })
    // Orders of the past are not entered any more: the books of then are laid here.
    await app.database.pool.query('update sales_order set delivery_date = $2, order_date = $2 where id = $1', [
      order.id,
      delivery_date,
    ])
    await app.database.pool.query('update sales_order_line set delivery_date = $2 where order_id = $1', [
      order.id,
      delivery_date,
    ])
  }
  return { material_id }
}

const consumedDays = 200
/** A bought material of which 10 or 20 were taken every other day for two hundred days; it costs 2, comes within 5 days, and 3 are left. */
export async function aConsumedMaterial(
  app: TestApp,
  company: TestCompany,
): Promise<{ material_id: string; total: number }> {
  const { id: material_id } = await aMaterial(company, { kind: 0, supply_lead_time: 5, purchase_price: '2' })
  const taken = Array.from({ length: consumedDays / 2 }, (_, k) => (k % 2 === 0 ? 10 : 20))
  const total = taken.reduce((sum, quantity) => sum + quantity, 0)
  await company.as(async tx => {
    const location_id = await aLocation(tx)
    await putIn(tx, { org_id: company.org_id, material_id, location_id, quantity: String(total + 3) })
    await post(tx, {
      org_id: company.org_id,
      movements: taken.map(quantity => ({
        ...{ material_id, location_id, movement_type: movementType.codes.picking_out, quantity: String(-quantity) },
      })),
    })
  })
  // Nothing is booked in the past any more: the books of then are laid here.
  await app.database.pool.query(
    `update stock_movement m set movement_time = $2::bigint - k.at * $3::bigint
      from (select id, row_number() over (order by id desc) * 2 - 1 as at from stock_movement where material_id = $1 and quantity < 0) k
      where m.id = k.id and m.material_id = $1`,
    [material_id, today + daySeconds / 2, daySeconds],
  )
  await app.database.pool.query(
    'update stock_movement set movement_time = $2 where material_id = $1 and quantity > 0',
    [material_id, today - 2 * consumedDays * daySeconds],
  )
  return { material_id, total }
}
