import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { someMaterials } from '@qitao/engineering/testing/factories.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { showPurchaseUses } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { insertPurchaseRequests } from '@qitao/purchasing/server'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { anOrder } from '@qitao/sales/testing/factories.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { createMo, dropMos } from '../../model/mo/mo.calls.ts'
import {
  assignByHand,
  checkKits,
  lockMaterial,
  showAssignments,
  showMoSupply,
} from '../../model/plan/material-plan.calls.ts'
import { aMo, inStock } from '../../testing/factories.ts'
import { followReceipts, lockWaiting } from './follow-receipts.ts'
import { holdSupply } from './promise-holds.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'

const checked = async (company: TestCompany, mo_ids: string[]) => {
  const { job_id } = await company.admin.ok(checkKits, { mo_ids })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
}
/** One component from stock, one bought of which 6 of 10 come; a child order makes a third. */
async function scene(company: TestCompany) {
  const child = await aMo(company)
  const spare = await aMo(company)
  await company.admin.ok(dropMos, { mo_ids: [spare.id] })
  const [stocked, bought] = spare.component_ids as [string, string]
  const mo = await aMo(company, {
    components: [{ material_id: stocked }, { material_id: bought }, { material_id: child.material_id }],
  })
  await company.as(tx => sql`update mo set parent_mo_id = ${mo.id} where id = ${child.id}`.execute(tx))
  await inStock(company, [stocked], '100')
  const supplier_id = await company.as(tx => aSupplier(tx))
  const order = await aPurchaseOrder(company, {
    supplier_id,
    materials: [{ material_id: bought, quantity: '6', eta: inDays(8) }],
  })
  await checked(company, [mo.id])
  const [request] = await company.as(tx =>
    insertPurchaseRequests(tx, {
      ...{ now: inDays(0), time_zone: 'Asia/Shanghai' },
      requests: [
        {
          ...{ material_id: bought, demand_quantity: '4', required_date: inDays(9), source: 'shortage' },
          asked: [{ mo_id: mo.id, quantity: '4' }],
        },
      ],
    }),
  )
  return { mo, child, stocked, bought, order, request: request! }
}
const supplyOf = (company: TestCompany, mo_id: string) => company.admin.ok(showMoSupply, { mo_id })

contract(app, showMoSupply, {
  set: scene,
  good: ({ mo }) => ({ mo_id: mo.id }),
  check: async (data, { mo, child, stocked, bought, order, request }, company) => {
    // What is being bought for it and is not on its way yet stands beside, with its document.
    const asked = {
      ...{ material_id: bought, kind: 'purchase_request', document_id: request.id, no: request.no },
      ...{ quantity: '4.000000', required_date: inDays(9) },
    }
    expect(data.pending).toMatchObject([asked])
    expect(data.outside).toEqual([])
    const sources = await company.admin.ok(showAssignments, { mo_id: mo.id, material_id: bought })
    expect(sources.pending).toMatchObject([asked])
    const free = await company.admin.ok(showAssignments, { mo_id: mo.id, material_id: stocked })
    expect(free.alternatives[0]).toMatchObject({ document_id: free.alternatives[0]!.source_id, lot_number: null })
    const of = (material_id: string) => data.assignments.find(one => one.material_id === material_id)
    expect(of(stocked)).toMatchObject({
      source_type: 1,
      why: 'priority',
      made_for_quantity: '0.000000',
      locked_by_name: null,
    })
    expect(of(stocked)!.warehouse_name).not.toBeNull()
    expect(of(bought)).toMatchObject({
      ...{ source_type: 2, source_no: order.no, document_id: order.id, available_time: inDays(8), why: 'priority' },
    })
    expect(of(child.material_id)).toMatchObject({
      ...{ source_type: 4, source_no: child.no, document_id: child.id, why: 'made', made_for_quantity: '10.000000' },
    })
    for (const { needed_time } of data.needs) expect(needed_time).toBeGreaterThan(0)
    expect(await supplyOf(company, child.id)).toMatchObject({
      uses: [{ source_id: child.id, mo_id: mo.id, mo_no: mo.no, quantity: '10.000000', made_for: true, why: 'made' }],
      promises: [],
    })
  },
  refused: () => [['no such work order', { mo_id: nowhere }, manufacturingErrors.moMissing]],
  foreign: manufacturingErrors.moMissing,
})

