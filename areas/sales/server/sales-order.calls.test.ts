import { generateSerialNumber } from '@qitao/access/model/record/serial-number.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aCustomer } from '@qitao/masterdata/testing/factories.ts'
import { recordDelivery, recordMaking } from '@qitao/sales/server'
import { describe, expect, test } from 'vitest'
import { salesErrors } from '../model/sales.errors.ts'
import {
  addSalesOrder,
  cancelSalesOrders,
  countSalesOrders,
  deleteSalesOrders,
  dropSalesOrders,
  listOrderLines,
  listSalesOrders,
  restoreSalesOrders,
  showSalesOrder,
  submitSalesOrders,
  totalSalesOrders,
  updateSalesOrder,
} from '../model/sales-order.calls.ts'
import { anOrder, aProduct, inDays, today } from '../testing/factories.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const yearAndMore = 367 * 86_400

describe('reading', () => {
  contract(app, listSalesOrders, {
    set: async company => anOrder(company, { material_id: await aProduct(company) }),
    good: ({ no }) => ({ keyword: no, statuses: [10 as const] }),
    check: (data, { no }) =>
      expect(data).toMatchObject({
        total: 1,
        result: [{ no, line_count: 1, quantity: '10.000000', to_make_quantity: '10.000000', unpriced_count: 1 }],
      }),
    refused: () => [
      ['unknown field', { company: 'x' }, generalErrors.badParameter],
      ['a span over one year', { timestamp_range: [today, today + yearAndMore] }, generalErrors.dateSpanOverYear],
      ['a page that is no number', { page: 'one' }, generalErrors.numberRequired],
      ['an order that does not exist', { order_by: 'secret' }, generalErrors.badParameter],
    ],
    foreign: answer => expect(answer.data).toMatchObject({ total: 0, result: [] }),
  })
  contract(app, countSalesOrders, {
    set: async company => anOrder(company, { material_id: await aProduct(company) }),
    good: () => ({}),
    check: data =>
      expect(data).toEqual({
        init_count: 0,
        approved_count: 1,
        planning_count: 0,
        to_produce_count: 0,
        producing_count: 0,
        finished_count: 0,
        delivered_count: 0,
      }),
    refused: () => [
      ['a span that ends before it starts', { timestamp_range: [today, today - 1] }, generalErrors.badParameter],
    ],
    foreign: answer => expect(answer.data).toMatchObject({ approved_count: 0 }),
  })
  contract(app, totalSalesOrders, {
    set: async company => {
      const [pieces, metres] = [await aProduct(company), await aProduct(company)]
      await anOrder(company, { material_id: pieces, quantity: '3' })
      await anOrder(company, { material_id: pieces, quantity: '4' })
      await anOrder(company, { material_id: metres, quantity: '5' })
      await anOrder(company, { material_id: metres, quantity: '9', submit: false })
    },
    good: () => ({ statuses: [10 as const] }),
    check: ({ result, is_complete }) => {
      expect(result.map(({ quantity }) => quantity).sort()).toEqual(['5', '7'])
      expect(is_complete).toBe(true)
    },
    refused: () => [
      ['unknown field', { company: 'x' }, generalErrors.badParameter],
      ['a span over one year', { timestamp_range: [today, today + yearAndMore] }, generalErrors.dateSpanOverYear],
    ],
    foreign: answer => expect(answer.data).toEqual({ result: [], is_complete: true }),
  })
  contract(app, showSalesOrder, {
    set: async company => anOrder(company, { material_id: await aProduct(company) }),
    good: ({ id }) => ({ id }),
    check: (data, { no }) => expect(data).toMatchObject({ record: { no }, lines: [{ line_no: 1 }] }),
    refused: () => [
      ['no such order', { id: nowhere }, salesErrors.orderMissing],
      ['no id', { id: 'x' }, generalErrors.badParameter],
    ],
    foreign: salesErrors.orderMissing,
  })
  contract(app, listOrderLines, {
    set: async company => anOrder(company, { material_id: await aProduct(company) }),
    good: ({ id }) => ({ order_id: id }),
    check: data => expect(data.result).toHaveLength(1),
    refused: () => [['no order', {}, generalErrors.fieldRequired]],
    foreign: salesErrors.orderMissing,
  })
})

