// A count freezes a bin into which goods are just moved: its list has them, and nothing comes after it.
import { sideBySide } from '@qitao/app-server/testing/side-by-side.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countCalls } from '../../model/count/count.calls.ts'
import { moveNow } from '../../model/moving/moving.calls.ts'
import { goodsToMove } from '../../testing/transfer.factory.ts'

const app = await testApp()

test('what leaves a bin while its count begins is not on the list any more', async () => {
  const company = await app.company()
  const { admin, org_id } = company
  const { warehouse_id, from, to, material_id, inventory_id } = await goodsToMove(company)
  const { id } = await admin.ok(countCalls.add, {
    ...{ warehouse_id, location_ids: [from], frozen: true, blind: false, count_date: null, no: null, remark: null },
  })
  const locked = sql`select from inventory where org_id = ${org_id} and id = ${inventory_id} for update`
  const move = { material_id, quantity: '4', from_location_id: from, to_location_id: to }
  const answers = await sideBySide<{ code: number }>(app, company, locked, [
    () => admin.send(moveNow, move),
    () => admin.send(countCalls.start, { id }),
  ])
  expect(answers.map(({ code }) => code)).toEqual([200, 200])
  const { result } = await admin.ok(countCalls.lines, { count_id: id })
  expect(result.map(({ book_quantity }) => Number(book_quantity))).toEqual([6])
})
