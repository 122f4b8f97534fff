// Goods are judged while what they are for is given to another work order: neither is refused, and each order has what is its own.
import { sideBySide } from '@qitao/app-server/testing/side-by-side.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { createMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { checkKits, reallocateMaterial } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { taskCalls } from '../../model/task/task.calls.ts'
import { aScheme, aWaitingMo } from '../../testing/quality.factory.ts'

const app = await testApp()

test('an inspection that waits for a reallocation releases the goods to whom they are given', async () => {
  const company = await app.company()
  const { admin, org_id } = company
  const { mo, late, order, location_id } = await aWaitingMo(company)
  const other = await admin.ok(createMo, {
    material_id: mo.material_id,
    planned_quantity: '4',
    delivery_date: inDays(40),
  })
  const { job_id } = await admin.ok(checkKits, { mo_ids: [mo.id, other.id] })
  expect(await company.jobEnd(job_id, 240)).toMatchObject({ status: 2 })
  const { item_ids } = await aScheme(company, { material_id: late, sample_size: 1 })
  const line = { arrival_id: order.line_ids[0]!, quantity: '10', location_id }
  const { no } = await admin.ok(receiveArrivals, { arrival_ids: order.line_ids, lines: [line] })
  const { result } = await admin.ok(taskCalls.list, { keyword: no })
  const { id, row_version } = result[0]!
  await admin.ok(taskCalls.alter, { id, row_version, results: [{ item_id: item_ids[0], sample_no: 1, value: '10' }] })
  const { record } = await admin.ok(taskCalls.detail, { id })
  const held = () =>
    company.as(tx =>
      rows(
        tx,
        sql<{ mo_id: string; component_id: string; source_type: number; source_id: string; quantity: number }>`
          select mo_id, component_id, source_type, source_id, quantity::float8 as quantity from mo_assignment
          where org_id = ${org_id} and material_id = ${late} order by quantity`,
      ),
    )
  const [edge] = await held()
  expect(edge).toMatchObject({ mo_id: mo.id, source_type: supplySource.codes.in_inspection, quantity: 10 })
  const [taker] = await company.as(tx =>
    rows(
      tx,
      sql<{
        id: string
      }>`select id from mo_component where org_id = ${org_id} and mo_id = ${other.id} and material_id = ${late}`,
    ),
  )
  const transfer = {
    component_id: taker!.id,
    from_component_id: edge!.component_id,
    source_id: edge!.source_id,
    quantity: '4',
  }
  const judgement = {
    ...{ id, row_version: record.row_version, nonconforming: 0, reason: null, remark: null },
    ...{ passed_quantity: '10', concession_quantity: '0', failed_quantity: '0' },
  }
  const locked = sql`select from mo where org_id = ${org_id} and id = ${mo.id} for update`
  const answers = await sideBySide<{ code: number }>(app, company, locked, [
    () => admin.send(reallocateMaterial, { transfers: [transfer], reason: 'urgent' }),
    () => admin.send(taskCalls.submit, judgement),
  ])
  expect(answers.map(({ code }) => code)).toEqual([200, 200])
  expect(await held()).toMatchObject([
    { mo_id: other.id, source_type: supplySource.codes.in_stock, quantity: 4 },
    { mo_id: mo.id, source_type: supplySource.codes.in_stock, quantity: 6 },
  ])
})
