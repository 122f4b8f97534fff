// A container moves while what is in it is put right: all of it is where the container is.
import { sideBySide } from '@qitao/app-server/testing/side-by-side.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { adjustStock } from '@qitao/stock/model/adjust/stock-adjustment.calls.ts'
import { containerCalls } from '@qitao/stock/model/container.calls.ts'
import { aPackedBox } from '@qitao/stock/testing/container.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

const app = await testApp()

test('what comes into a container that is about to move goes with it', async () => {
  const company = await app.company()
  const { admin, org_id } = company
  const { box_id, type_id, material_id, location_id, other_id, packed_id } = await aPackedBox(company)
  const { record } = await admin.ok(containerCalls.detail, { id: box_id })
  const locked = sql`select from inventory where org_id = ${org_id} and id = ${packed_id} for update`
  const answers = await sideBySide<{ code: number }>(app, company, locked, [
    () =>
      admin.send(adjustStock, {
        ...{ material_id, location_id, container_id: box_id, book_quantity: '6', quantity: '8', reason: 'Found' },
      }),
    () =>
      admin.send(containerCalls.alter, {
        ...{ id: box_id, row_version: record.row_version, code: record.code, container_type_id: type_id },
        location_id: other_id,
      }),
  ])
  expect(answers.map(({ code }) => code)).toEqual([200, 200])
  const inside = await company.as(tx =>
    rows(
      tx,
      sql<{ location_id: string; quantity: number }>`select location_id, quantity::float8 as quantity from inventory
        where org_id = ${org_id} and container_id = ${box_id} and quantity > 0`,
    ),
  )
  expect(inside).toEqual([{ location_id: other_id, quantity: 8 }])
})
