import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { documentContract } from '@qitao/app-server/testing/document-contract.ts'
import { imported, xlsx } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { materialStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { addOpeningStock, listStockMovements } from '@qitao/stock/model/stock.calls.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { occupy, takeBins, transitBin } from '@qitao/stock/server'
import { aLocation } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pickMaterial } from '../../model/fulfilment.calls.ts'
import {
  printTransfers,
  receiveTransfer,
  reverseTransfer,
  transfer,
  transferCalls,
} from '../../model/transfer/transfer.calls.ts'
import { transferStatus, transferSteps } from '../../model/transfer/transfer.status.ts'
import { warehouseErrors } from '../../model/warehouse.errors.ts'
import { type GoodsToMove, goodsToMove, line } from '../../testing/transfer.factory.ts'
import { aReleasedMo, discrepancies } from '../../testing/warehouse.factory.ts'
import { warehouseReconciliations } from '../reconciliation.ts'

const app = await testApp()

const stockOf = (company: TestCompany, { material_id }: GoodsToMove) =>
  company.as(async tx => {
    const found = await sql<{
      location_id: string
      quantity: string
      first_in_time: number
      expire_time: number | null
    }>`select location_id, quantity, first_in_time, expire_time from inventory where material_id = ${material_id} and quantity > 0`.execute(
      tx,
    )
    return new Map(found.rows.map(row => [row.location_id, { ...row, quantity: Number(row.quantity) }]))
  })

documentContract(app, transfer, {
  set: goodsToMove,
  input: of => ({
    steps: transferSteps.codes.two,
    from_warehouse_id: of.warehouse_id,
    to_warehouse_id: of.warehouse_id,
    remark: null,
    lines: [line(of)],
  }),
  refused: of => [
    ['one bin', { lines: [line(of, { to_location_id: of.from })] }, warehouseErrors.transferSameLocation],
    ['finer than the unit', { lines: [line(of, { quantity: '1.5' })] }, generalErrors.unitQuantityPrecision],
    ['no lot', { lines: [line(of, { material_id: of.byLot })] }, stockErrors.lotRequired],
    [
      'a bin of another warehouse',
      { to_warehouse_id: of.warehouse_id, lines: [line(of, { to_location_id: of.elsewhere })] },
      generalErrors.badParameter,
    ],
    [
      'expected before it is sent',
      { lines: [line(of)], transfer_date: 1_800_000_000, arrival_date: 1_799_900_000 },
      generalErrors.badParameter,
    ],
    ['a long remark', { lines: [line(of)], remark: 'x'.repeat(256) }, generalErrors.remarkTooLong],
  ],
  numberTaken: warehouseErrors.transferNumberExists,
  notNow: warehouseErrors.receiptNotEditable,
  ends: 'cancel',
  after: {
    async confirm(company, of) {
      const stock = await stockOf(company, of)
      const transit = await company.as(tx => transitBin(tx, company.org_id))
      expect([stock.get(of.from)!.quantity, stock.get(transit)!.quantity, stock.get(of.to)]).toEqual([6, 4, undefined])
      // They are as old as they were.
      expect(stock.get(transit)).toMatchObject({ first_in_time: 1000, expire_time: 2_000_000_000 })
      await expectSound(company)
    },
  },
})

test('R-249, R-250: the number of a transfer is there once, and it leads from one bin to another', async () => {
  const company = await app.company()
  const of = await goodsToMove(company)
  const code = async (more: object) =>
    (await company.admin.send(transferCalls.add, { steps: 2, lines: [line(of)], ...more })).code
  expect(await code({ no: 'DB-1' })).toBe(200)
  expect(await code({ no: 'DB-1' })).toBe(warehouseErrors.transferNumberExists.code)
  expect(await code({ no: 'DB-2' })).toBe(200)
  expect(await code({ lines: [line(of, { to_location_id: of.from })] })).toBe(warehouseErrors.transferSameLocation.code)
})

