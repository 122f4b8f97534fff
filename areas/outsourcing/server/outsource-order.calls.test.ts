import { contract } from '@qitao/app-server/testing/contract.ts'
import { documentContract } from '@qitao/app-server/testing/document-contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { convertMos, dropMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { followRecipe, queryRecipeChanges } from '@qitao/manufacturing/model/mo/recipe-change.calls.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { manufacturingReconciliations } from '@qitao/manufacturing/server'
import { aMo } from '@qitao/manufacturing/testing/factories.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { aScheme } from '@qitao/quality/testing/quality.factory.ts'
import { dropReport, finishMos, listReports } from '@qitao/shopfloor/model/report.calls.ts'
import { shopfloorErrors } from '@qitao/shopfloor/model/shopfloor.errors.ts'
import { shopfloorReconciliations } from '@qitao/shopfloor/server'
import { addOpeningStock } from '@qitao/stock/model/stock.calls.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { stockReconciliations, supplierBin } from '@qitao/stock/server'
import { pickMaterial, returnMaterial } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { discrepancies } from '@qitao/warehouse/testing/warehouse.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  changeOutsourceEta,
  listOutsideOperations,
  listOutsourceMaterial,
  listOutsourceReceipts,
  listOutsourceSettlements,
  outsourceOrderCalls,
  outsourceOrders,
  receiveOutsourceOrder,
  returnOutsourceMaterial,
  reverseOutsourceReceipt,
  sendOutsourceOrder,
  settleOutsourceOrder,
  showOutsideOperation,
} from '../model/outsource-order.calls.ts'
import { outsourceReceiptStatus, outsourceStatus } from '../model/outsource-order.status.ts'
import { outsourcingErrors } from '../model/outsourcing.errors.ts'
import { anOutsourceOrder, aPlating, orderInput, orderNow, type Plating } from '../testing/outsourcing.factory.ts'
import { outsourcingReconciliations } from './reconciliation.ts'

const app = await testApp()
const reconciliations = [
  ...stockReconciliations,
  ...manufacturingReconciliations,
  ...shopfloorReconciliations,
  ...outsourcingReconciliations,
]
const absent = '00000000-0000-7000-8000-000000000000'
const { pending_inbound, partly_inbound, completed } = outsourceStatus.codes

documentContract(app, outsourceOrders, {
  set: async company => ({ ...(await aPlating(company)), product_id: '' }),
  // Two orders of one operation fit into it, and a third.
  input: of => ({
    ...orderInput(of, '3'),
    lines: [{ ...orderInput(of, '3').lines[0]!, material_id: of.mo.material_id }],
  }),
  refused: of => [
    ['no supplier', { ...orderInput(of, '1'), supplier_id: null }, purchasingErrors.supplierRequired],
    ['more than is to be made', orderInput(of, '11'), generalErrors.badParameter],
    ['finer than the unit', orderInput(of, '1.5'), generalErrors.unitQuantityPrecision],
    [
      'no operation',
      { ...orderInput(of, '1'), lines: [{ operation_id: absent, quantity: '1' }] },
      generalErrors.recordNotFound,
    ],
    [
      'another product',
      {
        ...orderInput(of, '1'),
        lines: [{ operation_id: of.operation_id, quantity: '1', material_id: of.material_id }],
      },
      generalErrors.badParameter,
    ],
    ['a long remark', { ...orderInput(of, '1'), remark: 'x'.repeat(256) }, generalErrors.remarkTooLong],
  ],
  numberTaken: generalErrors.duplicateCode,
  notNow: outsourcingErrors.notEditable,
  ends: 'cancel',
})

