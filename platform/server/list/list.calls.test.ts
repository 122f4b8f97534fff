import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../database/new-id.ts'
import { listRows } from './list.ts'

const app = await testApp()

test('what an order alone needs is not joined to count', async () => {
  const company = await app.company()
  const { total, result } = await company.as(async tx => {
    await sql`insert into customer (id, code, name) values (${newId()}, 'K1', 'K1')`.execute(tx)
    return listRows(
      tx,
      {
        ...{ org_id: company.org_id, table: 'customer', columns: sql`t.id, t.code` },
        // Twice each: counted through it there would be two.
        orderJoins: sql`cross join generate_series(1, 2) as twice`,
        orders: { code: sql`t.code || twice` },
        defaultOrder: 'code',
      },
      { page: 1, page_size: 10 },
    )
  })
  expect([total, result.length]).toEqual([1, 2])
})
