import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { In } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { aFreeze } from '@qitao/masterdata/testing/factories.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { arrivalCalls } from '@qitao/purchasing/model/arrival/arrival.calls.ts'
import { alterArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { anOrder } from '@qitao/sales/testing/factories.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countConflicts, listConflicts } from '../../model/conflict/conflict.calls.ts'
import { previewRepair } from '../../model/schedule.calls.ts'
import { aComponent, aMo, aPlannedMo, aPlant, aTask, at } from '../../testing/plant.ts'

const app = await testApp()

/** Material that comes a day after the start; a weld before its cut is done; nothing wrong with the third. */
async function set(company: TestCompany) {
  const plant = await aPlant(company)
  const short = await aPlannedMo(company, plant, 2)
  await aComponent(company, plant, short, at(3, 8))
  const crossed = await aMo(company, plant)
  await aTask(company, crossed, 0, plant.saw2, at(2, 8))
  await aTask(company, crossed, 1, plant.welder, at(2, 9))
  const right = await aPlannedMo(company, plant, 5)
  return { plant, short, crossed, right }
}

contract(app, listConflicts, {
  set,
  good: () => ({}),
  check: ({ result, total, counts }, { plant, short, crossed }) => {
    expect(total).toBe(2)
    expect(counts).toEqual({ kit: 1, sequence: 1 })
    expect(result).toEqual([
      expect.objectContaining({
        ...{ kind: 'kit', mo_no: short.no, machine_no: plant.saw.machine_no, at: at(3, 8), seconds: 24 * hourSeconds },
        ...{ task_id: short.cut.id, cause: expect.stringContaining(plant.component.code), process_name: 'Cutting' },
      }),
      expect.objectContaining({
        ...{ kind: 'sequence', mo_no: crossed.no, other_mo_no: crossed.no, at: at(2, 10), seconds: hourSeconds },
        cause: expect.stringContaining(crossed.no),
      }),
    ])
    for (const { remedy } of result) expect(remedy).not.toBe('')
  },
  refused: () => [
    ['a kind that is none', { kinds: ['weather'] }, generalErrors.badParameter],
    ['an order that is none', { mo_id: 'MO-1' }, generalErrors.badParameter],
  ],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0, result: [] }),
})

contract(app, countConflicts, {
  set,
  good: () => ({}),
  check: ({ total, counts, tasks }, { short }) => {
    expect({ total, counts }).toEqual({ total: 2, counts: { kit: 1, sequence: 1 } })
    expect(tasks).toContainEqual({ task_id: short.cut.id, kinds: ['kit'] })
    expect(tasks).toHaveLength(2)
  },
  refused: () => [['what it does not know', { kinds: ['kit'] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0, tasks: [] }),
})

test('by kind, machine, order and word; page by page; the counts stay those of all kinds', async () => {
  const company = await app.company()
  const { plant, short, crossed } = await set(company)
  const numbers = async (asked: In<typeof listConflicts>) => {
    const { result, total, counts } = await company.admin.ok(listConflicts, asked)
    return { numbers: result.map(({ mo_no }) => mo_no), total, counts }
  }
  const both = { kit: 1, sequence: 1 }
  expect(await numbers({ kinds: ['sequence'] })).toEqual({ numbers: [crossed.no], total: 1, counts: both })
  expect((await numbers({ machine_no: plant.saw.machine_no })).numbers).toEqual([short.no])
  expect((await numbers({ mo_id: crossed.id })).numbers).toEqual([crossed.no])
  expect((await numbers({ keyword: plant.component.code })).numbers).toEqual([short.no])
  expect(await numbers({ page: 2, page_size: 1 })).toEqual({ numbers: [crossed.no], total: 2, counts: both })
})

test('a purchase that is announced later than the start is told with its number, as soon as it is', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const order = await aPlannedMo(company, plant, 4)
  const component = await aComponent(company, plant, order, at(3, 8))
  const supplier_id = await company.as(tx => aSupplier(tx))
  const materials = [{ material_id: plant.component.id, quantity: '120', eta: at(3, 0) }]
  const purchase = await aPurchaseOrder(company, { supplier_id, materials })
  await company.as(tx =>
    sql`update mo_assignment set source_id = ${purchase.line_ids[0]} where component_id = ${component.id}`.execute(tx),
  )
  expect(await company.admin.ok(listConflicts, {})).toMatchObject({ total: 0 })
  expect((await company.admin.ok(previewRepair, {})).choices).toEqual([])
  const arrivals = [{ id: purchase.line_ids[0]!, eta: at(6, 0) }]
  await company.admin.ok(alterArrivals, { purchase_order_id: purchase.id, arrivals })
  expect((await company.admin.ok(listConflicts, {})).result).toMatchObject([
    { kind: 'receipt', mo_no: order.no, purchase_order_no: purchase.no, at: at(6, 8) },
  ])
  // What puts it right knows of it as soon.
  const [choice] = (await company.admin.ok(previewRepair, {})).choices
  expect(choice!.moved.map(({ mo_no, start_time }) => [mo_no, start_time >= at(6, 8)])).toEqual([
    [order.no, true],
    [order.no, true],
  ])
})

