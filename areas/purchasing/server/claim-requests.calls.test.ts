import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPurchaseOrder, aSupplier } from '../testing/purchasing.factory.ts'
import { claimRequests } from './claim-requests.ts'

const app = await testApp()

test('what an order takes over is found by index, however many requests there are', async () => {
  const company = await app.company()
  const { material_id, supplier_id } = await company.as(async tx => ({
    material_id: await aMaterial(tx),
    supplier_id: await aSupplier(tx),
  }))
  const order = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '10' }] })
  await company.as(tx =>
    sql`insert into purchase_request (id, no, material_id, demand_quantity, quantity)
      select gen_random_uuid(), 'R' || n, ${material_id}, 1, 1 from generate_series(1, 5000) n`.execute(tx),
  )
  await app.database.pool.query('analyze purchase_request')
  const read = await company.as(async tx => {
    await claimRequests(tx, company.org_id, [order.id])
    return rows(
      tx,
      sql`select seq_scan from pg_stat_xact_user_tables where relname = 'purchase_request' and seq_scan > 0`,
    )
  })
  expect(read).toEqual([])
})