contract(app, showPurchaseUses, {
  set: scene,
  good: ({ order }) => ({ id: order.id }),
  check: (data, { mo, order }) => {
    expect(data).toMatchObject({
      uses: [{ source_id: order.line_ids[0], mo_id: mo.id, quantity: '6.000000', made_for: false, why: 'priority' }],
      promises: [],
    })
  },
  refused: () => [['no such order', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('what is being bought to stand for a component stands with it, in its own unit; where two steps use a material, with the one', async () => {
  const company = await app.company()
  const [main] = await someMaterials(company, 1)
  const [other] = await someMaterials(company, 1)
  const mo = await aMo(company, {
    components: [{ material_id: main!.id, substitutes: [{ material_id: other!.id, ratio: '2' }] }],
  })
  const twice = newId()
  await company.as(async tx => {
    await sql`insert into mo_component (id, mo_id, line_no, material_id, operation_sequence, quantity_per, required_quantity, short_quantity)
      select ${twice}, mo_id, line_no + 1, material_id, operation_sequence, quantity_per, required_quantity, 5 from mo_component where mo_id = ${mo.id}`.execute(
      tx,
    )
    await insertPurchaseRequests(tx, {
      ...{ now: inDays(0), time_zone: 'Asia/Shanghai' },
      requests: [main!, other!].map(({ id }) => ({
        ...{ material_id: id, demand_quantity: '6', required_date: inDays(9), source: 'shortage' },
        asked: [{ mo_id: mo.id, quantity: '6' }],
      })),
    })
  })
  const { pending } = await supplyOf(company, mo.id)
  expect(pending.map(one => [one.material_code, one.component_id]).toSorted()).toEqual(
    [main!, other!].map(({ code }) => [code, twice]).toSorted(),
  )
  expect(new Set(pending.map(one => one.unit_name)).size).toBe(2)
  const sources = await company.admin.ok(showAssignments, { mo_id: mo.id, material_id: main!.id })
  expect(sources.pending).toEqual(pending)
})

test('a lock says who, when and why; whoever locks what is locked changes nothing; unlocking forgets it', async () => {
  const company = await app.company()
  const { mo, stocked } = await scene(company)
  const before = Math.floor(Date.now() / 1000)
  await company.admin.ok(lockMaterial, { mo_ids: [mo.id], locked: true, reason: '展会样机' })
  await company.admin.ok(lockMaterial, { mo_ids: [mo.id], locked: true, reason: '别的' })
  const locked = (await supplyOf(company, mo.id)).assignments
  for (const one of locked) {
    expect(one).toMatchObject({ why: 'locked', lock_reason: '展会样机' })
    expect(one.locked_by_name).not.toBeNull()
    expect(one.locked_time).toBeGreaterThanOrEqual(before)
  }
  await checked(company, [mo.id])
  expect((await supplyOf(company, mo.id)).assignments).toEqual(locked)
  await company.admin.ok(lockMaterial, { mo_ids: [mo.id], locked: false })
  const after = (await supplyOf(company, mo.id)).assignments.find(one => one.material_id === stocked)
  expect(after).toMatchObject({ why: 'priority', locked_by_name: null, locked_time: null, lock_reason: null })
})

test('what is assigned by hand is locked with its reason', async () => {
  const company = await app.company()
  const mo = await aMo(company)
  const [material_id] = mo.component_ids as [string]
  await inStock(company, [material_id], '5')
  const { alternatives } = await company.admin.ok(showAssignments, { mo_id: mo.id, material_id })
  const { source_id } = alternatives[0]!
  await company.admin.ok(assignByHand, {
    ...{
      mo_id: mo.id,
      material_id,
      assigns: [{ source_type: 1 as const, source_id, quantity: '3' }],
      reason: '客户指定批次',
    },
  })
  expect((await supplyOf(company, mo.id)).assignments).toMatchObject([
    { quantity: '3.000000', why: 'locked', lock_reason: '客户指定批次' },
  ])
})

test('a lock on goods that come stays with who chose it and why', async () => {
  const company = await app.company()
  const { mo, bought, order } = await scene(company)
  await company.admin.ok(lockMaterial, { mo_ids: [mo.id], locked: true, reason: '急单' })
  const now = Math.floor(Date.now() / 1000)
  const source_id = order.line_ids[0]!
  await inStock(company, [bought], '6')
  await company.as(async tx => {
    const found = await sql<{ id: string }>`select id from inventory where material_id = ${bought}`.execute(tx)
    const ids = await lockWaiting(tx, company.org_id, [source_id], [])
    await followReceipts(
      ...([tx, company.org_id, ids] as const),
      [{ source_id, material_id: bought, inventory_id: found.rows[0]!.id, quantity: '6' }],
      now,
    )
  })
  const came = (await supplyOf(company, mo.id)).assignments.find(one => one.material_id === bought)
  expect(came).toMatchObject({ source_type: 1, quantity: '6.000000', why: 'locked', lock_reason: '急单' })
  expect(came!.locked_by_name).not.toBeNull()
})

test('published orders keep what they have, and say so', async () => {
  const company = await app.company()
  const { mo, child } = await scene(company)
  await company.as(tx => sql`update mo set status = 30 where id = ${mo.id}`.execute(tx))
  const { assignments } = await supplyOf(company, mo.id)
  expect(assignments.map(({ why }) => why)).toEqual(['firm', 'firm', 'firm'])
  expect(assignments.find(one => one.material_id === child.material_id)).toMatchObject({
    made_for_quantity: '10.000000',
  })
})

test('a promise names its customer order, its owner and how long it holds', async () => {
  const company = await app.company()
  const made = await aMo(company)
  const { id } = await company.admin.ok(createMo, {
    ...{ material_id: made.material_id, planned_quantity: '4', delivery_date: inDays(9) },
  })
  const order = await anOrder(company, { material_id: made.material_id, quantity: '2' })
  const now = Math.floor(Date.now() / 1000)
  await company.as(async tx => {
    const line = await sql<{ id: string }>`select id from sales_order_line where order_id = ${order.id}`.execute(tx)
    await holdSupply(
      ...([tx, company.org_id, { inquiry_id: newId(), kept_until: now + 900 }] as const),
      [
        {
          ...{ order_line_id: line.rows[0]!.id, material_id: made.material_id, source_type: 4, source_id: id },
          ...{ quantity: '2', is_product: true },
        },
      ],
      now,
    )
  })
  const { promises } = await supplyOf(company, id)
  expect(promises).toMatchObject([{ source_id: id, quantity: '2.000000', order_id: order.id, kept_until: now + 900 }])
  expect(promises[0]!.promised_time).toBeGreaterThanOrEqual(now)
})
