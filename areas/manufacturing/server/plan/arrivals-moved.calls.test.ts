import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { arrivalCalls, showArrivalKits } from '@qitao/purchasing/model/arrival/arrival.calls.ts'
import { alterArrivals, showPurchaseOrder } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { supplierDelaysClock } from '@qitao/purchasing/server'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { showMo, showMoBom } from '../../model/mo/mo.calls.ts'
import { checkKits } from '../../model/plan/material-plan.calls.ts'
import { aMo, inStock } from '../../testing/factories.ts'

const app = await testApp()

async function waiting(company: TestCompany) {
  const mo = await aMo(company)
  const [late, here] = mo.component_ids as [string, string]
  await inStock(company, [here], '10')
  const supplier_id = await company.as(tx => aSupplier(tx))
  const materials = [{ material_id: late, quantity: '10', eta: inDays(12) }]
  const { id } = await aPurchaseOrder(company, { supplier_id, materials })
  const { job_id } = await company.admin.ok(checkKits, { mo_ids: [mo.id] })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
  const [line] = await company.as(tx =>
    rows(tx, sql<{ id: string }>`select id from purchase_order_line where order_id = ${id}`),
  )
  const moved = (days: number) =>
    company.admin.ok(alterArrivals, { purchase_order_id: id, arrivals: [{ id: line!.id, eta: inDays(days) }] })
  const jobs = () =>
    company.as(tx =>
      rows(
        tx,
        sql<{
          id: string
          status: number
        }>`select id, status from job where org_id = ${company.org_id} and job_type = 'arrivals_moved' order by id`,
      ),
    )
  const followed = async () => {
    for (const { id: job } of await jobs()) expect(await company.jobEnd(job)).toMatchObject({ status: 2 })
  }
  return { mo, supplier_id, line_id: line!.id, order_id: id, material_id: late, moved, followed }
}

test('a receipt that is moved to an earlier or a later day takes the kits that wait for it along', async () => {
  const company = await app.company()
  const { mo, moved, followed } = await waiting(company)
  const kit = async () => {
    const { result } = await company.admin.ok(showMoBom, { mo_id: mo.id })
    return [
      (await company.admin.ok(showMo, { mo_id: mo.id })).mo.kitting_time,
      Math.max(...result.map(one => one.expected_time!)),
    ]
  }
  expect(await kit()).toEqual([inDays(12), inDays(12)])
  await moved(4)
  await followed()
  expect(await kit()).toEqual([inDays(4), inDays(4)])
  await moved(15)
  await followed()
  expect(await kit()).toEqual([inDays(15), inDays(15)])
})

test('where purchases count as they usually come, what is learnt of the supplier takes the kits along', async () => {
  const company = await app.company()
  const { mo, supplier_id } = await waiting(company)
  const kit = async () => (await company.admin.ok(showMo, { mo_id: mo.id })).mo.kitting_time
  await company.admin.ok(setOrganizationConfig, {
    configs: [{ config_key: 'kitting_arrival_day', config_value: 'p90' }],
  })
  // Five lines that came four days late.
  await company.as(async tx => {
    const material_id = mo.component_ids[0]!
    for (let count = 0; count < 5; count++) {
      const { line_ids } = await aPurchaseOrder(company, {
        supplier_id,
        materials: [{ material_id, quantity: '1', eta: inDays(-3) }],
      })
      await sql`update purchase_order_line set received_quantity = quantity, arrival_time = ${inDays(1)} where id = ${line_ids[0]}`.execute(
        tx,
      )
    }
  })
  const learn = async () => {
    await keepHouse(app.database, supplierDelaysClock)
    for (const type of ['supplier_delays', 'arrivals_moved']) {
      const jobs = await company.as(tx =>
        rows(
          tx,
          sql<{ id: string }>`select id from job where org_id = ${company.org_id} and job_type = ${type} order by id`,
        ),
      )
      for (const { id } of jobs) expect(await company.jobEnd(id)).toMatchObject({ status: 2 })
      expect(jobs.length).toBeGreaterThan(0)
    }
  }
  expect(await kit()).toBe(inDays(12))
  await learn()
  expect(await kit()).toBe(inDays(16))
})

test('a line that comes on several days is there for each order when its own part comes', async () => {
  const company = await app.company()
  const of = await waiting(company)
  const { mo, supplier_id, line_id, order_id, material_id, followed } = of
  const kit = async () => (await company.admin.ok(showMo, { mo_id: mo.id })).mo.kitting_time
  const announce = (quantity: string, day: number) =>
    company.admin.ok(arrivalCalls.add, {
      ...{ supplier_id, planned_date: inDays(day), submit: true },
      lines: [{ order_line_id: line_id, material_id, quantity }],
    })
  const eta = async () => (await company.admin.ok(showPurchaseOrder, { id: order_id })).lines[0]!.eta
  // The order needs all of it: a part that is announced earlier does not help it, nor does it move the rest.
  const early = await announce('4', 3)
  await followed()
  expect([await kit(), await eta()]).toEqual([inDays(12), inDays(12)])
  expect((await company.admin.ok(showArrivalKits, { id: early.id })).result).toMatchObject([
    { id: mo.id, completes: false },
  ])
  // Another that needs no more than the part has it once it comes first, and the first order still waits for the rest.
  const [component] = (await company.admin.ok(showMoBom, { mo_id: mo.id })).result.filter(
    one => one.material_id === material_id,
  )
  await company.as(tx => sql`update mo_component set required_quantity = 4 where id = ${component!.id}`.execute(tx))
  const { job_id } = await company.admin.ok(checkKits, { mo_ids: [mo.id] })
  await company.jobEnd(job_id)
  expect(await kit()).toBe(inDays(3))
  expect((await company.admin.ok(showArrivalKits, { id: early.id })).result).toMatchObject([
    { id: mo.id, completes: true },
  ])
  // The part comes later after all, and is then cancelled: it comes with the rest again.
  const { record, lines } = await company.admin.ok(arrivalCalls.detail, { id: early.id })
  await company.admin.ok(arrivalCalls.alter, {
    ...{ id: early.id, row_version: record.row_version, supplier_id, planned_date: inDays(6) },
    lines: lines.map(({ id, quantity }) => ({ id, order_line_id: line_id, material_id, quantity })),
  })
  await followed()
  expect(await kit()).toBe(inDays(6))
  // All of it announced: the line has the day of the last, and only the arrivals move it.
  await announce('6', 15)
  await followed()
  expect([await kit(), await eta()]).toEqual([inDays(6), inDays(15)])
  const refused = await company.admin.send(alterArrivals, {
    purchase_order_id: order_id,
    arrivals: [{ id: line_id, eta: inDays(2) }],
  })
  expect(refused.code).toBe(purchasingErrors.notEditable.code)
  await company.admin.ok(arrivalCalls.cancel, { ids: [early.id] })
  await followed()
  expect(await kit()).toBe(inDays(15))
})
