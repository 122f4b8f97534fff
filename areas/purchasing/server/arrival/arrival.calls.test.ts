import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { documentContract } from '@qitao/app-server/testing/document-contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  arrivalCalls,
  arrivals,
  printArrivalLabels,
  showArrivalKits,
  splitArrival,
} from '../../model/arrival/arrival.calls.ts'
import { arrivalStatus } from '../../model/arrival/arrival.status.ts'
import {
  cancelPurchaseOrders,
  forceClosePurchaseOrders,
  listArrivals,
  receiveArrivals,
  showPurchaseOrder,
} from '../../model/purchase-order.calls.ts'
import { purchasingErrors } from '../../model/purchasing.errors.ts'
import { aPurchaseOrder, aSupplier, inDays } from '../../testing/purchasing.factory.ts'

const app = await testApp()

/** 100 of a material without decimals on order for the fifth day; a draft of an order, and a line of another supplier. */
async function set(company: TestCompany) {
  const made = await company.as(async tx => ({
    supplier_id: await aSupplier(tx),
    other: await aSupplier(tx),
    material_id: await aMaterial(tx, { precision: 0 }),
    location_id: await aLocation(tx),
  }))
  const { supplier_id, other, material_id } = made
  const materials = [{ material_id, quantity: '100' }]
  const order = await aPurchaseOrder(company, { supplier_id, materials })
  const draft = await aPurchaseOrder(company, { supplier_id, materials, submit: false })
  const foreign = await aPurchaseOrder(company, { supplier_id: other, materials })
  return { ...made, order, line_id: order.line_ids[0]!, draft: draft.line_ids[0]!, foreign: foreign.line_ids[0]! }
}
type Set = Awaited<ReturnType<typeof set>>
const line = (of: Set, more: object = {}) => ({
  ...{ order_line_id: of.line_id, material_id: of.material_id, quantity: '40' },
  ...more,
})
const input = (of: Set, more: object = {}) => ({
  ...{ supplier_id: of.supplier_id, planned_date: inDays(3), lines: [line(of)] },
  ...more,
})

documentContract(app, arrivals, {
  set,
  input: of => input(of),
  refused: of => [
    ['a day that is over', input(of, { planned_date: inDays(-1) }), generalErrors.badParameter],
    ['more than is open', input(of, { lines: [line(of, { quantity: '101' })] }), purchasingErrors.inboundOverPending],
    [
      'more than is open on two lines',
      input(of, { lines: [line(of), line(of, { quantity: '61' })] }),
      purchasingErrors.inboundOverPending,
    ],
    ['finer than the unit', input(of, { lines: [line(of, { quantity: '1.5' })] }), generalErrors.unitQuantityPrecision],
    [
      'an order that is not sent',
      input(of, { lines: [line(of, { order_line_id: of.draft })] }),
      purchasingErrors.notEditable,
    ],
    [
      'a line of another supplier',
      input(of, { lines: [line(of, { order_line_id: of.foreign })] }),
      generalErrors.badParameter,
    ],
    ['a long remark', input(of, { remark: 'x'.repeat(256) }), generalErrors.remarkTooLong],
  ],
  numberTaken: generalErrors.duplicateCode,
  notNow: generalErrors.statusNotAllowed,
  ends: 'cancel',
})

const written = async (company: TestCompany, of: Set, more: object = {}) =>
  (await company.admin.ok(arrivalCalls.add, { ...input(of, more), submit: true })).id
const shown = async (company: TestCompany, id: string) => {
  const { record, lines } = await company.admin.ok(arrivalCalls.detail, { id })
  return { ...record, lines }
}
const etaOf = async (company: TestCompany, of: Set) =>
  (await company.admin.ok(showPurchaseOrder, { id: of.order.id })).lines[0]!.eta

