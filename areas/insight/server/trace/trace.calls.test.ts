import { contract } from '@qitao/app-server/testing/contract.ts'
import { rowsIn } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { addProductSerials } from '@qitao/manufacturing/model/mo/product-serial.calls.ts'
import { aCalendar } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { makeReturnReceipt, salesReturnCalls } from '@qitao/sales/model/return/sales-return.calls.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { addReport } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { checkLedger } from '@qitao/stock/server'
import { aLocation } from '@qitao/stock/testing/stock.factory.ts'
import { finishInboundMo, shipOrder } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { inboundCalls } from '@qitao/warehouse/model/receipt.calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  exportRecall,
  holdAffected,
  listHolds,
  listRecall,
  listSuspects,
  queryTrace,
  releaseHold,
  type TraceAnswer,
} from '../../model/trace/trace.calls.ts'
import { traceGap, whereNow } from '../../model/trace/trace.rules.ts'
import { aTracedProduct, orderOf, received } from '../../testing/trace.factory.ts'
import { affectedBy } from './recall.ts'
import { isLargeTrace } from './trace-walk.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const nobody = { trace_by: 'serial_number' as const, value: 'nobody' }

/** Kind and number of all nodes, by level. */
const shown = ({ nodes }: TraceAnswer) =>
  nodes.map(({ key, level, no }) => `${level} ${key.slice(0, key.indexOf('/'))} ${no}`).sort()
const lots = (answer: TraceAnswer) =>
  answer.nodes
    .filter(({ key }) => key.startsWith('lot/'))
    .map(({ no }) => no)
    .sort()
const { codes } = traceGap

