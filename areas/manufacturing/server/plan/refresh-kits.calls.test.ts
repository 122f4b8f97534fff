import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alterMo, createMo, showMo } from '../../model/mo/mo.calls.ts'
import { materialStatus } from '../../model/mo/mo.status.ts'
import {
  assignByHand,
  checkKits,
  lockMaterial,
  releaseAssignment,
  showAssignments,
} from '../../model/plan/material-plan.calls.ts'
import { planClock } from '../../model/plan/material-snapshot.ts'
import { aMo, inStock } from '../../testing/factories.ts'

const app = await testApp()

const checked = async (company: TestCompany, mo_id: string) => {
  const { job_id } = await company.admin.ok(checkKits, { mo_ids: [mo_id] })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
}
/** What is stored of an order's kit; what was there before the plan's clock is there. */
const kitOf = (company: TestCompany, mo_id: string) =>
  company.as(async tx => {
    const clock = planClock(Math.floor(Date.now() / 1000))
    const [order] = await rows(
      tx,
      sql<{
        deciding: string
        kitting_time: number
        kitting_days: number
      }>`select greatest(kitting_time, ${clock}) as kitting_time, kitting_days,
        deciding_material_id as deciding, material_status from mo where org_id = ${company.org_id} and id = ${mo_id}`,
    )
    const components = await rows(
      tx,
      sql<object>`select line_no, trim_scale(short_quantity) as short, trim_scale(in_transit_quantity) as in_transit, material_status,
        greatest(expected_time, ${clock}) as expected_time from mo_component where org_id = ${company.org_id} and mo_id = ${mo_id} order by line_no`,
    )
    return { ...order!, components }
  })
const bought = async (company: TestCompany, material_id: string, eta: number) =>
  aPurchaseOrder(company, {
    supplier_id: await company.as(tx => aSupplier(tx)),
    materials: [{ material_id, quantity: '10', eta }],
  })
/** An order of 10 of which the first component is there, the second bought in 7 days, the third in 40; due in 60. */
async function anOrder(company: TestCompany, { due = inDays(60), coming = false } = {}) {
  const { id: _, ...product } = await aMo(company, { components: 3 })
  await company.as(tx => sql`delete from mo where org_id = ${company.org_id}`.execute(tx))
  const [there, soon, late] = product.component_ids as [string, string, string]
  await company.as(tx =>
    sql`update material set supply_lead_time = case id when ${there} then 3 when ${soon} then 7 when ${late} then 40 else 2 end
      where org_id = ${company.org_id}`.execute(tx),
  )
  if (coming) await bought(company, soon, inDays(20))
  await inStock(company, [there], '10')
  const mo = await company.admin.ok(createMo, {
    material_id: product.material_id,
    planned_quantity: '10',
    delivery_date: due,
  })
  await checked(company, mo.id)
  return { ...product, ...mo, there, soon, late }
}
const edges = async (company: TestCompany, mo_id: string, material_id: string) =>
  company.admin.ok(showAssignments, { mo_id, material_id })
const release = async (company: TestCompany, mo_id: string, material_id: string) => {
  const { assignments } = await edges(company, mo_id, material_id)
  await company.admin.ok(releaseAssignment, { assign_id: assignments[0]!.id })
}
/** What has been released goes to another, so that the next plan finds the pegging that it left. */
const takeAway = async (company: TestCompany, product: { material_id: string }, material_id: string) => {
  const other = await company.admin.ok(createMo, {
    material_id: product.material_id,
    planned_quantity: '10',
    delivery_date: inDays(60),
  })
  const { alternatives } = await edges(company, other.id, material_id)
  const { source_type, source_id } = alternatives[0]!
  await company.admin.ok(assignByHand, {
    mo_id: other.id,
    material_id,
    assigns: [{ source_type: source_type as 1, source_id, quantity: '10' }],
  })
}

test.each([
  ['late enough for all', inDays(60), false],
  ['before anything can be bought', inDays(1), false],
  ['of which one component is coming', inDays(30), true],
])('an order due %s: after a release by hand it says what the next plan says', async (_, due, coming) => {
  const company = await app.company()
  const order = await anOrder(company, { due, coming })
  const planned = await kitOf(company, order.id)
  for (const material_id of coming ? [order.there, order.soon] : [order.there]) {
    await release(company, order.id, material_id)
    const refreshed = await kitOf(company, order.id)
    expect(refreshed).toMatchObject({ kitting_time: planned.kitting_time, kitting_days: planned.kitting_days })
    expect(refreshed).not.toEqual(planned)
    await takeAway(company, order, material_id)
    await checked(company, order.id)
    expect(await kitOf(company, order.id)).toEqual(refreshed)
  }
})

test('what is assigned by hand waits for what is short, and then for what comes last', async () => {
  const company = await app.company()
  const order = await anOrder(company, { due: inDays(1) })
  await bought(company, order.late, inDays(50))
  const clock = planClock(Math.floor(Date.now() / 1000))
  const assign = async (material_id: string, quantity: string) => {
    const { alternatives } = await edges(company, order.id, material_id)
    const { source_type, source_id } = alternatives[0]!
    await company.admin.ok(assignByHand, {
      mo_id: order.id,
      material_id,
      assigns: [{ source_type: source_type as 1, source_id, quantity }],
    })
  }
  await assign(order.late, '4')
  const partly = await kitOf(company, order.id)
  expect(partly).toMatchObject({ deciding: order.late, material_status: materialStatus.codes.to_be_purchased })
  await checked(company, order.id)
  const planned = await kitOf(company, order.id)
  expect(planned.deciding).toBe(order.soon)
  await release(company, order.id, order.there)
  // Of an order that lacks something the latest of that decides, though what is coming comes later.
  const released = await kitOf(company, order.id)
  expect(released).toMatchObject({ deciding: order.soon, kitting_time: inDays(50) })
  expect(released.kitting_days).toBe(Math.ceil((inDays(50) - clock) / daySeconds))
})

test('goods that come change the kit of a work order and not its version: who has it open may save', async () => {
  const company = await app.company()
  const { admin } = company
  const { id, component_ids } = await aMo(company, { components: 2 })
  const opened = async () => (await admin.ok(showMo, { mo_id: id })).mo
  const { row_version } = await opened()
  await checked(company, id)
  const { to_be_purchased, kitting_complete, locked } = materialStatus.codes
  expect(await opened()).toMatchObject({ row_version, material_status: to_be_purchased })
  await inStock(company, component_ids, '100')
  await checked(company, id)
  expect(await opened()).toMatchObject({ row_version, material_status: kitting_complete })
  await admin.ok(alterMo, { id, row_version, remark: '急' })
  expect(await opened()).toMatchObject({ row_version: row_version + 1, material_status: kitting_complete })
  expect((await admin.send(alterMo, { id, row_version, remark: '缓' })).code).toBe(generalErrors.versionConflict.code)
  // What a person has locked is another version.
  await admin.ok(lockMaterial, { mo_ids: [id], locked: true })
  const after = await opened()
  expect([after.material_status, after.row_version > row_version + 1]).toEqual([locked, true])
})
