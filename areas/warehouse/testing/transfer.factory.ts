import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'

/** 10 of a material whose unit has no decimals in one bin; another bin in the same warehouse, and one elsewhere. */
export const goodsToMove = (company: TestCompany) =>
  company.as(async tx => {
    const warehouse_id = await aWarehouse(tx)
    const from = await aLocation(tx, { warehouse_id })
    const to = await aLocation(tx, { warehouse_id })
    const elsewhere = await aLocation(tx)
    const material_id = await aMaterial(tx, { precision: 0, shelf_life: 30 })
    const byLot = await aMaterial(tx, { lot_managed: true })
    const inventory_id = await putIn(tx, { material_id, location_id: from, quantity: '10' })
    await sql`update inventory set first_in_time = 1000, expire_time = 2_000_000_000 where id = ${inventory_id}`.execute(
      tx,
    )
    return { warehouse_id, from, to, elsewhere, material_id, byLot, inventory_id }
  })
export type GoodsToMove = Awaited<ReturnType<typeof goodsToMove>>
/** 4 from one bin to the other. */
export const line = ({ material_id, from, to }: GoodsToMove, more: object = {}) => ({
  ...{ material_id, from_location_id: from, to_location_id: to, quantity: '4' },
  ...more,
})
