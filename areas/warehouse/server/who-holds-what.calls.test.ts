import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { createMo, dropMos, showMo, showMoBom } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { checkKits, replenishMos } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { aMo, inStock } from '@qitao/manufacturing/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { receiveArrivals, submitPurchaseOrders } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { requestsToPurchaseOrders } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { aLocation } from '@qitao/stock/testing/stock.factory.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { finishInboundMo, pickMaterial } from '../model/fulfilment.calls.ts'
import { discrepancies, finished } from '../testing/warehouse.factory.ts'

/** From the press of replenish to the full kit, through buyers, receipts and the floor: who was replenished gets it. */
const app = await testApp()

interface Plant {
  readonly stock: number
  readonly lot: number
  readonly priorities: readonly number[]
  readonly asked: readonly number[]
  readonly checksBetween: boolean
}
const anyPlant: fc.Arbitrary<Plant> = fc.record({
  stock: fc.integer({ min: 0, max: 25 }),
  lot: fc.constantFrom(0, 7, 30),
  priorities: fc.array(fc.constantFrom(1, 40, 100, 500), { minLength: 3, maxLength: 3 }),
  asked: fc.subarray([0, 1, 2], { minLength: 1, maxLength: 2 }),
  checksBetween: fc.boolean(),
})

/** Three orders of a product that takes two of a made part and one bought one; the part takes two bought ones. */
async function plantOf(company: TestCompany, { stock, lot, priorities }: Plant) {
  const { admin } = company
  const part = await aMo(company)
  const top = await aMo(company, { components: [{ material_id: part.material_id, quantity: '2' }, await bought()] })
  async function bought() {
    const other = await aMo(company, { components: 1 })
    await admin.ok(dropMos, { mo_ids: [other.id] })
    return { material_id: other.component_ids[0]! }
  }
  await admin.ok(dropMos, { mo_ids: [part.id, top.id] })
  const purchased = [...part.component_ids, top.component_ids[1]!]
  const location_id = await company.as(async tx => {
    const bin = await aLocation(tx)
    await sql`update material set default_location_id = ${bin}, supplier_id = ${await aSupplier(tx)}, packaging_size = ${lot}
      where id = any(${[...purchased, part.material_id]}::uuid[])`.execute(tx)
    return bin
  })
  if (stock > 0) await inStock(company, [...purchased, part.material_id], String(stock))
  const mo_ids: string[] = []
  for (const priority of priorities) {
    const { id } = await admin.ok(createMo, {
      ...{ material_id: top.material_id, planned_quantity: '10', delivery_date: inDays(20), priority },
    })
    mo_ids.push(id)
  }
  return { mo_ids, location_id }
}

async function done<T>(company: TestCompany, started: Promise<{ job_id: string }>): Promise<T> {
  const ended = await company.jobEnd((await started).job_id)
  expect(ended).toMatchObject({ status: 2 })
  return ended.result as T
}
const check = (company: TestCompany, mo_ids: string[]) => done(company, company.admin.ok(checkKits, { mo_ids }))
const replenish = (company: TestCompany, mo_ids: string[]) =>
  done<{ mo_count: number; request_count: number }>(company, company.admin.ok(replenishMos, { mo_ids }))
const idsOf = (company: TestCompany, of: ReturnType<typeof sql>) =>
  company.as(async tx => (await rows(tx, sql<{ id: string }>`${of}`)).map(({ id }) => id))

async function buyAll(company: TestCompany, check_ids: string[] | null) {
  const requests = await idsOf(company, sql`select id from purchase_request where status = 0 order by no`)
  if (requests.length === 0) return
  const lines = requests.map(request_id => ({ request_id }))
  const { purchase_order_ids } = await company.admin.ok(requestsToPurchaseOrders, { lines })
  await company.admin.ok(submitPurchaseOrders, { ids: purchase_order_ids })
  if (check_ids) await check(company, check_ids)
  const arrivals = await idsOf(company, sql`select id from purchase_order_line order by id`)
  await company.admin.ok(receiveArrivals, { arrival_ids: arrivals })
}
async function makeAll(company: TestCompany, location_id: string, tops: readonly string[]) {
  for (const id of await idsOf(company, sql`select id from mo where id <> all(${tops}::uuid[]) order by id`)) {
    const { planned_quantity } = (await company.admin.ok(showMo, { mo_id: id })).mo
    await company.as(tx => sql`update mo set status = 30, publish_status = 1 where id = ${id}`.execute(tx))
    const { result: components } = await company.admin.ok(showMoBom, { mo_id: id })
    const lines = components.map(one => ({ material_id: one.material_id, quantity: one.required_quantity }))
    await company.admin.ok(pickMaterial, { mo_id: id, lines })
    await finished(company, id, planned_quantity)
    await company.admin.ok(finishInboundMo, { mo_id: id, quantity: planned_quantity, location_id })
  }
}

test('what is replenished, received and checked is kitted, and replenishing it again makes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(anyPlant, async plant => {
      const company = await app.company()
      const { mo_ids, location_id } = await plantOf(company, plant)
      const asked = plant.asked.map(index => mo_ids[index]!)
      await check(company, mo_ids)
      await replenish(company, asked)
      expect(await replenish(company, asked)).toMatchObject({ mo_count: 0, request_count: 0 })
      await buyAll(company, plant.checksBetween ? mo_ids : null)
      await makeAll(company, location_id, mo_ids)
      await check(company, mo_ids)
      for (const mo_id of asked)
        expect((await company.admin.ok(showMo, { mo_id })).mo).toMatchObject({ material_status: 1 })
      expect(await replenish(company, asked)).toMatchObject({ mo_count: 0, request_count: 0 })
      expect(await discrepancies(company)).toEqual([])
    }),
    { numRuns: 8 },
  )
}, 120_000)
