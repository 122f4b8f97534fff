import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { addMaterialBom, releaseMaterialBoms } from '@qitao/engineering/model/bom/material-bom.calls.ts'
import { aReleasedProduct, someMaterials } from '@qitao/engineering/testing/factories.ts'
import { createMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { anOrder, inDays } from '@qitao/sales/testing/factories.ts'
import { aMo, aPlant } from '@qitao/scheduling/testing/plant.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listPlanGaps } from '../../model/plan-gaps/plan-gaps.calls.ts'

const app = await testApp()

/** Two work orders that cut and weld, one that cuts only. */
async function set(company: TestCompany) {
  const plant = await aPlant(company)
  const mos = [await aMo(company, plant), await aMo(company, plant), await aMo(company, plant, { steps: 1 })]
  return { plant, mos }
}
const gaps = async (company: TestCompany) => {
  const { result, open_orders, ready_orders } = await company.admin.ok(listPlanGaps, {})
  return { told: result.map(row => [row.kind, row.orders]), open_orders, ready_orders }
}

contract(app, listPlanGaps, {
  set: async company => {
    const made = await set(company)
    await company.as(tx => sql`delete from cycle_time where process_id = ${made.plant.cutting.id}`.execute(tx))
    return made
  },
  good: () => ({}),
  check: (data, { plant, mos }) =>
    expect(data).toMatchObject({
      ...{ total: 1, open_orders: 3, ready_orders: 0 },
      result: [
        {
          ...{ kind: 'no_time', material_id: plant.product.id, process_id: plant.cutting.id, orders: 3 },
          order_nos: mos.map(mo => mo.no),
        },
      ],
    }),
  refused: () => [['an unknown field', { page: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toEqual({ result: [], total: 0, open_orders: 0, ready_orders: 0 }),
})
test('what stops the most orders comes first; what is mended goes', async () => {
  const company = await app.company()
  const { plant } = await set(company)
  const write = (statement: ReturnType<typeof sql>) => company.as(tx => statement.execute(tx))
  expect(await gaps(company)).toEqual({ told: [], open_orders: 3, ready_orders: 3 })
  await write(sql`update device set status = 0 where id = ${plant.welder.id}`)
  expect(await gaps(company)).toEqual({ told: [['no_machine', 2]], open_orders: 3, ready_orders: 1 })
  await write(sql`update cycle_time set device_id = ${plant.welder.id} where process_id = ${plant.cutting.id}`)
  expect((await gaps(company)).told).toEqual([
    ['no_time', 3],
    ['no_machine', 2],
  ])
  // A machine of ours does nothing that is bought, the lane of a supplier does, without a time; and it does nothing of ours.
  await write(sql`update process set outsourced = true where id = ${plant.cutting.id}`)
  expect((await gaps(company)).told).toEqual([
    ['no_lane', 3],
    ['no_machine', 2],
  ])
  const supplier_id = await company.as(tx => aSupplier(tx))
  await write(sql`update device set supplier_id = ${supplier_id} where id = ${plant.saw.id}`)
  expect((await gaps(company)).told).toEqual([['no_machine', 2]])
  await write(sql`update device set status = 1 where id = ${plant.welder.id}`)
  await write(sql`update device set supplier_id = ${supplier_id} where id = ${plant.welder.id}`)
  expect((await gaps(company)).told).toEqual([['no_machine', 2]])
  await write(sql`update device set supplier_id = null where id = ${plant.welder.id}`)
  await write(sql`update calendar set is_default = false where org_id = ${company.org_id}`)
  expect((await gaps(company)).told).toEqual([
    ['no_calendar', 3],
    ['no_calendar', 2],
  ])
})
test('a product that is ordered and has no BoM in force', async () => {
  const company = await app.company()
  const { plant } = await set(company)
  await anOrder(company, { material_id: plant.other.id, quantity: '3' })
  expect((await gaps(company)).told).toEqual([['no_bom', 1]])
})
test('a work order made by a manufacturing BoM of an older BoM version: how many components are at no step', async () => {
  const company = await app.company()
  const { admin } = company
  const { material_id, component_ids } = await aReleasedProduct(company)
  const order = () => admin.ok(createMo, { material_id, planned_quantity: '5', delivery_date: inDays(20) })
  await order()
  const unplaced = async () =>
    (await admin.ok(listPlanGaps, {})).result.flatMap(row =>
      row.kind === 'no_step' ? [[row.material_id, row.components, row.orders]] : [],
    )
  const added = await someMaterials(company, 2)
  const release = async (version: string, ids: readonly string[]) => {
    const lines = ids.map(component => ({ material_id: component, quantity: '1' }))
    const { id } = await admin.ok(addMaterialBom, { material_id, version, lines })
    await admin.ok(releaseMaterialBoms, { ids: [id] })
  }
  await release('V2', component_ids)
  await order()
  expect(await unplaced()).toEqual([])
  await release('V3', [...component_ids, ...added.map(({ id }) => id)])
  const mo = await order()
  expect(await unplaced()).toEqual([[material_id, 2, 1]])
  // What is new goes in at the first step, as what no manufacturing BoM names.
  const { rows } = await company.as(tx =>
    sql`select operation_sequence from mo_component where mo_id = ${mo.id}`.execute(tx),
  )
  expect(rows).toEqual(Array(4).fill({ operation_sequence: 10 }))
})