const sent = async (company: TestCompany, quantity = '10', wanted: Parameters<typeof aPlating>[1] = {}) => {
  const { of, id, key, line_id } = await anOutsourceOrder(company, wanted)
  await company.admin.ok(sendOutsourceOrder, { ...key, lines: [{ line_id, quantity }] })
  return { of, id, ...(await orderNow(company, id)) }
}
const came = async (company: TestCompany, quantity = '8', loss = '2') => {
  const { of, id, key, line_id } = await sent(company)
  await company.admin.ok(receiveOutsourceOrder, {
    ...key,
    lines: [{ line_id, quantity, loss_quantity: loss, loss_reason: loss === '0' ? null : 'Burnt' }],
  })
  const { result } = await company.admin.ok(listOutsourceReceipts, { order_id: id })
  return { of, id, receipt_id: result[0]!.id, ...(await orderNow(company, id)) }
}
/** How much of the second component is in our bins, and at the supplier; how much of it was picked; what the steps have made. */
const books = (company: TestCompany, of: Plating) =>
  company.as(async tx => {
    const [found] = await rows(
      tx,
      sql<{ ours: string; there: string; picked: string; good: string; bad: string; status: number }>`select
        (select coalesce(sum(quantity), 0)::float8 from inventory where material_id = ${of.material_id} and quality_status = 0) as ours,
        (select coalesce(sum(quantity), 0)::float8 from inventory where material_id = ${of.material_id} and quality_status = 5) as there,
        (select sum(picked_quantity)::float8 from mo_component where mo_id = ${of.mo.id} and material_id = ${of.material_id}) as picked,
        reported_quantity::float8 as good, defective_quantity::float8 as bad, status from mo_operation where id = ${of.operation_id}`,
    )
    return found
  })
async function expectSound(company: TestCompany) {
  expect(await discrepancies(company)).toEqual([])
  for (const check of reconciliations)
    expect(await company.as(tx => rows(tx, check.find(company.org_id, undefined))), check.key).toEqual([])
}