contract(app, splitArrival, {
  set: async company => {
    const of = await set(company)
    const id = await written(company, of)
    const { lines } = await shown(company, id)
    return { ...of, id, split_id: lines[0]!.id, row_version: (await shown(company, id)).row_version }
  },
  good: of => splitting(of, '15'),
  check: async ({ id }, of, company) => {
    const [old, made] = [await shown(company, of.id), await shown(company, id)]
    expect([old.lines[0]!.quantity, made.lines[0]!.quantity]).toEqual(['25.000000', '15.000000'])
    expect([old.status, made.status, made.planned_date]).toEqual(['15', '15', inDays(8)])
    expect(await etaOf(company, of)).toBe(inDays(5))
  },
  refused: of => [
    ['an old version', { ...splitting(of, '15'), row_version: 7 }, generalErrors.versionConflict],
    [
      'a line of nobody',
      { ...splitting(of, '15'), lines: [{ line_id: of.id, quantity: '1' }] },
      generalErrors.recordNotFound,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})
const splitting = (of: { id: string; split_id: string; row_version: number }, quantity: string) => ({
  ...{ id: of.id, row_version: of.row_version, planned_date: inDays(8) },
  lines: [{ line_id: of.split_id, quantity }],
})

contract(app, arrivalCalls.force_close, {
  set: async company => {
    const of = await set(company)
    const [id, unreceived] = [await written(company, of), await written(company, of)]
    await company.admin.ok(receiveArrivals, {
      arrival_ids: [of.line_id],
      lines: [{ arrival_id: of.line_id, quantity: '10', location_id: of.location_id }],
      came_with: id,
    })
    return { id, unreceived }
  },
  good: ({ id }) => ({ ids: [id] }),
  check: async (_, { id }, company) => expect((await shown(company, id)).status).toBe('25'),
  refused: ({ unreceived }) => [
    ['nothing of it has come', { ids: [unreceived] }, generalErrors.statusNotAllowed],
    ['one that is not there', { ids: ['00000000-0000-7000-8000-000000000000'] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, showArrivalKits, {
  set: async company => ({ id: await written(company, await set(company)) }),
  good: ({ id }) => ({ id }),
  check: ({ result }) => expect(result).toEqual([]),
  refused: () => [
    ['one that is not there', { id: '00000000-0000-7000-8000-000000000000' }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('what is announced moves the day of the order line, and counts beside the line', async () => {
  const company = await app.company()
  const of = await set(company)
  await written(company, of, { planned_date: inDays(2) })
  // Sixty are not announced: they come as the order says.
  expect(await etaOf(company, of)).toBe(inDays(5))
  await written(company, of, { planned_date: inDays(9), lines: [line(of, { quantity: '60' })] })
  expect(await etaOf(company, of)).toBe(inDays(9))
  const { result } = await company.admin.ok(listArrivals, { ids: [of.line_id] })
  expect(result[0]).toMatchObject({ announced_quantity: '100.000000', open_quantity: '100.000000' })
  expect((await company.admin.ok(listArrivals, { ids: [of.line_id], unannounced: true })).total).toBe(0)
  const more = await company.admin.send(arrivalCalls.add, input(of, { lines: [line(of, { quantity: '1' })] }))
  expect(more.code).toBe(purchasingErrors.inboundOverPending.code)
})

test('an order that is cancelled or closed while arrivals bring some of it is refused, and they are named', async () => {
  const company = await app.company()
  const of = await set(company)
  const id = await written(company, of)
  const { no } = await shown(company, id)
  for (const call of [cancelPurchaseOrders, forceClosePurchaseOrders]) {
    const refused = await company.admin.send(call, { ids: [of.order.id] })
    expect(refused).toMatchObject({ code: purchasingErrors.notEditable.code, data: { nos: no } })
  }
  await company.admin.ok(arrivalCalls.cancel, { ids: [id] })
  await company.admin.ok(cancelPurchaseOrders, { ids: [of.order.id] })
})

test('a draft is held against its order again when it is submitted', async () => {
  const company = await app.company()
  const of = await set(company)
  const { id } = await company.admin.ok(arrivalCalls.add, input(of))
  await company.admin.ok(receiveArrivals, {
    arrival_ids: [of.line_id],
    lines: [{ arrival_id: of.line_id, quantity: '70', location_id: of.location_id }],
  })
  const late = await company.admin.send(arrivalCalls.submit, { ids: [id] })
  expect(late).toMatchObject({ code: purchasingErrors.inboundOverPending.code, data: { row: 1, free: '30' } })
  expect((await shown(company, id)).status).toBe('10')
  const { row_version, lines } = await shown(company, id)
  await company.admin.ok(arrivalCalls.alter, {
    ...{ ...input(of), id, row_version },
    lines: [line(of, { id: lines[0]!.id, quantity: '30' })],
  })
  await company.admin.ok(arrivalCalls.submit, { ids: [id] })
  expect((await shown(company, id)).status).toBe('15')
})

test('what comes in moves the arrival that it came with, else the earliest', async () => {
  const company = await app.company()
  const of = await set(company)
  const early = await written(company, of, { planned_date: inDays(2) })
  const late = await written(company, of, { planned_date: inDays(4) })
  const receive = (quantity: string, came_with?: string) =>
    company.admin.ok(receiveArrivals, {
      arrival_ids: [of.line_id],
      lines: [{ arrival_id: of.line_id, quantity, location_id: of.location_id }],
      ...(came_with ? { came_with } : {}),
    })
  const states = async () => [(await shown(company, early)).status, (await shown(company, late)).status]
  await receive('10', late)
  expect(await states()).toEqual(['15', '20'])
  await receive('40')
  expect(await states()).toEqual(['30', '20'])
  await company.admin.ok(arrivalCalls.force_close, { ids: [late] })
  expect(await states()).toEqual(['30', '25'])
  await receive('50')
  expect(await states()).toEqual(['30', '25'])
})

test('what is announced while goods come in is not passed over: whoever receives them tries again', async () => {
  const company = await app.company()
  const of = await set(company)
  const { id } = await company.admin.ok(arrivalCalls.add, input(of))
  const receive = () =>
    company.admin.send(receiveArrivals, {
      arrival_ids: [of.line_id],
      lines: [{ arrival_id: of.line_id, quantity: '70', location_id: of.location_id }],
    })
  const { received } = await company.as(async tx => {
    await sql`select from purchase_order where id = ${of.order.id} for no key update`.execute(tx)
    const coming = receive()
    await pause(700)
    await sql`update arrival set status = ${arrivalStatus.codes.announced} where id = ${id}`.execute(tx)
    return { received: coming }
  })
  expect((await received).code).toBe(generalErrors.dataLocked.code)
  expect((await receive()).code).toBe(200)
  expect((await shown(company, id)).status).toBe(arrivalStatus.codes.completed)
})

contract(app, printArrivalLabels, {
  set: async company => {
    const of = await set(company)
    const lines = [line(of, { lot_number: 'L-7', container_count: 3 })]
    return company.admin.ok(arrivalCalls.add, input(of, { lines }))
  },
  good: ({ id }) => ({ ids: [id], label_type: 1 as const }),
  check: data => expect(Buffer.from(data.bytes).subarray(0, 5).toString()).toBe('%PDF-'),
  refused: () => [['one that is not there', { ids: [newId()], label_type: 1 as const }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