test('a purchase that comes on several days counts for each order by the day of its own part', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const [first, second] = [await aPlannedMo(company, plant, 4), await aPlannedMo(company, plant, 5)]
  const supplier_id = await company.as(tx => aSupplier(tx))
  const materials = [{ material_id: plant.component.id, quantity: '240', eta: at(3, 0) }]
  const purchase = await aPurchaseOrder(company, { supplier_id, materials })
  for (const [order, day] of [
    [first, 3],
    [second, 4],
  ] as const) {
    const component = await aComponent(company, plant, order, at(day, 8))
    await company.as(tx =>
      sql`update mo_assignment set source_id = ${purchase.line_ids[0]} where component_id = ${component.id}`.execute(
        tx,
      ),
    )
  }
  expect(await company.admin.ok(listConflicts, {})).toMatchObject({ total: 0 })
  const announce = (day: number) =>
    company.admin.ok(arrivalCalls.add, {
      ...{ supplier_id, planned_date: at(day, 0), submit: true },
      lines: [{ order_line_id: purchase.line_ids[0]!, material_id: plant.component.id, quantity: '120' }],
    })
  await announce(3)
  await announce(9)
  // The line has the day of the last part by now; the first order has its own in time.
  expect((await company.admin.ok(listConflicts, {})).result).toMatchObject([
    { kind: 'receipt', mo_no: second.no, at: at(9, 8) },
  ])
  const { choices } = await company.admin.ok(previewRepair, {})
  expect(new Set(choices[0]!.moved.map(({ mo_no }) => mo_no))).toEqual(new Set([second.no]))
})

test('a stop of the machine, and a machine that is out of use', async () => {
  const company = await app.company()
  const { plant, right } = await set(company)
  await aFreeze(company, { device_id: plant.saw.id, start_time: at(5, 9), end_time: at(5, 12) })
  const stopped = await company.admin.ok(listConflicts, { kinds: ['machine'] })
  expect(stopped.result).toMatchObject([{ mo_no: right.no, seconds: hourSeconds, at: at(5, 9) }])
  await company.as(tx => sql`update device set status = 0 where id = ${plant.welder.id}`.execute(tx))
  expect((await company.admin.ok(listConflicts, { kinds: ['machine'] })).total).toBe(4)
})

test('what should have begun by now and has not', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const late = await aPlannedMo(company, plant, -2)
  expect((await company.admin.ok(listConflicts, { kinds: ['report'], mo_id: late.id })).result).toMatchObject([
    { task_id: late.cut.id, at: at(-2, 8) },
    { task_id: late.weld.id },
  ])
})

test('what is most at stake goes first, with customer, sales order and the days that are due and promised; so does what a repair moves', async () => {
  const company = await app.company()
  const { plant, short, crossed } = await set(company)
  const order = await anOrder(company, { material_id: plant.product.id, delivery_date: at(24, 0) })
  await company.as(async tx => {
    const id = newId()
    await tx.insertInto('customer').values({ id, code: 'C-ACME', name: 'Acme' }).execute()
    await tx.updateTable('sales_order').set({ customer_id: id }).where('id', '=', order.id).execute()
    // Made for an order that is made for the customer, and due before its cut is done.
    const parent = await aMo(company, plant, { order_id: order.id, status: 10 })
    await tx
      .updateTable('mo')
      .set({ parent_mo_id: parent.id, delivery_date: at(1, 0) })
      .where('id', '=', crossed.id)
      .execute()
  })
  const { result } = await company.admin.ok(listConflicts, {})
  expect(result).toMatchObject([
    {
      ...{ mo_no: crossed.no, order_no: order.no, customer_name: 'Acme', promised_date: at(24, 0) },
      ...{ delivery_date: at(1, 0), late_seconds: 12 * hourSeconds },
    },
    { mo_no: short.no, order_no: null, customer_name: null, promised_date: null, late_seconds: 0 },
  ])
  for (const keyword of ['acme', order.no])
    expect((await company.admin.ok(listConflicts, { keyword })).result.map(({ mo_no }) => mo_no)).toEqual([crossed.no])
  const { choices } = await company.admin.ok(previewRepair, {})
  const [choice] = choices
  expect(choice!.moved.map(({ mo_no, customer_name }) => [mo_no, customer_name])).toContainEqual([crossed.no, 'Acme'])
  expect(choice!.orders).toMatchObject([{ mo_no: crossed.no, order_no: order.no, delivery_date: at(1, 0) }])
})