contract(app, sendOutsourceOrder, {
  set: async company => ({ ...(await anOutsourceOrder(company)) }),
  good: ({ key, line_id }) => ({ ...key, lines: [{ line_id, quantity: '6' }] }),
  check: async (_, { of, id }, company) => {
    const { record, lines } = await orderNow(company, id)
    expect(record.status).toBe(pending_inbound)
    expect(lines[0]!.sent_quantity).toBe('6.000000')
    expect(await books(company, of)).toMatchObject({ ours: 14, there: 6, picked: 6, status: taskStatus.codes.started })
    await expectSound(company)
  },
  refused: ({ key, line_id }) => [
    ['more than the line has', { ...key, lines: [{ line_id, quantity: '11' }] }, generalErrors.badParameter],
    ['finer than the unit', { ...key, lines: [{ line_id, quantity: '0.5' }] }, generalErrors.unitQuantityPrecision],
    ['a line of nobody', { ...key, lines: [{ line_id: absent, quantity: '1' }] }, generalErrors.recordNotFound],
    ['an old version', { ...key, row_version: 90, lines: [{ line_id, quantity: '1' }] }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, outsourceOrderCalls.force_close, {
  set: async company => {
    const open = await company.admin.ok(outsourceOrderCalls.add, orderInput(await aPlating(company), '1'))
    return { ...(await sent(company, '6')), open: open.id }
  },
  good: ({ id }) => ({ ids: [id] }),
  check: async (_, { id }, company) => {
    expect((await orderNow(company, id)).record.status).toBe(outsourceStatus.codes.force_closed)
    await expectSound(company)
  },
  refused: ({ open }) => [
    ['before it is submitted', { ids: [open] }, purchasingErrors.forceCloseNotAllowed],
    ['one that is not there', { ids: [absent] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
test('R-240: an order is changed until it is submitted', async () => {
  const company = await app.company()
  const of = await aPlating(company)
  const { id } = await company.admin.ok(outsourceOrders.calls.add, orderInput(of, '3'))
  const alter = async (quantity: string) => {
    const { record } = await company.admin.ok(outsourceOrders.calls.detail, { id })
    return company.admin.send(outsourceOrders.calls.alter, {
      ...orderInput(of, quantity),
      ...{ id, row_version: record.row_version },
    })
  }
  expect((await alter('4')).code).toBe(200)
  await company.admin.ok(outsourceOrders.calls.submit, { ids: [id] })
  expect((await alter('5')).code).toBe(outsourcingErrors.notEditable.code)
})

test('pieces of an order that was closed before they came back go to another supplier', async () => {
  const company = await app.company()
  const { id, of } = await sent(company, '6')
  const { key, line_id } = await orderNow(company, id)
  await company.admin.ok(receiveOutsourceOrder, { ...key, lines: [{ line_id, quantity: '2' }] })
  await company.admin.ok(outsourceOrderCalls.force_close, { ids: [id] })
  const anew = await company.admin.ok(outsourceOrderCalls.add, { ...orderInput(of, '8'), submit: true })
  const next = await orderNow(company, anew.id)
  const send = async (quantity: string) =>
    company.admin.send(sendOutsourceOrder, {
      ...(await orderNow(company, anew.id)).key,
      lines: [{ line_id: next.line_id, quantity }],
    })
  expect((await send('8')).code).toBe(200)
  expect((await send('1')).code).toBe(generalErrors.badParameter.code)
  const back = await orderNow(company, anew.id)
  await company.admin.ok(receiveOutsourceOrder, { ...back.key, lines: [{ line_id: back.line_id, quantity: '8' }] })
  expect((await orderNow(company, anew.id)).record.status).toBe(outsourceStatus.codes.completed)
  await expectSound(company)
})
contract(app, receiveOutsourceOrder, {
  set: company => sent(company, '6'),
  good: ({ key, line_id }) => ({
    ...key,
    lines: [{ line_id, quantity: '4', loss_quantity: '1', loss_reason: 'Burnt' }],
  }),
  check: async (data, { of, id }, company) => {
    expect(data).toEqual({ affected: 1, to_inspect: 0 })
    const { record, lines } = await orderNow(company, id)
    expect(record).toMatchObject({ status: partly_inbound, yield_rate: '80.0', payable_amount: '10.00' })
    expect(lines[0]).toMatchObject({
      received_quantity: '4.000000',
      loss_quantity: '1.000000',
      open_quantity: '5.000000',
    })
    expect(await books(company, of)).toMatchObject({ ours: 14, there: 1, picked: 6, good: 4, bad: 1 })
    await expectSound(company)
  },
  refused: ({ key, line_id }) => [
    ['more than was sent', { ...key, lines: [{ line_id, quantity: '7' }] }, purchasingErrors.inboundOverPending],
    [
      'a loss without a reason',
      { ...key, lines: [{ line_id, quantity: '1', loss_quantity: '1' }] },
      generalErrors.fieldRequired,
    ],
    ['nothing', { ...key, lines: [{ line_id, quantity: '0' }] }, generalErrors.fieldRequired],
    [
      'one line twice',
      {
        ...key,
        lines: [
          { line_id, quantity: '1' },
          { line_id, quantity: '1' },
        ],
      },
      generalErrors.badParameter,
    ],
    ['an old version', { ...key, row_version: 90, lines: [{ line_id, quantity: '1' }] }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, reverseOutsourceReceipt, {
  set: company => came(company),
  good: ({ key, receipt_id }) => ({ ...key, receipt_id }),
  check: async (_, { of, id }, company) => {
    expect((await orderNow(company, id)).record.status).toBe(pending_inbound)
    expect(await books(company, of)).toMatchObject({ ours: 10, there: 10, picked: 10, good: 0, bad: 0 })
    await expectSound(company)
  },
  refused: ({ key }) => [
    ['no receipt', { ...key, receipt_id: absent }, generalErrors.recordNotFound],
    ['an old version', { ...key, row_version: 90, receipt_id: absent }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, returnOutsourceMaterial, {
  set: company => sent(company, '6'),
  good: ({ key, line_id, of: { material_id, location_id } }) => ({
    ...key,
    lines: [{ line_id, material_id, location_id, quantity: '2' }],
  }),
  check: async (_, { of }, company) => {
    expect(await books(company, of)).toMatchObject({ ours: 16, there: 4, picked: 4 })
    await expectSound(company)
  },
  refused: ({ key, line_id, of: { material_id, location_id } }) => [
    [
      'more than is there',
      { ...key, lines: [{ line_id, material_id, location_id, quantity: '7' }] },
      purchasingErrors.inboundOverPending,
    ],
    [
      'what was never sent',
      { ...key, lines: [{ line_id, material_id: absent, location_id, quantity: '1' }] },
      generalErrors.recordNotFound,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, settleOutsourceOrder, {
  set: async company => {
    const one = await sent(company, '6')
    await company.admin.ok(outsourceOrderCalls.force_close, { ids: [one.id] })
    return { ...one, ...(await orderNow(company, one.id)) }
  },
  good: ({ key }) => ({ ...key, reason: 'Scrapped there' }),
  check: async (_, { of, id }, company) => {
    const { record } = await orderNow(company, id)
    expect(record.settled_time).not.toBeNull()
    expect(await books(company, of)).toMatchObject({ ours: 14, there: 0, picked: 6 })
    await expectSound(company)
  },
  refused: ({ key }) => [['material is left and nobody says why', key, generalErrors.fieldRequired]],
  foreign: generalErrors.recordNotFound,
})
contract(app, changeOutsourceEta, {
  set: company => sent(company),
  good: ({ key, line_id }) => ({ ...key, lines: [{ line_id, eta: inDays(9) }] }),
  check: async (_, { of, id }, company) => {
    const { record, lines } = await orderNow(company, id)
    expect([record.eta, lines[0]!.eta]).toEqual([inDays(9), inDays(9)])
    const [task] = await company.as(tx =>
      rows(
        tx,
        sql<{
          end_time: number
          capacity_locked: boolean
        }>`select end_time, capacity_locked from production_task where operation_id = ${of.operation_id}`,
      ),
    )
    expect(task).toEqual({ end_time: inDays(10), capacity_locked: true })
  },
  refused: ({ key, line_id }) => [
    ['a day that has passed', { ...key, lines: [{ line_id, eta: inDays(-2) }] }, generalErrors.badParameter],
    ['a line of nobody', { ...key, lines: [{ line_id: absent, eta: inDays(2) }] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
test('who waits for a step that is made outside, and from when, stands on its line', async () => {
  const company = await app.company()
  const of = await aPlating(company, { handed: '0' })
  const [first, next] = await company.as(async tx => {
    await sql`update process set outsourced = true where id = ${of.mo.process_ids[0]!}`.execute(tx)
    return rows(
      tx,
      sql<{ id: string; start_time: number }>`select o.id, t.start_time from mo_operation o
        join production_task t on t.org_id = o.org_id and t.operation_id = o.id where o.mo_id = ${of.mo.id} order by o.sequence`,
    )
  })
  const { id } = await company.admin.ok(outsourceOrderCalls.add, orderInput({ ...of, operation_id: first!.id }))
  const { lines } = await orderNow(company, id)
  expect(lines[0]).toMatchObject({ next_process: expect.stringMatching(/^20 /), next_start_time: next!.start_time })
})
contract(app, listOutsideOperations, {
  set: company => aPlating(company),
  good: ({ supplier_id }) => ({ supplier_id }),
  check: ({ result }, { mo, operation_id, supplier_id }) =>
    expect(result).toMatchObject([
      { id: operation_id, mo_id: mo.id, supplier_id, quantity: '10.000000', next_process: null },
    ]),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, showOutsideOperation, {
  set: company => aPlating(company),
  good: ({ operation_id: id }) => ({ id }),
  check: ({ record }, { operation_id }) => expect(record.id).toBe(operation_id),
  refused: () => [['none', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, listOutsourceMaterial, {
  set: company => sent(company, '6'),
  good: ({ id }) => ({ order_id: id }),
  check: ({ result }, { of }) =>
    expect(result).toMatchObject([
      { material_id: of.material_id, sent_quantity: '6.000000', left_quantity: '6.000000' },
    ]),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, listOutsourceReceipts, {
  set: company => came(company),
  good: ({ id }) => ({ order_id: id }),
  check: ({ result }) =>
    expect(result).toMatchObject([
      {
        status: outsourceReceiptStatus.codes.posted,
        quantity: '8.000000',
        loss_quantity: '2.000000',
        good_quantity: '8.000000',
      },
    ]),
  refused: () => [['no order', {}, generalErrors.fieldRequired]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [] }),
})
contract(app, listOutsourceSettlements, {
  set: company => came(company),
  good: () => ({ settled: false }),
  check: ({ result }, { id }) => expect(result).toMatchObject([{ id, status: completed, payable_amount: '20.00' }]),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})

test('only what the step before has made is sent', async () => {
  const company = await app.company()
  const { key, line_id } = await anOutsourceOrder(company, { handed: '4' })
  const more = await company.admin.send(sendOutsourceOrder, { ...key, lines: [{ line_id, quantity: '5' }] })
  expect(more.code).toBe(shopfloorErrors.previousNotReported.code)
  await company.admin.ok(sendOutsourceOrder, { ...key, lines: [{ line_id, quantity: '4' }] })
})

test('an operation that a supplier makes is not completed at a click, nor is his report taken back by the floor', async () => {
  const company = await app.company()
  const { of } = await came(company, '4', '0')
  expect((await company.admin.send(finishMos, { mo_ids: [of.mo.id] })).code).toBe(
    shopfloorErrors.outsourcedOneClick.code,
  )
  const { result } = await company.admin.ok(listReports, { mo_id: of.mo.id })
  expect((await company.admin.send(dropReport, { id: result[0]!.id })).code).toBe(shopfloorErrors.notRevocable.code)
})

test('pieces that came back before anybody asked for their numbers are judged all the same', async () => {
  const company = await app.company()
  const { of, id, key, line_id } = await sent(company)
  await aScheme(company, { material_id: of.mo.material_id })
  await company.admin.ok(receiveOutsourceOrder, { ...key, lines: [{ line_id, quantity: '10' }] })
  await company.as(tx =>
    sql`update material set serial_policy = ${serialPolicy.codes.required} where id = ${of.mo.material_id}`.execute(tx),
  )
  const [receipt] = (await company.admin.ok(listOutsourceReceipts, { order_id: id })).result
  const task = await company.admin.ok(taskCalls.detail, { id: receipt!.qc_task_id! })
  await company.admin.ok(taskCalls.alter, {
    ...{ id: task.record.id, row_version: task.record.row_version },
    results: [{ item_id: task.items[0]!.id, sample_no: 1, value: '10' }],
  })
  const { record: measured } = await company.admin.ok(taskCalls.detail, { id: task.record.id })
  await company.admin.ok(taskCalls.submit, {
    ...{ id: measured.id, row_version: measured.row_version, nonconforming: 0 },
    ...{ passed_quantity: '10', concession_quantity: '0', failed_quantity: '0', reason: null, remark: null },
  })
  expect(await books(company, of)).toMatchObject({ good: 10, bad: 0, status: taskStatus.codes.done })
})

test('what is to be inspected is reported when it is judged, and what failed is a loss', async () => {
  const company = await app.company()
  const { of, id, key, line_id } = await sent(company)
  await aScheme(company, { material_id: of.mo.material_id })
  const { to_inspect } = await company.admin.ok(receiveOutsourceOrder, {
    ...key,
    lines: [{ line_id, quantity: '9', loss_quantity: '1', loss_reason: 'Burnt' }],
  })
  expect(to_inspect).toBe(1)
  expect(await books(company, of)).toMatchObject({ there: 0, good: 0, bad: 0 })
  const ended = await orderNow(company, id)
  expect(ended.record.status).toBe(completed)
  expect((await company.admin.send(settleOutsourceOrder, ended.key)).code).toBe(generalErrors.statusNotAllowed.code)
  const [receipt] = (await company.admin.ok(listOutsourceReceipts, { order_id: id })).result
  const early = { ...ended.key, receipt_id: receipt!.id }
  expect((await company.admin.send(reverseOutsourceReceipt, early)).code).toBe(generalErrors.statusNotAllowed.code)

  const { record: task } = await company.admin.ok(taskCalls.detail, { id: receipt!.qc_task_id! })
  expect(task).toMatchObject({ location_id: null, quantity: '9.000000' })
  const { items } = await company.admin.ok(taskCalls.detail, { id: task.id })
  await company.admin.ok(taskCalls.alter, {
    ...{ id: task.id, row_version: task.row_version },
    results: [{ item_id: items[0]!.id, sample_no: 1, value: '10' }],
  })
  const { record: measured } = await company.admin.ok(taskCalls.detail, { id: task.id })
  await company.admin.ok(taskCalls.submit, {
    ...{ id: task.id, row_version: measured.row_version, nonconforming: 0 },
    ...{ passed_quantity: '7', concession_quantity: '0', failed_quantity: '2', reason: null, remark: null },
  })
  const judgedBooks = { good: 7, bad: 3, status: taskStatus.codes.done }
  expect(await books(company, of)).toMatchObject(judgedBooks)
  // Inspected once more it would be reported twice.
  const { record: judged } = await company.admin.ok(taskCalls.detail, { id: task.id })
  const again = await company.admin.send(taskCalls.recheck, { id: task.id, row_version: judged.row_version })
  expect(again.code).toBe(generalErrors.statusNotAllowed.code)
  expect(await books(company, of)).toMatchObject(judgedBooks)
  const { record } = await orderNow(company, id)
  expect(record).toMatchObject({ loss_quantity: '3.000000', yield_rate: '70.0', payable_amount: '17.50' })
  await expectSound(company)
  await company.admin.ok(settleOutsourceOrder, (await orderNow(company, id)).key)
  const after = await orderNow(company, id)
  expect((await company.admin.send(settleOutsourceOrder, after.key)).code).toBe(outsourcingErrors.notEditable.code)
})

test('what an order holds goes to the supplier first, nobody else gets it there, and the line does not return it', async () => {
  const company = await app.company()
  const { of } = await sent(company, '6', { kitted: true })
  expect(await books(company, of)).toMatchObject({ ours: 14, there: 6, picked: 6 })
  const bin = await company.as(tx => supplierBin(tx, company.org_id, of.supplier_id))
  const opening = await company.admin.send(addOpeningStock, {
    lines: [{ material_id: of.material_id, location_id: bin, quantity: '1' }],
  } as never)
  expect(opening.code).toBe(generalErrors.statusNotAllowed.code)
  const goods = (quantity: string) => ({
    mo_id: of.mo.id,
    lines: [{ material_id: of.material_id, quantity, location_id: of.location_id }],
  })
  expect((await company.admin.send(returnMaterial, goods('1') as never)).code).not.toBe(200)
  await company.admin.ok(pickMaterial, goodsToPick(of, '4') as never)
  await expectSound(company)
})
const goodsToPick = (of: Plating, quantity: string) => ({
  mo_id: of.mo.id,
  lines: [{ material_id: of.material_id, quantity }],
})

test('what is not in stock is not sent', async () => {
  const company = await app.company()
  const { of, key, line_id } = await anOutsourceOrder(company)
  await company
    .as(tx => sql`delete from stock_movement where material_id = ${of.material_id}`.execute(tx))
    .catch(() => undefined)
  await company.as(tx => sql`update inventory set quantity = 3 where material_id = ${of.material_id}`.execute(tx))
  const answer = await company.admin.send(sendOutsourceOrder, { ...key, lines: [{ line_id, quantity: '10' }] })
  expect(answer.code).toBe(stockErrors.stockInsufficient.code)
})

test('an order of which something was sent is not cancelled', async () => {
  const company = await app.company()
  const { of, id } = await sent(company, '6')
  const cancelled = await company.admin.send(outsourceOrderCalls.cancel, { ids: [id] })
  expect(cancelled.code).toBe(outsourcingErrors.notEditable.code)
  const other = await company.admin.send(outsourceOrderCalls.add, orderInput(of, '1'))
  expect(other.code).toBe(generalErrors.badParameter.code)
})

test('of work orders whose step is on an outsourcing order none loses it: they are told one by one, the others go through', async () => {
  const company = await app.company()
  const { admin } = company
  const { of, id, record } = await anOutsourceOrder(company, { handed: '0' })
  const other = await aMo(company)
  const mo_ids = [of.mo.id, other.id]
  await company.as(async tx => {
    await sql`delete from production_task where mo_id = ${of.mo.id}`.execute(tx)
    await sql`update mo set status = ${moStatus.codes.todo}, publish_status = 0 where id = ${of.mo.id}`.execute(tx)
    await sql`update mo_operation set wait_seconds = 7 where mo_id = any(${mo_ids}::uuid[])`.execute(tx)
  })
  const told = ({ data }: { data: unknown }, code: number) =>
    expect(data).toMatchObject({
      ...{ done_ids: [other.id] },
      failed: [{ id: of.mo.id, code, message: expect.stringContaining(record.no) }],
    })
  const follow = async () => {
    const { result } = await admin.ok(queryRecipeChanges, { mo_ids })
    return admin.send(followRecipe, { mos: result.map(({ mo_id, digest }) => ({ id: mo_id, digest })) })
  }
  told(await follow(), manufacturingErrors.moNotEditable.code)
  told(await admin.send(convertMos, { mo_ids, target: 'outsource' }), manufacturingErrors.moNotEditable.code)
  told(await admin.send(dropMos, { mo_ids }), generalErrors.dataInUse.code)
  await admin.ok(outsourceOrderCalls.cancel, { ids: [id] })
  await admin.ok(outsourceOrderCalls.drop, { ids: [id] })
  expect((await follow()).data).toMatchObject({ done_ids: [of.mo.id] })
  expect((await admin.ok(dropMos, { mo_ids: [of.mo.id] })).done_ids).toEqual([of.mo.id])
})
