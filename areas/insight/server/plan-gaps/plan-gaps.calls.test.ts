import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { addMaterialBom, releaseMaterialBoms } from '@qitao/engineering/model/bom/material-bom.calls.ts'
import { addRouting, releaseRoutings } from '@qitao/engineering/model/routing/routing.calls.ts'
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
  const ofOrders = result.filter(row => row.orders > 0)
  return { told: ofOrders.map(row => [row.kind, row.orders]), open_orders, ready_orders }
}

contract(app, listPlanGaps, {
  set: async company => {
    const made = await set(company)
    await company.as(tx => sql`delete from cycle_time where process_id = ${made.plant.cutting.id}`.execute(tx))
    return made
  },
  good: () => ({}),
  check: (data, { plant, mos }) =>
    expect({ ...data, result: data.result.filter(row => row.orders > 0) }).toMatchObject({
      ...{ open_orders: 3, ready_orders: 0 },
      result: [
        {
          ...{ kind: 'no_time', material_id: plant.product.id, process_id: plant.cutting.id, orders: 3 },
          order_nos: mos.map(mo => mo.no),
        },
      ],
    }),
  refused: () => [['an unknown field', { page: 1 }, generalErrors.badParameter]],
  foreign: answer =>
    expect(answer.data).toEqual({
      ...{ result: [], total: 0, open_orders: 0, ready_orders: 0, products: 0, ready_products: 0, more: 0 },
    }),
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

test('products that nobody has ordered are told after those that orders wait for, until they could be planned', async () => {
  const company = await app.company()
  const { admin } = company
  const told = async () => {
    const { result, products, ready_products } = await admin.ok(listPlanGaps, {})
    return { gaps: result.map(row => [row.kind, row.orders, row.products]), products, ready_products }
  }
  const { material_id, process_ids } = await aReleasedProduct(company)
  // Both steps are without a machine.
  const without = ['no_machine', 0, 1]
  expect(await told()).toEqual({ gaps: [without, without], products: 1, ready_products: 0 })
  // Once an order waits it is told with it, and once.
  await admin.ok(createMo, { material_id, planned_quantity: '5', delivery_date: inDays(20) })
  const waiting = ['no_machine', 1, 0]
  expect((await told()).gaps).toEqual([waiting, waiting])
  // A BoM without a routing; finished goods without either, unless they are bought; what is raw is bought.
  const [routeless, forgotten, bought] = await someMaterials(company, 3, { kind: 2 })
  const [component] = await someMaterials(company, 1)
  const lines = [{ material_id: component!.id, quantity: '1' }]
  const { id } = await admin.ok(addMaterialBom, { material_id: routeless!.id, version: 'V1', lines })
  await admin.ok(releaseMaterialBoms, { ids: [id] })
  const supplier_id = await company.as(tx => aSupplier(tx))
  await company.as(tx => sql`update material set supplier_id = ${supplier_id} where id = ${bought!.id}`.execute(tx))
  const { result, ...counts } = await admin.ok(listPlanGaps, {})
  expect(result.slice(2)).toMatchObject([
    {
      kind: 'no_routing',
      material_id: routeless!.id,
      product_codes: [routeless!.code],
      first_due: null,
      order_nos: [],
    },
    { kind: 'no_bom', material_id: forgotten!.id, product_codes: [forgotten!.code] },
  ])
  expect(counts).toMatchObject({ products: 3, ready_products: 0, open_orders: 1, more: 0 })
  await admin
    .ok(addRouting, {
      ...{ code: 'R', name: 'R', material_id: routeless!.id, lines: [{ sequence: 10, process_id: process_ids[0]! }] },
    })
    .then(made => admin.ok(releaseRoutings, { ids: [made.id] }))
  expect((await told()).gaps).toEqual([waiting, waiting, ['no_bom', 0, 1]])
  await company.as(tx => sql`update material set status = 0 where id = ${forgotten!.id}`.execute(tx))
  expect((await told()).gaps).toEqual([waiting, waiting])
})
test('a work order without any step is told', async () => {
  const company = await app.company()
  const { material_id } = await aReleasedProduct(company, { steps: 1 })
  const mo = await company.admin.ok(createMo, { material_id, planned_quantity: '5', delivery_date: inDays(20) })
  await company.as(tx => sql`delete from mo_operation where mo_id = ${mo.id}`.execute(tx))
  expect((await gaps(company)).told).toEqual([['no_routing', 1]])
})