/** The ledger against itself and its holders, and transfers against the ledger. */
async function expectSound(company: TestCompany) {
  expect(await discrepancies(company)).toEqual([])
  const { org_id } = company
  for (const check of warehouseReconciliations.filter(({ key }) => key.startsWith('transfer')))
    expect(await company.as(tx => rows(tx, check.find(org_id, undefined))), check.key).toEqual([])
}
const written = async (company: TestCompany, of: GoodsToMove, more: object = {}) => {
  const { id } = await company.admin.ok(transferCalls.add, { steps: 2, lines: [line(of)], ...more })
  return id
}
const now = async (company: TestCompany, id: string) => {
  const { record, lines } = await company.admin.ok(transferCalls.detail, { id })
  return { record, lines, key: { id, row_version: record.row_version }, line_id: lines[0]!.id }
}
/** 4 are on their way. */
const sent = async (company: TestCompany) => {
  const of = await goodsToMove(company)
  const open = await written(company, of)
  const id = await written(company, of)
  await company.admin.ok(transferCalls.confirm, { ids: [id] })
  return { of, open, id, ...(await now(company, id)) }
}
const absent = '00000000-0000-7000-8000-000000000000'

contract(app, receiveTransfer, {
  set: sent,
  good: ({ key, line_id }) => ({ ...key, lines: [{ line_id, quantity: '3' }] }),
  check: async (_, { of, id }, company) => {
    const { record, lines } = await now(company, id)
    expect(record.status).toBe(transferStatus.codes.partly_received)
    expect(lines[0]).toMatchObject({ received_quantity: '3.000000', open_quantity: '1.000000' })
    const stock = await stockOf(company, of)
    expect([stock.get(of.from)!.quantity, stock.get(of.to)!.quantity]).toEqual([6, 3])
    expect(stock.get(of.to)).toMatchObject({ first_in_time: 1000, expire_time: 2_000_000_000 })
    await expectSound(company)
  },
  refused: ({ key, line_id, open }) => [
    ['more than was sent', { ...key, lines: [{ line_id, quantity: '5' }] }, purchasingErrors.inboundOverPending],
    ['an old version', { ...key, row_version: 0, lines: [{ line_id, quantity: '3' }] }, generalErrors.versionConflict],
    ['nothing', { ...key, lines: [] }, generalErrors.fieldRequired],
    ['a loss without a reason', { ...key, lines: [], rest: 'lost' }, generalErrors.fieldRequired],
    ['a line of nobody', { ...key, lines: [{ line_id: absent, quantity: '1' }] }, generalErrors.recordNotFound],
    [
      'a bin of nobody',
      { ...key, lines: [{ line_id, quantity: '1', to_location_id: absent }] },
      generalErrors.recordNotFound,
    ],
    [
      'one that was not sent',
      { id: open, row_version: 0, lines: [{ line_id, quantity: '3' }] },
      warehouseErrors.receiptNotEditable,
    ],
    ['one that is not there', { id: absent, row_version: 0, lines: [] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, reverseTransfer, {
  set: sent,
  good: ({ key }) => ({ ...key, reason: '发错' }),
  check: async (_, { of, id }, company) => {
    const { record, lines } = await now(company, id)
    expect(record.status).toBe(transferStatus.codes.reversed)
    expect(lines[0]).toMatchObject({ returned_quantity: '4.000000', open_quantity: '0', difference_reason: '发错' })
    expect([...(await stockOf(company, of))].map(([bin, { quantity }]) => [bin, quantity])).toEqual([[of.from, 10]])
    await expectSound(company)
  },
  refused: ({ key, open }) => [
    ['an old version', { ...key, row_version: 0 }, generalErrors.versionConflict],
    ['one that was not carried out', { id: open, row_version: 0 }, warehouseErrors.receiptNotEditable],
    ['one that is not there', { id: absent, row_version: 0 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, printTransfers, {
  set: sent,
  good: ({ id }) => ({ ids: [id] }),
  check: data => {
    expect(data.name).toBe('调拨单.pdf')
    expect(Buffer.from(data.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  },
  refused: () => [
    ['one that is not there', { ids: [absent] }, generalErrors.recordNotFound],
    ['too many', { ids: Array.from({ length: 11 }, newId) }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

test('in one step goods are there at once, and go back when it is reversed; what is used meanwhile stays', async () => {
  const company = await app.company()
  const of = await goodsToMove(company)
  const id = await written(company, of, { steps: 1 })
  await company.admin.ok(transferCalls.confirm, { ids: [id] })
  expect((await stockOf(company, of)).get(of.to)!.quantity).toBe(4)
  const { record, key } = await now(company, id)
  expect(record).toMatchObject({ status: transferStatus.codes.completed })
  expect(record.sent_time).toBeGreaterThan(0)
  // Moved on: it cannot go back before that one has.
  const on = await written(company, of, {
    steps: 1,
    lines: [line(of, { from_location_id: of.to, to_location_id: of.elsewhere, quantity: '1' })],
  })
  await company.admin.ok(transferCalls.confirm, { ids: [on] })
  expect((await company.admin.send(reverseTransfer, key)).code).toBe(stockErrors.stockInsufficient.code)
  await company.admin.ok(reverseTransfer, (await now(company, on)).key)
  await company.admin.ok(reverseTransfer, key)
  expect([...(await stockOf(company, of)).keys()]).toEqual([of.from])
  expect((await company.admin.send(transferCalls.drop, { ids: [id] })).code).toBe(
    warehouseErrors.receiptNotEditable.code,
  )
  await expectSound(company)
})

test('what does not come is written off or goes back, with a reason, and whoever sent it is told', async () => {
  const company = await app.company()
  const { of, key, line_id, id } = await sent(company)
  const receiver = await company.member([pages.transfers])
  const asked = { ...key, lines: [{ line_id, quantity: '2', to_location_id: of.elsewhere }], reason: '破损' }
  await receiver.ok(receiveTransfer, { ...asked, rest: 'lost' })
  const stock = await stockOf(company, of)
  expect([stock.get(of.from)!.quantity, stock.get(of.elsewhere)!.quantity, stock.size]).toEqual([6, 2, 2])
  expect((await now(company, id)).record.status).toBe(transferStatus.codes.completed)
  const told = await company.admin.ok(listNotices, {})
  expect(JSON.stringify(told)).toContain('破损')
  // What is gone stays gone when the transfer is reversed.
  await company.admin.ok(reverseTransfer, (await now(company, id)).key)
  expect((await stockOf(company, of)).get(of.from)!.quantity).toBe(8)
  const again = await sent(company)
  await company.admin.ok(receiveTransfer, { ...again.key, lines: [], rest: 'back', reason: '拒收' })
  expect((await stockOf(company, again.of)).get(again.of.from)!.quantity).toBe(10)
  await expectSound(company)
})

test('what a work order occupies goes with the goods when the free ones do not suffice, and stays its own', async () => {
  const company = await app.company()
  const mo = await aReleasedMo(company)
  const material_id = mo.component_ids[0]!
  const to = await company.as(tx => aLocation(tx))
  const heldIn = () =>
    company.as(tx =>
      rows(
        tx,
        sql<{
          location_id: string
          quantity: string
        }>`select i.location_id, trim_scale(a.quantity)::text as quantity from mo_assignment a
          join inventory i on i.id = a.source_id where a.mo_id = ${mo.id} order by a.quantity desc`,
      ),
    )
  const lines = [{ material_id, from_location_id: mo.location_id, to_location_id: to, quantity: '29' }]
  const { id } = await company.admin.ok(transferCalls.add, { steps: 2, lines })
  expect((await now(company, id)).lines[0]).toMatchObject({ occupied_quantity: '4.000000', holders: [mo.no] })
  await company.admin.ok(transferCalls.confirm, { ids: [id] })
  const transit = await company.as(tx => transitBin(tx, company.org_id))
  expect(await heldIn()).toEqual([
    { location_id: transit, quantity: '3' },
    { location_id: mo.location_id, quantity: '1' },
  ])
  await expectSound(company)
  // On their way they are nobody's to pick.
  const pick = { mo_id: mo.id, lines: [{ material_id, quantity: '4' }] }
  expect((await company.admin.send(pickMaterial, pick)).code).toBe(stockErrors.stockInsufficient.code)
  const { key, line_id } = await now(company, id)
  await company.admin.ok(receiveTransfer, { ...key, lines: [{ line_id, quantity: '29' }] })
  expect(await heldIn()).toEqual([
    { location_id: to, quantity: '3' },
    { location_id: mo.location_id, quantity: '1' },
  ])
  await expectSound(company)
  await company.admin.ok(pickMaterial, pick)
  expect(await heldIn()).toEqual([])
  await expectSound(company)
})

test('a kit waits for what is between two bins, and is complete when it has come; nothing is counted twice', async () => {
  const company = await app.company()
  const { admin } = company
  const mo = await aReleasedMo(company)
  await company.as(tx => sql`update mo set status = 20 where id = ${mo.id}`.execute(tx))
  const kit = async () => {
    const { job_id } = await admin.ok(checkKits, { mo_ids: [mo.id] })
    expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
    const [found] = await company.as(tx =>
      rows(
        tx,
        sql<{
          material_status: number
          kitting_time: number
          short: string
          assigned: string
        }>`select m.material_status, m.kitting_time,
            (select trim_scale(sum(c.short_quantity))::text from mo_component c where c.mo_id = m.id) as short,
            (select trim_scale(sum(a.quantity))::text from mo_assignment a where a.mo_id = m.id) as assigned
          from mo m where m.id = ${mo.id}`,
      ),
    )
    return found!
  }
  const before = await kit()
  expect(before).toMatchObject({ material_status: materialStatus.codes.kitting_complete, short: '0' })
  const to = await company.as(tx => aLocation(tx))
  const day = Math.floor(Date.now() / 86_400_000) * 86_400
  const { id } = await admin.ok(transferCalls.add, {
    ...{ steps: 2, transfer_date: day, arrival_date: day + 5 * 86_400 },
    lines: [
      { material_id: mo.component_ids[0]!, from_location_id: mo.location_id, to_location_id: to, quantity: '30' },
    ],
  })
  await admin.ok(transferCalls.confirm, { ids: [id] })
  const onTheWay = {
    material_status: materialStatus.codes.in_transit,
    kitting_time: day + 5 * 86_400,
    short: '0',
    assigned: before.assigned,
  }
  expect(await kit()).toMatchObject(onTheWay)
  const { key, line_id } = await now(company, id)
  await admin.ok(receiveTransfer, { ...key, lines: [{ line_id, quantity: '12' }] })
  expect(await kit()).toMatchObject({ short: '0', assigned: before.assigned })
  await admin.ok(receiveTransfer, { ...(await now(company, id)).key, lines: [{ line_id, quantity: '18' }] })
  expect(await kit()).toMatchObject({ ...before, kitting_time: expect.any(Number) })
  await expectSound(company)
})

test('a frozen bin gives and takes nothing, and only transfers touch the bin of goods in transit', async () => {
  const company = await app.company()
  const { of, key, line_id, open } = await sent(company)
  const count_id = newId()
  await company.as(tx => takeBins(tx, { count_id, location_ids: [of.from, of.to], frozen: true }))
  const received = { ...key, lines: [{ line_id, quantity: '4' }] }
  for (const answer of [
    await company.admin.send(transferCalls.confirm, { ids: [open] }),
    await company.admin.send(receiveTransfer, received),
    await company.admin.send(reverseTransfer, key),
  ])
    expect(answer.code).toBe(stockErrors.countInProgress.code)
  // Another bin is at hand.
  const elsewhere = [{ line_id, quantity: '4', to_location_id: of.elsewhere }]
  await company.admin.ok(receiveTransfer, { ...key, lines: elsewhere })
  const transit = await company.as(tx => transitBin(tx, company.org_id))
  const stock = { material_id: of.material_id, location_id: transit, quantity: '1' }
  expect((await company.admin.send(addOpeningStock, { lines: [stock] })).code).toBe(generalErrors.statusNotAllowed.code)
  const named = await company.admin.send(transferCalls.add, { lines: [line(of, { to_location_id: transit })] })
  expect(named.code).toBe(generalErrors.recordNotFound.code)
})

test('two who send the first at once make one bin of goods in transit', async () => {
  const company = await app.company()
  const of = await goodsToMove(company)
  const both = [await written(company, of), await written(company, of)]
  const answers = await Promise.all(both.map(id => company.admin.send(transferCalls.confirm, { ids: [id] })))
  expect(answers.map(({ code }) => code)).toEqual([200, 200])
  await expectSound(company)
})

test('of two who receive the same one does, the other sees it first', async () => {
  const company = await app.company()
  const { key, line_id } = await sent(company)
  const asked = ['3', '2'].map(quantity => ({ ...key, lines: [{ line_id, quantity }] }))
  const codes = (await Promise.all(asked.map(input => company.admin.send(receiveTransfer, input)))).map(
    ({ code }) => code,
  )
  expect(codes.sort()).toEqual([200, generalErrors.versionConflict.code])
  await expectSound(company)
})

test('a status that its lines do not bear out is found and put right', async () => {
  const company = await app.company()
  const { id } = await sent(company)
  await company.as(tx => sql`update transfer set status = '30' where id = ${id}`.execute(tx))
  const status = warehouseReconciliations.find(({ key }) => key === 'transfer_status')!
  const transit = warehouseReconciliations.find(({ key }) => key === 'transfer_transit')!
  const { org_id } = company
  const found = (check: typeof status) => company.as(tx => rows(tx, check.find(org_id, [id])))
  expect(await found(status)).toMatchObject([{ object_id: id, expected: '15', found: '30' }])
  expect(await found(transit)).toMatchObject([{ object_id: id, expected: '4', found: '0' }])
  await company.as(tx => status.correct!(tx, org_id, [id]))
  await expectSound(company)
})

test('transfers come in a file, each with its lines; one that is wrong is told at its row and column', async () => {
  const company = await app.company()
  const of = await goodsToMove(company)
  const [names] = await company.as(tx =>
    rows(
      tx,
      sql<{ material: string; from: string; to: string }>`select m.code as material, f.code as "from", t.code as "to"
        from material m, location f, location t where m.id = ${of.material_id} and f.id = ${of.from} and t.id = ${of.to}`,
    ),
  )
  const { material, from, to } = names!
  const heads = ['调拨单号', '调拨方式', '物料', '数量', '调出库位', '调入库位']
  const wrong = await xlsx([heads, ['DB-FILE', '两步调拨', material, 2, from, from]])
  const failed = await imported(company, 'transfer', wrong)
  const told = { row: 2, column: 'F', message: expect.stringContaining(warehouseErrors.transferSameLocation.text.zh) }
  expect(failed.result.errors).toMatchObject([told])
  const lines = [2, 3].map(quantity => ['DB-FILE', '两步调拨', material, quantity, from, to])
  expect(await imported(company, 'transfer', await xlsx([heads, ...lines]))).toMatchObject({ status: 2 })
  const { result } = await company.admin.ok(transferCalls.list, { keyword: 'DB-FILE' })
  expect(result).toMatchObject([{ steps: 2, line_count: 2, from_warehouse_id: of.warehouse_id }])
})

test('what is not there, and what a work order occupies, stays; nothing is half done', async () => {
  const company = await app.company()
  const of = await goodsToMove(company)
  const add = (quantities: string[]) =>
    company.admin.ok(transferCalls.add, { lines: quantities.map(quantity => line(of, { quantity })) })
  const tooMuch = await add(['8', '3'])
  expect((await company.admin.send(transferCalls.confirm, { ids: [tooMuch.id] })).code).toBe(
    stockErrors.stockInsufficient.code,
  )
  await company.as(tx =>
    occupy(tx, { org_id: company.org_id, occupations: [{ inventory_id: of.inventory_id, quantity: '7' }] }),
  )
  const occupied = await add(['4'])
  expect((await company.admin.send(transferCalls.confirm, { ids: [occupied.id] })).code).toBe(
    stockErrors.stockOccupied.code,
  )
  const free = await add(['3'])
  expect((await company.admin.ok(transferCalls.confirm, { ids: [free.id] })).done_ids).toEqual([free.id])
  const stock = await stockOf(company, of)
  expect([stock.get(of.from)!.quantity, stock.get(of.to)!.quantity]).toEqual([7, 3])
})

test('both movements stand in the ledger under the number of the transfer', async () => {
  const company = await app.company()
  const of = await goodsToMove(company)
  const { id, no } = await company.admin.ok(transferCalls.add, { lines: [line(of)] })
  await company.admin.ok(transferCalls.confirm, { ids: [id] })
  const { result } = await company.admin.ok(listStockMovements, { keyword: no })
  expect(result.map(one => [one.movement_type, Number(one.quantity), one.receipt_no]).sort()).toEqual([
    [31, -4, no],
    [31, 4, no],
  ])
})
