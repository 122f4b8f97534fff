import { mainApp } from '@qitao/access/model/company/app.ts'
import { permissionFrom, readyRole } from '@qitao/access/model/member/ready-roles.ts'
import { listRoles, queryRolePermissions } from '@qitao/access/model/member/role.calls.ts'
import { openSession } from '@qitao/access/server'
import { builtCalls } from '@qitao/app-server/testing/proof/scene.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { createMo, listMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { replenishMos } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { queryProduct } from '@qitao/masterdata/model/material/material.calls.ts'
import { deviceCalls } from '@qitao/masterdata/model/resource/device.calls.ts'
import {
  addSalesOrder,
  countSalesOrders,
  listSalesOrders,
  salesLinesToMo,
} from '@qitao/sales/model/sales-order.calls.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { autoSchedule } from '@qitao/scheduling/model/schedule.calls.ts'
import { addDispatch, addReport, listDispatchTasks } from '@qitao/shopfloor/model/report.calls.ts'
import { checkLedger } from '@qitao/stock/server'
import { listWages } from '@qitao/wages/model/wage-sheet.calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sampleRoles } from '../model/sample/factory.ts'
import { countSample, createSample, deleteSample, showSample } from '../model/sample.calls.ts'
import { rowsByTable } from '../testing/sample.factory.ts'

const app = await testApp()
const occupiedBy = sql`select source_id as inventory_id, sum(quantity) as quantity from mo_assignment where source_type = 1 group by source_id`

/** The people of the sample have the ready-made roles as they are: whoever works at a machine sees no wages but the own. */
async function rolesAreReady({ admin, org_id }: TestCompany): Promise<void> {
  const { result: roles } = await admin.ok(listRoles, {})
  for (const key of sampleRoles) {
    const ready = readyRole(key)
    const made = roles.find(({ role_name }) => role_name === ready.name.zh)
    const [rights] = (await admin.ok(queryRolePermissions, { role_id: made!.id, app_code: mainApp.app_code })).result
    expect({ key, ...rights }).toMatchObject({ key, ...permissionFrom(ready, mainApp, builtCalls) })
  }
  const welder = await app.database.pool.query<{ id: string }>(
    'select u.id from app_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id where u.org_id = $1 and r.role_name = $2 limit 1',
    [org_id, readyRole('operator').name.zh],
  )
  const token = await app.database.system(tx => openSession(tx, { org_id, id: welder.rows[0]!.id }))
  for (const call of [listWages, listDispatchTasks])
    expect(await app.raw(call.path, {}, token)).toMatchObject({ code: generalErrors.noPermission.code })
}

test('a sample factory is made, worked with and deleted, and nothing of it stays', { timeout: 600_000 }, async () => {
  const other = await app.company()
  const theirs = await aReleasedProduct(other)
  await other.admin.ok(createMo, {
    material_id: theirs.material_id,
    planned_quantity: '5',
    delivery_date: 1_900_000_000,
  })
  const otherBefore = await rowsByTable(app, other)

  const company = await app.company()
  const { admin } = company
  const before = await rowsByTable(app, company)
  const made = await company.jobEnd((await admin.ok(createSample, { industry: 'bicycle' })).job_id, 400)
  expect(made.status).toBe(2)

  // As large as it is said to be, in varied states, and by the rules of the areas.
  const { total: materials } = await admin.ok(queryProduct, {})
  expect(materials).toBeGreaterThanOrEqual(60)
  expect((await admin.ok(deviceCalls.list, {})).total).toBe(12)
  // Forty orders in hand, and a past of two years of which nothing is left to do.
  const open = salesOrderStatus.list.map(({ code }) => code).filter(code => code < salesOrderStatus.codes.delivered)
  expect((await admin.ok(listSalesOrders, { statuses: open, page_size: 1 })).total).toBe(37)
  expect((await admin.ok(listSalesOrders, { page_size: 1 })).total).toBeGreaterThan(340)
  const stages = await admin.ok(countSalesOrders, {})
  for (const stage of ['init_count', 'approved_count', 'planning_count'] as const)
    expect({ stage, count: stages[stage] }).not.toMatchObject({ count: 0 })
  expect(stages.to_produce_count + stages.producing_count).toBeGreaterThan(0)
  expect(await company.as(tx => checkLedger(tx, company.org_id, occupiedBy))).toEqual([])
  const sampleOnly = await admin.ok(countSample, {})
  // Planning writes its messages by itself, once the sample is there.
  expect(sampleOnly.counts.filter(({ object, own }) => own > 0 && object !== 'plan_message')).toEqual([])

  await rolesAreReady(company)

  // Somebody tries it out: an order of one's own, made, replenished and planned; a task given and reported.
  const { result: bikes } = await admin.ok(queryProduct, { keyword: 'BK-C1-RD' })
  const now = Math.floor(Date.now() / 1000)
  const order = await admin.ok(addSalesOrder, {
    customer_id: null,
    order_date: now,
    delivery_date: now + 20 * 86_400,
    submit: true,
    lines: [{ material_id: bikes[0]!.id, quantity: '40' }],
  })
  const { mo_ids } = await admin.ok(salesLinesToMo, { order_ids: [order.id] })
  expect((await company.jobEnd((await admin.ok(replenishMos, { mo_ids })).job_id)).status).toBe(2)
  const { result: planned } = await admin.ok(listMos, { statuses: [20], page_size: 5 })
  const again = await admin.ok(autoSchedule, { mo_ids: planned.map(mo => mo.id), seconds: 1 })
  expect((await company.jobEnd(again.job_id)).status).toBe(2)
  const { result: tasks } = await admin.ok(listDispatchTasks, { dispatch_status: 0, page_size: 50 })
  await admin.ok(addDispatch, { task_ids: tasks.map(task => task.id), user_ids: [admin.user_id] })
  const answers = []
  for (const task of tasks.filter(one => Number(one.reportable_quantity) > 0))
    answers.push(await admin.send(addReport, { task_id: task.id, finished_quantity: '1' }))
  expect(answers.some(answer => answer.code === 200)).toBe(true)

  const used = await admin.ok(countSample, {})
  const own = (object: string) => used.counts.find(one => one.object === object)!.own
  for (const object of ['sales_order', 'mo', 'report_record', 'stock_movement'])
    expect({ object, own: own(object) }).not.toMatchObject({ own: 0 })

  const gone = await admin.ok(deleteSample, {})
  expect(gone.left).toBe(0)
  expect(gone.counts).toEqual(used.counts)
  expect(await rowsByTable(app, company)).toEqual(before)
  expect(await rowsByTable(app, other)).toEqual(otherBefore)
  // And it can be had again.
  expect((await admin.ok(showSample, {})).state).toBe('none')
})
