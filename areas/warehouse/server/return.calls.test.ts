import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { addReport, dropReport, listReports } from '@qitao/shopfloor/model/report.calls.ts'
import { shopfloorReconciliations } from '@qitao/shopfloor/server'
import { type FloorWanted, type OnTheFloor, onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { aLocation } from '@qitao/stock/testing/stock.factory.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listPickings, pickMaterial, returnMaterial } from '../model/fulfilment.calls.ts'
import { warehouseErrors } from '../model/warehouse.errors.ts'
import { discrepancies } from '../testing/warehouse.factory.ts'

const app = await testApp()
const { pickingOverRequired } = warehouseErrors

type OnFloor = OnTheFloor & { location_id: string; first: string }
async function onFloor(company: TestCompany, wanted: FloorWanted): Promise<OnFloor> {
  const floor = await onTheFloor(company, wanted)
  return { ...floor, location_id: await company.as(tx => aLocation(tx)), first: floor.component_ids[0]! }
}
const report = (company: TestCompany, { task_ids }: OnFloor, finished_quantity: string, more: object = {}) =>
  company.admin.ok(addReport, { task_id: task_ids[0]!, finished_quantity, ...more })
const pick = ({ admin }: TestCompany, { id, component_ids }: OnFloor, quantity: string) =>
  admin.ok(pickMaterial, { mo_id: id, lines: component_ids.map(material_id => ({ material_id, quantity })) })
const giveBack = ({ admin }: TestCompany, { id, first, location_id }: OnFloor, quantity: string) =>
  admin.send(returnMaterial, { mo_id: id, lines: [{ material_id: first, quantity, location_id }] })
const undoAll = async ({ admin }: TestCompany, { id }: OnFloor) => {
  const { result } = await admin.ok(listReports, { mo_id: id, order_by: '-report_no' })
  for (const one of result) if (!one.revoked) await admin.ok(dropReport, { id: one.id })
}
const inStock = async (company: TestCompany, material_id: string) => {
  const [found] = await company.as(tx =>
    rows(
      tx,
      sql<{ quantity: string }>`select coalesce(sum(quantity), 0) as quantity from inventory
        where org_id = ${company.org_id} and material_id = ${material_id}`,
    ),
  )
  return Number(found!.quantity)
}
const returnable = async ({ admin }: TestCompany, { id, first }: OnFloor) => {
  const { result } = await admin.ok(listPickings, { mo_ids: [id], all: true })
  return Number(result.find(row => row.material_id === first)!.returnable_quantity)
}
const usedMore = (company: TestCompany) =>
  company.as(tx =>
    rows(tx, shopfloorReconciliations.find(({ key }) => key === 'report_used')!.find(company.org_id, undefined)),
  )

test('what reports took out of stock does not come back by a return as well', async () => {
  const company = await app.company()
  const floor = await onFloor(company, { quantity: '21', stock: '30' })
  await report(company, floor, '9')
  await report(company, floor, '10', { defective_quantity: '2', defect_reason: 'scratch' })
  expect([await inStock(company, floor.first), await returnable(company, floor)]).toEqual([9, 0])
  expect(await giveBack(company, floor, '21')).toMatchObject({ code: pickingOverRequired.code, data: { room: '0' } })
  await undoAll(company, floor)
  expect(await inStock(company, floor.first)).toBe(30)
  expect(await discrepancies(company)).toEqual([])
})

test('what was picked beside a report comes back, what the report used does not', async () => {
  const company = await app.company()
  const floor = await onFloor(company, { quantity: '21', stock: '30' })
  await report(company, floor, '9')
  await pick(company, floor, '12')
  expect(await returnable(company, floor)).toBe(12)
  expect(await giveBack(company, floor, '13')).toMatchObject({ code: pickingOverRequired.code })
  expect((await giveBack(company, floor, '12')).code).toBe(200)
  await undoAll(company, floor)
  expect([await inStock(company, floor.first), await returnable(company, floor)]).toEqual([30, 0])
  expect([await discrepancies(company), await usedMore(company)]).toEqual([[], []])
})

test('what was picked before and is in reported pieces is used; undoing the report hands it back to the line, not to stock', async () => {
  const company = await app.company()
  const floor = await onFloor(company, { stock: '30' })
  await pick(company, floor, '8')
  await report(company, floor, '6')
  expect(await giveBack(company, floor, '3')).toMatchObject({ code: pickingOverRequired.code, data: { room: '2' } })
  await undoAll(company, floor)
  expect([await inStock(company, floor.first), await returnable(company, floor)]).toEqual([22, 8])
  expect((await giveBack(company, floor, '8')).code).toBe(200)
  expect(await inStock(company, floor.first)).toBe(30)
})

test('where more came back than reports left, undoing them gives back what is still picked; the comparison names the material', async () => {
  const company = await app.company()
  const floor = await onFloor(company, { stock: '30' })
  await report(company, floor, '10')
  expect(await usedMore(company)).toEqual([])
  // As it was booked before returns knew what reports use.
  await company.as(tx =>
    sql`update mo_component set picked_quantity = 4 where org_id = ${company.org_id} and mo_id = ${floor.id} and material_id = ${floor.first}`.execute(
      tx,
    ),
  )
  const [material] = await company.as(tx =>
    rows(tx, sql<{ code: string }>`select code from material where id = ${floor.first}`),
  )
  expect(await usedMore(company)).toMatchObject([
    { object_id: floor.id, subject: material!.code, expected: '<= 4', found: '10' },
  ])
  await undoAll(company, floor)
  expect(await inStock(company, floor.first)).toBe(24)
})

test('orders that are picked in full are found, and what they did not use comes back, also when they are finished', async () => {
  const company = await app.company()
  const floor = await onFloor(company, { stock: '30' })
  await pick(company, floor, '10')
  const full = async () => {
    const { result } = await company.admin.ok(listPickings, { picking_statuses: [2], material_id: floor.first })
    return result.map(row => [row.mo_id, Number(row.returnable_quantity), row.mo_status])
  }
  expect(await full()).toEqual([[floor.id, 10, 30]])
  expect((await company.admin.ok(listPickings, {})).total).toBe(0)
  await report(company, floor, '8', { finishes: true })
  await company.admin.ok(addReport, { task_id: floor.task_ids[1]!, finished_quantity: '8', finishes: true })
  expect(await full()).toEqual([[floor.id, 2, 40]])
  expect((await giveBack(company, floor, '2')).code).toBe(200)
  expect([await inStock(company, floor.first), await returnable(company, floor)]).toEqual([22, 0])
})

test('whatever is picked, reported, undone and returned, in any order: nothing is made and nothing is lost', {
  timeout: 120_000,
}, async () => {
  const company = await app.company()
  const { admin } = company
  const step = fc.record({
    what: fc.constantFrom('pick', 'report', 'undo', 'return', 'check' as const),
    quantity: fc.integer({ min: 1, max: 7 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async steps => {
      const floor = await onFloor(company, { stock: '30' })
      const line = { material_id: floor.first, location_id: floor.location_id }
      for (const { what, quantity } of steps) {
        // Refusals are as good: whatever is answered, the books agree.
        if (what === 'pick')
          await admin.send(pickMaterial, {
            mo_id: floor.id,
            lines: [{ material_id: floor.first, quantity: `${quantity}` }],
          })
        if (what === 'report')
          await admin.send(addReport, { task_id: floor.task_ids[0]!, finished_quantity: `${quantity}` })
        if (what === 'return')
          await admin.send(returnMaterial, { mo_id: floor.id, lines: [{ ...line, quantity: `${quantity}` }] })
        if (what === 'check') await company.jobEnd((await admin.ok(checkKits, { mo_ids: [floor.id] })).job_id)
        if (what === 'undo') {
          const { result } = await admin.ok(listReports, { mo_id: floor.id })
          const standing = result.filter(({ revoked }) => !revoked)
          if (standing.length > 0) await admin.send(dropReport, { id: standing[quantity % standing.length]!.id })
        }
        const { result } = await admin.ok(listPickings, { mo_ids: [floor.id], all: true })
        const row = result.find(({ material_id }) => material_id === floor.first)!
        expect((await inStock(company, floor.first)) + Number(row.picked_quantity)).toBe(30)
        expect(Number(row.returnable_quantity)).toBeLessThanOrEqual(Number(row.picked_quantity))
      }
      expect([await discrepancies(company), await usedMore(company)]).toEqual([[], []])
      const left = await returnable(company, floor)
      if (left > 0) expect((await giveBack(company, floor, `${left}`)).code).toBe(200)
      expect((await giveBack(company, floor, '1')).code).toBe(pickingOverRequired.code)
      await undoAll(company, floor)
      expect([await discrepancies(company), await usedMore(company)]).toEqual([[], []])
    }),
    { numRuns: 8 },
  )
})