describe('writing', () => {
  const wanted = (material_id: string) => ({
    order_date: today,
    delivery_date: inDays(10),
    lines: [{ material_id, quantity: '3' }],
  })
  test('an order that says nothing of them has the currency and the tax of its customer; what is taken out of it stays out', async () => {
    const company = await app.company()
    const customer_id = (await aCustomer(company, { currency: 'EUR', tax_rate: '6' })).id
    const input = { ...wanted(await aProduct(company)), customer_id }
    const { id } = await company.admin.ok(addSalesOrder, input)
    const record = async () => (await company.admin.ok(showSalesOrder, { id })).record
    const { currency, tax_rate, row_version } = await record()
    expect([currency, Number(tax_rate)]).toEqual(['EUR', 6])
    await company.admin.ok(updateSalesOrder, { ...input, id, row_version, currency: 'USD', tax_rate: null })
    expect(await record()).toMatchObject({ currency: 'USD', tax_rate: null })
  })
  contract(app, addSalesOrder, {
    set: async company => ({
      material_id: await aProduct(company),
      taken: (await anOrder(company, { material_id: await aProduct(company) })).no,
    }),
    good: ({ material_id }) => wanted(material_id),
    check: data => expect(data.no).toMatch(/^SO\d{8}0002$/),
    refused: ({ material_id, taken }) => [
      ['no delivery date', { order_date: today, lines: [] }, generalErrors.fieldRequired],
      ['an unknown field', { ...wanted(material_id), org_id: nowhere }, generalErrors.badParameter],
      [
        'a quantity of words',
        { ...wanted(material_id), lines: [{ material_id, quantity: 'many' }] },
        generalErrors.numberRequired,
      ],
      [
        'a quantity below nothing',
        { ...wanted(material_id), lines: [{ material_id, quantity: '-1' }] },
        generalErrors.badParameter,
      ],
      [
        'more decimals than pieces have',
        { ...wanted(material_id), lines: [{ material_id, quantity: '1.5' }] },
        generalErrors.unitQuantityPrecision,
      ],
      [
        'seven decimals',
        { ...wanted(material_id), lines: [{ material_id, quantity: '1.0000001' }] },
        generalErrors.decimalsExceeded,
      ],
      ['an unknown material', wanted(nowhere), generalErrors.recordNotFound],
      [
        'a line due after its order',
        { ...wanted(material_id), lines: [{ material_id, quantity: '1', delivery_date: inDays(11) }] },
        salesErrors.lineDeliveryAfterOrder,
      ],
      ['a number that is taken', { ...wanted(material_id), no: taken }, salesErrors.orderExists],
      ['submitted without lines', { ...wanted(material_id), lines: [], submit: true }, salesErrors.noLines],
      ['a long remark', { ...wanted(material_id), remark: 'x'.repeat(256) }, generalErrors.remarkTooLong],
      ['a priority over 10000', { ...wanted(material_id), priority: 10_001 }, generalErrors.number1To10000],
      ['a copy of nothing', { ...wanted(material_id), type: 'copy', copyNo: 'none' }, salesErrors.orderMissing],
      ['a NUL in a text', { ...wanted(material_id), customer_order_no: 'a\u0000b' }, generalErrors.badParameter],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, updateSalesOrder, {
    set: async company => {
      const material_id = await aProduct(company)
      return { material_id, ...(await anOrder(company, { material_id, submit: false })) }
    },
    good: ({ id, material_id }) => ({ ...wanted(material_id), id, row_version: 0 }),
    check: async (_data, { id }, company) => {
      const { record, lines } = await company.admin.ok(showSalesOrder, { id })
      expect(record).toMatchObject({ row_version: 1, quantity: '3.000000' })
      expect(lines).toHaveLength(1)
    },
    refused: ({ id, material_id }) => [
      ['a stale version', { ...wanted(material_id), id, row_version: 7 }, generalErrors.versionConflict],
      ['no such order', { ...wanted(material_id), id: nowhere, row_version: 0 }, salesErrors.orderMissing],
      [
        'a line of another order',
        { ...wanted(material_id), id, row_version: 0, lines: [{ id: nowhere, material_id, quantity: '1' }] },
        generalErrors.recordNotFound,
      ],
    ],
    foreign: salesErrors.orderMissing,
  })
  const bulk = { good: (order: { id: string }) => ({ ids: [order.id] }), foreign: generalErrors.recordNotFound }
  const drafted = async (company: Parameters<typeof anOrder>[0]) =>
    anOrder(company, { material_id: await aProduct(company), submit: false })
  const status = async (company: Parameters<typeof anOrder>[0], id: string) =>
    (await company.admin.ok(showSalesOrder, { id })).record.status
  const noIds = [
    ['no ids', { ids: [] }, generalErrors.badParameter],
    ['no such order', { ids: [nowhere] }, generalErrors.recordNotFound],
  ] as const

  contract(app, submitSalesOrders, {
    ...bulk,
    set: async company => ({
      ...(await drafted(company)),
      empty: (await company.admin.ok(addSalesOrder, { order_date: today, delivery_date: today, lines: [] })).id,
    }),
    check: async (_data, { id }, company) => expect(await status(company, id)).toBe(10),
    refused: ({ empty }) => [...noIds, ['an order without lines', { ids: [empty] }, salesErrors.noLines]],
  })
  contract(app, cancelSalesOrders, {
    ...bulk,
    set: drafted,
    check: async (_data, { id }, company) => expect(await status(company, id)).toBe(90),
    refused: () => noIds,
  })
  contract(app, deleteSalesOrders, {
    ...bulk,
    set: async company => ({
      ...(await drafted(company)),
      submitted: (await anOrder(company, { material_id: await aProduct(company) })).id,
    }),
    check: async (_data, _set, company) =>
      expect((await company.admin.ok(listSalesOrders, { deleted: true })).total).toBe(1),
    refused: ({ submitted }) => [...noIds, ['a submitted order', { ids: [submitted] }, salesErrors.notDeletable]],
  })
  const deleted = async (company: Parameters<typeof anOrder>[0]) => {
    const order = await drafted(company)
    await company.admin.ok(deleteSalesOrders, { ids: [order.id] })
    return { ...order, kept: (await drafted(company)).id }
  }
  contract(app, restoreSalesOrders, {
    ...bulk,
    set: deleted,
    check: async (_data, _set, company) =>
      expect((await company.admin.ok(listSalesOrders, { deleted: true })).total).toBe(0),
    refused: ({ kept }) => [
      ...noIds,
      ['an order that was not deleted', { ids: [kept] }, generalErrors.statusNotAllowed],
    ],
  })
  contract(app, dropSalesOrders, {
    ...bulk,
    set: deleted,
    check: async (_data, { id }, company) =>
      expect((await company.admin.send(showSalesOrder, { id })).code).toBe(salesErrors.orderMissing.code),
    refused: ({ kept }) => [
      ...noIds,
      ['an order that was not deleted', { ids: [kept] }, generalErrors.statusNotAllowed],
    ],
  })
})

test('some done and some refused answers 5056 with the refused ones', async () => {
  const company = await app.company()
  const draft = await anOrder(company, { material_id: await aProduct(company), submit: false })
  const submitted = await anOrder(company, { material_id: await aProduct(company) })
  const answer = await company.admin.send(submitSalesOrders, { ids: [draft.id, submitted.id] })
  expect(answer).toMatchObject({
    code: 5056,
    data: { done_ids: [draft.id], failed: [{ id: submitted.id, code: 5024 }] },
  })
})

test('a call that is sent twice with one key is done once', async () => {
  const company = await app.company()
  const material_id = await aProduct(company)
  const input = { order_date: today, delivery_date: inDays(1), lines: [{ material_id, quantity: '1' }] }
  const [first, second] = await Promise.all(
    [1, 2].map(() => company.admin.ok(addSalesOrder, input, { key: 'one-click' })),
  )
  expect(second).toEqual(first)
  expect((await company.admin.ok(listSalesOrders, {})).total).toBe(1)
  const other = await company.admin.send(addSalesOrder, { ...input, remark: 'other' }, { key: 'one-click' })
  expect(other.code).toBe(generalErrors.badParameter.code)
})

test('every page of a long list can be reached, by number and by cursor, in one order', async () => {
  const company = await app.company()
  const material_id = await aProduct(company)
  const numbers: string[] = []
  for (let day = 0; day < 23; day++)
    numbers.push((await anOrder(company, { material_id, delivery_date: inDays(day % 5) })).no)
  const byNumber: string[] = []
  for (let page = 1; page <= 5; page++) {
    const { result } = await company.admin.ok(listSalesOrders, { page, page_size: 5, order_by: '-delivery_date' })
    byNumber.push(...result.map(({ no }) => no))
  }
  const byCursor: string[] = []
  let cursor: string | null | undefined
  do {
    const answer = await company.admin.ok(listSalesOrders, {
      page_size: 5,
      order_by: '-delivery_date',
      ...(cursor ? { cursor } : {}),
    })
    byCursor.push(...answer.result.map(({ no }) => no))
    cursor = answer.next_cursor
  } while (cursor)
  expect(new Set(byNumber)).toEqual(new Set(numbers))
  expect(byCursor).toEqual(byNumber)
})

test('orders of which something has left and something has not are found', async () => {
  const company = await app.company()
  const material_id = await aProduct(company)
  const [part, whole, none] = [
    await anOrder(company, { material_id }),
    await anOrder(company, { material_id }),
    await anOrder(company, { material_id }),
  ]
  await company.as(async tx => {
    for (const [order, quantity] of [
      [part, '4'],
      [whole, '10'],
    ] as const) {
      const [line] = (await company.admin.ok(listOrderLines, { order_id: order.id })).result
      await recordDelivery(tx, company.org_id, [{ line_id: line!.id, quantity }])
    }
  })
  const found = async (part_shipped: boolean) =>
    (await company.admin.ok(listSalesOrders, { part_shipped })).result.map(({ id }) => id).sort()
  expect(await found(true)).toEqual([part.id])
  expect(await found(false)).toEqual([whole.id, none.id].sort())
})

test('an order follows its work orders and its deliveries', async () => {
  const company = await app.company()
  const { id } = await anOrder(company, { material_id: await aProduct(company), quantity: '10' })
  const lines = (await company.admin.ok(showSalesOrder, { id })).lines
  const line_id = lines[0]!.id
  const status = async () => (await company.admin.ok(showSalesOrder, { id })).record.status
  const making = {
    line_id,
    planned_quantity: '10',
    produced_quantity: '0',
    inbound_quantity: '0',
    planned_finish_time: inDays(3),
  }
  await company.as(tx => recordMaking(tx, company.org_id, [{ ...making, making: 'planning' }]))
  expect(await status()).toBe(20)
  await company.as(tx => recordMaking(tx, company.org_id, [{ ...making, produced_quantity: '10', making: 'finished' }]))
  expect(await status()).toBe(40)
  await company.as(tx => recordDelivery(tx, company.org_id, [{ line_id, quantity: '4' }]))
  expect(await status()).toBe(40)
  await expect(
    company.as(tx => recordDelivery(tx, company.org_id, [{ line_id, quantity: '7' }])),
  ).rejects.toMatchObject({ definition: { code: 5908 } })
  await company.as(tx => recordDelivery(tx, company.org_id, [{ line_id, quantity: '6' }]))
  expect(await status()).toBe(50)
})

test('an automatic number passes over one that was typed by hand, and the next is no gap', async () => {
  const company = await app.company()
  const { admin } = company
  const material_id = await aProduct(company)
  const typed = async (no: string) =>
    admin.ok(addSalesOrder, {
      no,
      order_date: today,
      delivery_date: inDays(3),
      lines: [{ material_id, quantity: '1' }],
    })
  const { customer_serial_number: first } = await admin.ok(generateSerialNumber, { module_code: 'SO' })
  const after = (steps: number) => first.replace(/\d{4}$/, last => String(Number(last) + steps).padStart(4, '0'))
  await typed(first)
  await typed(after(1))
  expect((await admin.ok(generateSerialNumber, { module_code: 'SO' })).customer_serial_number).toBe(after(2))
  const numbers = [await anOrder(company, { material_id }), await anOrder(company, { material_id })].map(({ no }) => no)
  expect(numbers).toEqual([after(2), after(3)])
  const again = { no: after(3), order_date: today, delivery_date: inDays(3), lines: [{ material_id, quantity: '1' }] }
  expect((await admin.send(addSalesOrder, again)).code).toBe(salesErrors.orderExists.code)
})
