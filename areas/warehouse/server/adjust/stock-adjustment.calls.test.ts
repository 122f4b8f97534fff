import {
  approveApproval,
  queryApprovalDetail,
  queryApprovalList,
  rejectApproval,
  setApprovalFlow,
  withdrawApproval,
} from '@qitao/access/model/approval/approval.calls.ts'
import { approvalMode, approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { In } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { aHeldLot } from '@qitao/quality/testing/quality.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { adjustReasonCalls } from '@qitao/stock/model/adjust/adjust-reason.calls.ts'
import {
  adjustStock,
  countStockAdjustments,
  exportStockAdjustments,
  listStockAdjustments,
} from '@qitao/stock/model/adjust/stock-adjustment.calls.ts'
import { adjustmentStatus } from '@qitao/stock/model/adjust/stock-adjustment.status.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { listStockMovements } from '@qitao/stock/model/stock.calls.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { supplierBin } from '@qitao/stock/server'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { discrepancies } from '../../testing/warehouse.factory.ts'

const app = await testApp()
const absent = '01900000-0000-7000-8000-000000000000'
const { pending, posted, refused, withdrawn } = adjustmentStatus.codes

/** Ten pieces in a bin, at 30 each. */
const set = (company: TestCompany, { serial_policy = 0, quantity = '10' } = {}) =>
  company.as(async tx => {
    const material_id = await aMaterial(tx, { precision: 0, serial_policy })
    const location_id = await aLocation(tx)
    await sql`update material set purchase_price = 30 where id = ${material_id}`.execute(tx)
    const inventory_id = await putIn(tx, { material_id, location_id, quantity })
    return { material_id, location_id, inventory_id }
  })
type Set = Awaited<ReturnType<typeof set>>
const asked = ({ material_id, location_id }: Set, more: Partial<In<typeof adjustStock>> = {}) => ({
  ...{ material_id, location_id, book_quantity: '10', quantity: '8', reason: 'Damaged' },
  ...more,
})
const left = (company: TestCompany, { inventory_id }: Set) =>
  company.as(async tx => {
    const [found] = await rows(
      tx,
      sql<{ quantity: number }>`select quantity::float8 as quantity from inventory where id = ${inventory_id}`,
    )
    return found!.quantity
  })
const adjustments = async (company: TestCompany) => (await company.admin.ok(listStockAdjustments, {})).result

contract(app, adjustStock, {
  set,
  good: of => asked(of, { remark: 'Fell down' }),
  check: async ({ waits_for }, of, company) => {
    expect(waits_for).toEqual([])
    expect(await left(company, of)).toBe(8)
    const { result } = await company.admin.ok(listStockMovements, { material_id: of.material_id })
    expect(result[0]).toMatchObject({
      ...{ movement_type: movementType.codes.adjustment, quantity: '-2.000000', balance: '8.000000' },
      ...{ reason: 'Damaged', receipt_no: expect.stringMatching(/^TZ/) },
    })
    expect(await adjustments(company)).toMatchObject([
      { status: posted, difference: '-2.000000', value: expect.stringMatching(/^60\.00/), reason: 'Damaged' },
    ])
    expect(await discrepancies(company)).toEqual([])
  },
  refused: of => [
    ['what has moved since', asked(of, { book_quantity: '9' }), generalErrors.versionConflict],
    ['no difference', asked(of, { quantity: '10' }), generalErrors.badParameter],
    ['no reason', asked(of, { reason: ' ' }), generalErrors.fieldRequired],
    ['below zero', asked(of, { quantity: '-1' }), generalErrors.badParameter],
    ['finer than the unit', asked(of, { quantity: '8.5' }), generalErrors.unitQuantityPrecision],
    ['no such bin', asked(of, { location_id: absent }), generalErrors.recordNotFound],
    ['no such material', asked(of, { material_id: absent }), generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, listStockAdjustments, {
  set: async company => {
    const of = await set(company)
    await company.admin.ok(adjustStock, asked(of))
    return of
  },
  good: ({ material_id }) => ({ material_id, statuses: [posted] }),
  check: ({ result }) => expect(result).toMatchObject([{ reason: 'Damaged', status: posted, waits_for: [] }]),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})
contract(app, countStockAdjustments, {
  set: async company => {
    await company.admin.ok(adjustStock, asked(await set(company)))
    return {}
  },
  good: () => ({}),
  check: counts => expect(counts).toEqual({ pending: 0, posted: 1, refused: 0, withdrawn: 0 }),
  refused: () => [['an unknown filter', { phase: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ posted: 0 }),
})
contract(app, exportStockAdjustments, {
  set: async company => {
    await company.admin.ok(adjustStock, asked(await set(company)))
    return {}
  },
  good: () => ({}),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.code).toBe(200),
})

test('goods that are found are put in where the books have nothing', async () => {
  const company = await app.company()
  const of = await set(company)
  const location_id = await company.as(tx => aLocation(tx))
  await company.admin.ok(adjustStock, { ...asked(of), location_id, book_quantity: '0', quantity: '3' })
  const { result } = await company.admin.ok(listStockMovements, { location_id })
  expect(result).toMatchObject([{ quantity: '3.000000', reason: 'Damaged' }])
  expect(await discrepancies(company)).toEqual([])
})

test('where the company keeps reasons, one of them is given', async () => {
  const company = await app.company()
  const of = await set(company)
  const { id } = await company.admin.ok(adjustReasonCalls.add, { name: 'Expired' })
  expect((await company.admin.send(adjustStock, asked(of))).code).toBe(generalErrors.badParameter.code)
  await company.admin.ok(adjustStock, asked(of, { reason: 'Expired' }))
  // The words stay when the reason is gone.
  await company.admin.ok(adjustReasonCalls.drop, { ids: [id] })
  expect(await adjustments(company)).toMatchObject([{ reason: 'Expired' }])
})

test('goods at a supplier, occupied goods and those of a frozen bin stay as they are', async () => {
  const company = await app.company()
  const of = await set(company)
  await company.as(tx => sql`update inventory set occupied_quantity = 9 where id = ${of.inventory_id}`.execute(tx))
  expect((await company.admin.send(adjustStock, asked(of))).code).toBe(stockErrors.stockOccupied.code)
  const there = await company.as(async tx => {
    const [supplier] = await rows(
      tx,
      sql<{ id: string }>`insert into supplier (id, code, name) values (gen_random_uuid(), 'S', 'S') returning id`,
    )
    return supplierBin(tx, company.org_id, supplier!.id)
  })
  const outside = {
    ...asked(of),
    location_id: there,
    book_quantity: '0',
    quality_status: qualityStatus.codes.at_supplier,
  }
  expect((await company.admin.send(adjustStock, outside)).code).toBe(generalErrors.statusNotAllowed.code)
})

const approver = async (company: TestCompany, amount_from: string) => {
  const member = await company.member([pages.taskCentre, pages.stockAdjustments])
  await company.admin.ok(setApprovalFlow, {
    ...{ module_code: 'TZ', mode: approvalMode.codes.single, approver_ids: [member.user_id], enabled: 1, amount_from },
  })
  return member
}
test('a large difference in small pieces waits as a large one does', async () => {
  const company = await app.company()
  const of = await set(company)
  await approver(company, '100')
  // 30 a piece: three are free, the fourth is not, whatever place they are missing from.
  const less = async (book: number) =>
    (await company.admin.ok(adjustStock, asked(of, { book_quantity: String(book), quantity: String(book - 1) })))
      .waits_for.length > 0
  expect([await less(10), await less(9), await less(8), await less(7)]).toEqual([false, false, false, true])
})

test('what is worth more than a limit waits; it is posted by the approver, whatever has moved meanwhile', async () => {
  const company = await app.company()
  const boss = await approver(company, '50')
  const of = await set(company)
  expect((await company.admin.ok(adjustStock, asked(of, { quantity: '9' }))).waits_for).toEqual([])
  const wanted = asked(of, { book_quantity: '9', quantity: '7' })
  const { waits_for } = await company.admin.ok(adjustStock, wanted)
  expect(waits_for).toHaveLength(1)
  expect(await left(company, of)).toBe(9)
  expect((await company.admin.send(adjustStock, wanted)).code).toBe(stockErrors.adjustmentWaits.code)
  await company.as(tx => putIn(tx, { ...of, quantity: '5' }))
  const waiting = async () => (await boss.ok(queryApprovalList, { scope: 'todo' })).result[0]!.id
  const { document, record } = await boss.ok(queryApprovalDetail, { id: await waiting() })
  // With the 30 that were posted before it.
  expect([Number(record.amount), document.lines.length]).toEqual([90, 1])
  // Nobody agrees to what he asked for himself.
  expect((await company.admin.send(approveApproval, { id: await waiting() })).code).not.toBe(200)
  await boss.ok(approveApproval, { id: await waiting() })
  expect(await left(company, of)).toBe(12)
  expect((await adjustments(company)).map(({ status }) => status)).toEqual([posted, posted])
  expect(await discrepancies(company)).toEqual([])
})

test('what the approver refuses or who asked for it withdraws is not posted, and may be asked for anew', async () => {
  const company = await app.company()
  const boss = await approver(company, '1')
  const of = await set(company)
  await company.admin.ok(adjustStock, asked(of))
  await boss.ok(rejectApproval, {
    ...{ id: (await boss.ok(queryApprovalList, { scope: 'todo' })).result[0]!.id, comment: 'Count it' },
  })
  await company.admin.ok(adjustStock, asked(of))
  const mine = (await company.admin.ok(queryApprovalList, { scope: 'mine' })).result
  await company.admin.ok(withdrawApproval, {
    id: mine.find(({ status }) => status === approvalStatus.codes.pending)!.id,
  })
  expect((await adjustments(company)).map(({ status }) => status).sort()).toEqual([refused, withdrawn].sort())
  expect(await left(company, of)).toBe(10)
  await company.admin.ok(adjustStock, asked(of))
  expect((await adjustments(company))[0]!.status).toBe(pending)
})

test('of two that put one place right at once, one is told that it has moved', async () => {
  const company = await app.company()
  const of = await set(company)
  const answers = await Promise.all([company.admin, company.admin].map(who => who.send(adjustStock, asked(of))))
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, generalErrors.versionConflict.code])
  expect(await left(company, of)).toBe(8)
})

test('pieces with numbers that are missing or found are named, and the trace has them', async () => {
  const company = await app.company()
  const of = await set(company, { serial_policy: 2, quantity: '10' })
  const out = (serial_numbers?: string[]) =>
    company.admin.send(adjustStock, { ...asked(of, { quantity: '9' }), ...(serial_numbers ? { serial_numbers } : {}) })
  expect((await out()).code).toBe(stockErrors.serialRequired.code)
  expect((await out(['S9'])).code).toBe(generalErrors.recordNotFound.code)
  const found = { ...asked(of), quantity: '12', serial_numbers: ['S1', 'S2'] }
  await company.admin.ok(adjustStock, found)
  await company.admin.ok(adjustStock, { ...asked(of), book_quantity: '12', quantity: '11', serial_numbers: ['S1'] })
  const pieces = await company.as(tx =>
    rows(
      tx,
      sql<{ serial_no: string; quantity: number }>`select serial_no, quantity::float8 as quantity from trace_entry
        where org_id = ${company.org_id} and source_type = 'stock_adjustment' order by id`,
    ),
  )
  expect(pieces.map(({ serial_no, quantity }) => [serial_no, quantity])).toEqual([
    ['S1', 1],
    ['S2', 1],
    ['S1', -1],
  ])
  expect(await discrepancies(company)).toEqual([])
})

test('what waits for its inspection follows', async () => {
  const company = await app.company()
  const lot = await aHeldLot(company)
  await company.admin.ok(adjustStock, {
    ...{ material_id: lot.material_id, location_id: lot.location_id, quality_status: qualityStatus.codes.to_inspect },
    ...{ book_quantity: '20', quantity: '18', reason: 'Damaged' },
  })
  expect((await company.admin.ok(taskCalls.detail, { id: lot.id })).record.quantity).toBe('18.000000')
})

test('what a difference is worth is for those who see prices', async () => {
  const company = await app.company()
  await company.admin.ok(adjustStock, asked(await set(company)))
  const member = await company.member([pages.stockAdjustments])
  expect((await member.ok(listStockAdjustments, {})).result.map(({ value }) => value)).toEqual([null])
})