contract(app, queryTrace, {
  set: aTracedProduct,
  good: () => ({ trace_by: 'serial_number' as const, value: 'P0001' }),
  check: (answer, { one }) => {
    // Of the piece itself: its own report, its own lot A1, and B1; not A2, which went into others.
    expect(lots(answer)).toEqual(['A1', 'B1'])
    expect(answer.nodes.some(({ partner }) => partner === 'Supplier')).toBe(true)
    expect(answer.nodes.some(({ partner, level }) => partner === 'Alpha' && level > 0)).toBe(true)
    expect(answer).toMatchObject({ gaps: [], used_count: 2, recorded_count: 2, cut: false })
    expect(one.no).toBeTruthy()
  },
  refused: () => [
    ['a number that nobody knows', nobody, generalErrors.recordNotFound],
    ['nothing', { trace_by: 'serial_number', value: ' ' }, generalErrors.badParameter],
    ['an unknown way', { trace_by: 'colour', value: 'red' }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, listRecall, {
  set: aTracedProduct,
  good: () => ({ trace_by: 'lot_number' as const, value: 'A1' }),
  check: ({ result }, { one, other }) => {
    const where = (code: number) => result.filter(row => row.where === code)
    expect(where(whereNow.codes.shipped).map(row => [row.customer_name, row.order_no, row.serial_no])).toEqual([
      ['Alpha', one.no, 'P0001'],
      ['Beta', other.no, 'P0002'],
    ])
    // Eight of the lot itself lie in the bin; of the product only the pieces that were shipped are of it.
    expect(where(whereNow.codes.in_stock).map(row => [row.lot_number, row.quantity, row.held])).toEqual([
      ['A1', '8', false],
    ])
  },
  refused: () => [['a number that nobody knows', nobody, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, exportRecall, {
  set: aTracedProduct,
  good: () => ({ trace_by: 'lot_number' as const, value: 'A1' }),
  check: async data => expect(await rowsIn(data)).toHaveLength(4),
  refused: () => [['a number that nobody knows', nobody, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('what a customer gave back is not with him: a piece is where it was put, a lot is less by what came back', async () => {
  const company = await app.company()
  const { one, location_id, material_id } = await aTracedProduct(company)
  const giveBack = async (order: { id: string; line_id: string }, confirmed: object) => {
    const { id } = await company.admin.ok(salesReturnCalls.add, {
      ...{ order_id: order.id, return_date: inDays(0), reason: 'scratched', submit: true },
      lines: [{ order_line_id: order.line_id, material_id, quantity: '1' }],
    })
    const { receipt_id } = await company.admin.ok(makeReturnReceipt, { id })
    const { lines } = await company.admin.ok(inboundCalls.detail, { id: receipt_id })
    await company.admin.ok(inboundCalls.confirm, {
      id: receipt_id,
      lines: [{ line_id: lines[0]!.id, quantity: '1', location_id, ...confirmed }],
    })
  }
  await giveBack(one, { lot_number: 'L1', serial_numbers: ['P0001'] })
  const recalled = async (value: string) => {
    const { result } = await company.admin.ok(listRecall, { trace_by: 'lot_number', value })
    return result
      .filter(row => row.material_id === material_id)
      .map(row => [row.where, row.customer_name, row.serial_no, row.quantity])
  }
  const { shipped, in_stock } = whereNow.codes
  expect(await recalled('A1')).toEqual([
    [shipped, 'Beta', 'P0002', '1'],
    [in_stock, null, 'P0001', '1'],
  ])
  const gamma = await orderOf(company, material_id, 'Gamma', '2')
  await company.admin.ok(shipOrder, {
    order_id: gamma.id,
    lines: [{ line_id: gamma.line_id, quantity: '2', location_id, lot_number: 'L1' }],
  })
  await giveBack(gamma, { lot_number: 'L1' })
  const total = (await recalled('L1')).reduce((sum, row) => sum + Number(row[3]), 0)
  expect(await recalled('L1')).toContainEqual([shipped, 'Gamma', null, '1'])
  expect(total).toBe(4)
})

test('a piece that was only given its number is not made: it does not leave where pieces are required, and has nothing in it', async () => {
  const company = await app.company()
  const { id: mo_id, material_id, component_ids, task_ids } = await onTheFloor(company, { quantity: '4' })
  const [location_id, supplier_id] = await company.as(async tx => {
    const id = newId()
    await sql`insert into supplier (id, code, name) values (${id}, 'SUP', 'Supplier')`.execute(tx)
    return [await aLocation(tx), id]
  })
  const bought = component_ids.map((id, index) => [id, `C${index}`] as const)
  await received(company, { location_id, supplier_id, lots: bought })
  const require = (serial_policy: number) =>
    company.as(tx => sql`update material set serial_policy = ${serial_policy} where id = ${material_id}`.execute(tx))
  await company.admin.ok(addProductSerials, { material_id, mo_id, count: 4, prefix: 'P' })
  const serial_numbers = ['P0001', 'P0002']
  await company.admin.ok(addReport, { task_id: task_ids[0]!, finished_quantity: '2' })
  await company.admin.ok(addReport, {
    ...{ task_id: task_ids[1]!, finished_quantity: '2', made: { serial_numbers, lot_number: 'L1' } },
  })
  const ask = (trace_by: 'lot_number' | 'serial_number', value: string) =>
    company.admin.ok(queryTrace, { trace_by, value, direction: 'backward' })
  // What the machine has told is found before any bin has it.
  expect(lots(await ask('lot_number', 'L1'))).toEqual(expect.arrayContaining(['C0', 'C1', 'L1']))
  await company.admin.ok(finishInboundMo, { mo_id, quantity: '2', location_id, lot_number: 'L1', serial_numbers })
  await require(2)
  const order = await orderOf(company, material_id, 'Alpha', '1')
  const ship = (serial_no: string, lot_number?: string) =>
    company.admin.send(shipOrder, {
      order_id: order.id,
      lines: [{ line_id: order.line_id, quantity: '1', serial_numbers: [serial_no], lot_number }],
    })
  expect(await ship('P0003')).toMatchObject({
    code: stockErrors.serialElsewhere.code,
    message: expect.stringMatching(/P0003.*报工/),
  })
  expect(await ship('P0001', 'L2')).toMatchObject({ code: stockErrors.serialElsewhere.code })
  await require(1)
  expect(await ship('P0003')).toMatchObject({ code: 200 })
  const trace = await ask('serial_number', 'P0003')
  expect(lots(trace)).toEqual([])
  expect(trace.gaps.map(({ gap }) => gap)).toContain(codes.piece_unknown)
  expect(lots(await ask('serial_number', 'P0001'))).toEqual(['C0', 'C1'])
})

const inStock = (company: TestCompany) =>
  company.as(async tx => {
    const found = await rows(
      tx,
      sql<{
        lot_number: string
        quality_status: number
        quantity: number
      }>`select lot_number, quality_status, quantity::float8 as quantity from inventory
        where org_id = ${company.org_id} and quantity > 0 order by 1, 2`,
    )
    return found.map(({ lot_number, quality_status, quantity }) => [lot_number, quality_status, quantity])
  })
const expectBooksInOrder = async (company: TestCompany) => {
  const holders = sql`select source_id as inventory_id, sum(quantity) as quantity from mo_assignment where org_id = ${company.org_id} and source_type = 1 group by source_id`
  expect(await company.as(tx => checkLedger(tx, company.org_id, holders))).toEqual([])
}
const hold = { trace_by: 'lot_number' as const, value: 'B1', reason: '供应商通知' }

contract(app, holdAffected, {
  set: aTracedProduct,
  good: () => hold,
  check: async (answer, _, company) => {
    expect(answer).toMatchObject({ held_count: 2, in_transit_count: 0, piece_count: 0 })
    expect(await inStock(company)).toEqual([
      ['A1', 0, 8],
      ['A2', 0, 8],
      ['B1', 4, 6],
      ['L1', 4, 2],
    ])
    await expectBooksInOrder(company)
    expect((await company.admin.send(holdAffected, hold)).code).toBe(generalErrors.badParameter.code)
    const { result } = await company.admin.ok(listRecall, { trace_by: 'lot_number', value: 'B1' })
    expect(result.filter(row => row.where === whereNow.codes.in_stock).every(row => row.held)).toBe(true)
  },
  refused: () => [
    ['a number that nobody knows', { ...hold, value: 'nobody' }, generalErrors.recordNotFound],
    ['without a reason', { ...hold, reason: '' }, generalErrors.fieldRequired],
  ],
  foreign: generalErrors.recordNotFound,
})
const aHold = async (company: TestCompany) => {
  await aTracedProduct(company)
  const { id } = await company.admin.ok(holdAffected, hold)
  return { id, row_version: 0, release_reason: '复检合格' }
}
contract(app, releaseHold, {
  set: aHold,
  good: set => set,
  check: async (_, set, company) => {
    expect((await inStock(company)).every(([, quality]) => quality === 0)).toBe(true)
    expect((await company.admin.send(releaseHold, { ...set, row_version: 1 })).code).toBe(
      generalErrors.statusNotAllowed.code,
    )
    await expectBooksInOrder(company)
  },
  refused: set => [
    ['not there', { ...set, id: nowhere }, generalErrors.recordNotFound],
    ['an old version', { ...set, row_version: 9 }, generalErrors.versionConflict],
    ['without a reason', { ...set, release_reason: '' }, generalErrors.fieldRequired],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, listHolds, {
  set: aHold,
  good: () => ({ open: true }),
  check: ({ result }) =>
    expect(result).toMatchObject([{ value: 'B1', reason: hold.reason, lot_count: 2, released_time: null }]),
  refused: () => [['a page of 0', { page: 0 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [] }),
})

contract(app, listSuspects, {
  set: async company => {
    const floor = await onTheFloor(company, { quantity: '100', stock: '200' })
    await company.admin.ok(addReport, {
      task_id: floor.task_ids[0]!,
      finished_quantity: '60',
      defective_quantity: '40',
    })
    await company.admin.ok(addReport, { task_id: floor.task_ids[1]!, finished_quantity: '60' })
    await company.as(async tx => {
      const [other] = await rows(
        tx,
        sql<{
          id: string
        }>`insert into device (id, machine_no, name, org_id) select gen_random_uuid(), 'GOOD', 'Good', org_id from device limit 1 returning id`,
      )
      await sql`update report_record set device_id = ${other!.id} where defective_quantity = 0`.execute(tx)
    })
    return floor
  },
  good: ({ material_id }) => ({ material_id }),
  check: ({ result, bad_quantity }, { machine_no }) => {
    expect(Number(bad_quantity)).toBe(40)
    expect(result).toHaveLength(1)
    expect(result[0]).toMatchObject({ kind: 0, bad_rate: '40', other_rate: '0' })
    expect(result[0]!.name).toContain(machine_no)
  },
  refused: () => [['no product', {}, generalErrors.fieldRequired]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [] }),
})

test('a shift is that of the calendar of the machine: over midnight, on the day that differs, and outside all of them', async () => {
  const company = await app.company()
  const floor = await onTheFloor(company, { quantity: '100', stock: '300' })
  const week_days = [1, 2, 3, 4, 5, 6, 7]
  const hour = 3600
  const calendar = await aCalendar(company, {
    ...{ name: 'Plant', is_default: true },
    shifts: [
      { name: 'Day', week_days, start_second: 8 * hour, end_second: 20 * hour, breaks: [] },
      { name: 'Night', week_days, start_second: 20 * hour, end_second: 6 * hour, breaks: [] },
    ],
  })
  const bad = { task_id: floor.task_ids[0]!, finished_quantity: '20', defective_quantity: '20' }
  const { id: bad_id } = await company.admin.ok(addReport, bad)
  const { id: good_id } = await company.admin.ok(addReport, {
    ...bad,
    finished_quantity: '60',
    defective_quantity: '0',
  })
  const reportedAt = (id: string, local: string) =>
    company.as(tx =>
      sql`update report_record set report_time = extract(epoch from ${local}::timestamp at time zone 'Asia/Shanghai')::bigint where id = ${id}`.execute(
        tx,
      ),
    )
  const shifts = async () => {
    const { result } = await company.admin.ok(listSuspects, { material_id: floor.material_id })
    return result.filter(({ kind }) => kind === 2).map(({ name, bad_rate, other_rate }) => [name, bad_rate, other_rate])
  }
  await reportedAt(good_id, '2026-11-25 14:00')
  await reportedAt(bad_id, '2026-11-25 02:00')
  expect(await shifts()).toEqual([['Plant Night', '50', '0']])
  // What is reported as a shift ends was made in it.
  await reportedAt(bad_id, '2026-11-25 06:00')
  expect(await shifts()).toEqual([['Plant Night', '50', '0']])
  await reportedAt(bad_id, '2026-11-25 07:00')
  expect(await shifts()).toEqual([['班次外', '50', '0']])
  await company.as(tx =>
    sql`insert into calendar_day (id, calendar_id, day, day_type, shifts)
      values (gen_random_uuid(), ${calendar.id}, '2026-11-25', 4, '[{"name": "Extra", "start_second": 21600, "end_second": 28800, "breaks": []}]')`.execute(
      tx,
    ),
  )
  expect(await shifts()).toEqual([['Plant Extra', '50', '0']])
})

test('forward from a lot: what it went into, and nothing beside; by order, customer and receipt', async () => {
  const company = await app.company()
  const { one } = await aTracedProduct(company)
  const ask = (trace_by: 'any' | 'serial_number' | 'lot_number' | 'mo_no' | 'order_no' | 'customer', value: string) =>
    company.admin.ok(queryTrace, { trace_by, value })
  expect(shown(await ask('lot_number', 'A1')).filter(node => / piece /.test(node))).toEqual([
    '2 piece P0001',
    '2 piece P0002',
  ])
  expect(lots(await ask('order_no', one.no))).toEqual(['A1', 'B1'])
  expect(lots(await ask('customer', 'Beta'))).toEqual(['A1', 'B1'])
  // Whoever scans need not say what it is.
  for (const [by, value] of [
    ['serial_number', 'P0001'],
    ['lot_number', 'A1'],
    ['order_no', one.no],
    ['customer', 'Beta'],
  ] as const)
    expect((await ask('any', value)).starts).toEqual((await ask(by, value)).starts)
})

test('a missing link is told: a lot that was rubbed out, a piece that came from nowhere, goods that went without numbers', async () => {
  const company = await app.company()
  const { mo_id, a, material_id } = await aTracedProduct(company)
  const trace = () => company.admin.ok(queryTrace, { trace_by: 'serial_number', value: 'P0003' })
  expect((await trace()).gaps).toEqual([])
  // Two of A went in by hand, and nobody said of which lot.
  await company.as(tx =>
    sql`insert into stock_movement (inventory_id, movement_type, material_id, quantity, balance, location_id, mo_id)
      select id, 21, material_id, -2, 0, location_id, ${mo_id}::uuid from inventory where material_id = ${a} limit 1`.execute(
      tx,
    ),
  )
  const told = await trace()
  expect(told.gaps).toMatchObject([
    { gap: codes.used_unmarked, key: `mo/${mo_id}`, quantity: expect.stringMatching(/^2(\.0+)?$/) },
  ])
  expect([told.used_count, told.recorded_count]).toEqual([2, 1])
  await company.as(async tx => {
    await sql`update serial_number set mo_id = null where serial_no = 'P0003'`.execute(tx)
    await sql`delete from trace_entry where serial_no = 'P0003'`.execute(tx)
    await sql`update material set serial_policy = 1 where id = ${material_id}`.execute(tx)
  })
  expect((await trace()).gaps.map(({ gap }) => gap)).toEqual([codes.piece_unknown])
  const { gaps } = await company.admin.ok(queryTrace, { trace_by: 'lot_number', value: 'L1' })
  expect(gaps.map(({ gap }) => gap)).toContain(codes.used_unmarked)
})

test('a recall is whole or is refused: what leads further than is read is not left out unsaid', async () => {
  const company = await app.company()
  await aTracedProduct(company)
  const question = { trace_by: 'lot_number' as const, value: 'B1' }
  const asked = (most?: number) => company.as(tx => affectedBy(tx, company.org_id, question, most))
  const { edges } = await asked()
  expect(edges.length).toBeGreaterThan(2)
  expect((await asked(edges.length)).edges).toEqual(edges)
  for (const most of [1, edges.length - 1])
    await expect(asked(most)).rejects.toMatchObject({ definition: generalErrors.badParameter })
})
test('a trace of many edges, in a book of many movements, is put together beside the event loop', async () => {
  const company = await app.company()
  await aTracedProduct(company)
  const question = { trace_by: 'lot_number', value: 'A1' } as const
  const asked = (direction: 'forward' | 'backward', limits?: { movements: number; edges: number }) =>
    company.as(tx => isLargeTrace({ tx, org_id: company.org_id }, [direction], question, limits))
  expect(await asked('forward', { movements: 1, edges: 1 })).toBe(true)
  // It came with one receipt, and went into more than one order.
  expect(await asked('backward', { movements: 1, edges: 1 })).toBe(false)
  expect(await asked('forward', { movements: 1, edges: 100 })).toBe(false)
  expect(await asked('forward', { movements: 1_000, edges: 1 })).toBe(false)
  expect(await asked('forward')).toBe(false)
})
