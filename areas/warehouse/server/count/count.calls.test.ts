import {
  approveApproval,
  queryApprovalDetail,
  queryApprovalList,
  rejectApproval,
  setApprovalFlow,
} from '@qitao/access/model/approval/approval.calls.ts'
import { approvalMode, approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { queryChangeLog } from '@qitao/access/model/record/change-log.calls.ts'
import { type ContractCase, contract } from '@qitao/app-server/testing/contract.ts'
import { imported, rowsIn, xlsx } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, type TestMember, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { excelErrors } from '@qitao/platform/server/excel/excel.errors.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { taskResult, taskStatus } from '@qitao/quality/model/task/task.status.ts'
import { aHeldLot } from '@qitao/quality/testing/quality.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { listStockMovements } from '@qitao/stock/model/stock.calls.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { locationCalls } from '@qitao/stock/model/warehouse.calls.ts'
import { occupy, transitBin } from '@qitao/stock/server'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type CountEntry, countCalls } from '../../model/count/count.calls.ts'
import { countLineState, countStatus } from '../../model/count/count.status.ts'
import { abcClass } from '../../model/count/count-proposal.rules.ts'
import { outboundCalls } from '../../model/receipt.calls.ts'
import { transferCalls } from '../../model/transfer/transfer.calls.ts'
import { warehouseErrors } from '../../model/warehouse.errors.ts'
import { discrepancies } from '../../testing/warehouse.factory.ts'

const app = await testApp()

/** Two bins of a warehouse: 10 and 4 of two materials in one, 6 of the first in the other. */
const set = (company: TestCompany) =>
  company.as(async tx => {
    const warehouse_id = await aWarehouse(tx)
    const bin = await aLocation(tx, { warehouse_id })
    const other = await aLocation(tx, { warehouse_id })
    const elsewhere = await aLocation(tx)
    const [material_id, second, byLot] = [
      await aMaterial(tx, { precision: 0 }),
      await aMaterial(tx),
      await aMaterial(tx, { lot_managed: true }),
    ]
    const inventory_id = await putIn(tx, { material_id, location_id: bin, quantity: '10' })
    await putIn(tx, { material_id: second, location_id: bin, quantity: '4' })
    await putIn(tx, { material_id, location_id: other, quantity: '6' })
    const [transit] = await rows(
      tx,
      sql<{
        id: string
        warehouse_id: string
      }>`select id, warehouse_id from location where id = ${await transitBin(tx, company.org_id)}`,
    )
    return { warehouse_id, bin, other, elsewhere, material_id, second, byLot, inventory_id, transit: transit! }
  })
type Set = Awaited<ReturnType<typeof set>>
const input = ({ warehouse_id }: Set, more: object = {}) => ({ warehouse_id, blind: false, ...more })

/** A count that has begun. */
async function begun(company: TestCompany, of: Set, more: object = {}) {
  const { id, no } = await company.admin.ok(countCalls.add, input(of, more))
  await company.admin.ok(countCalls.start, { id })
  return { ...of, id, no }
}
const linesOf = async (member: TestMember, count_id: string) =>
  (await member.ok(countCalls.lines, { count_id, page_size: 200 })).result
const enter = (member: TestMember, id: string, entries: Partial<CountEntry>[]) =>
  member.send(countCalls.enter, { id, entries: entries as CountEntry[] })
/** Every line as the books have it, but those that are named by material and bin. */
async function countAll(member: TestMember, id: string, but: Readonly<Record<string, string>> = {}) {
  const lines = await linesOf(member, id)
  return enter(
    member,
    id,
    lines.map(line => ({
      line_id: line.id,
      counted_quantity: but[`${line.material_id} ${line.location_id}`] ?? line.book_quantity,
    })),
  )
}
const stockOf = (company: TestCompany, { warehouse_id }: Set) =>
  company.as(async tx => {
    const found = await sql<{ material_id: string; location_id: string; quantity: string }>`select i.* from inventory i
      join location l on l.org_id = i.org_id and l.id = i.location_id where l.warehouse_id = ${warehouse_id}`.execute(
      tx,
    )
    return new Map(found.rows.map(row => [`${row.material_id} ${row.location_id}`, Number(row.quantity)]))
  })

contract(app, countCalls.add, {
  set,
  good: of => input(of, { location_ids: [of.bin] }),
  check: async ({ id }, of, company) => {
    const { record } = await company.admin.ok(countCalls.detail, { id })
    expect(record).toMatchObject({ status: countStatus.codes.draft, line_count: 0, location_ids: [of.bin] })
  },
  refused: of => [
    ['a bin of another warehouse', input(of, { location_ids: [of.elsewhere] }), generalErrors.badParameter],
    // Goods in transit are counted where they are sent and received.
    [
      'the bin of what is in transit',
      input({ ...of, warehouse_id: of.transit.warehouse_id }, { location_ids: [of.transit.id] }),
      generalErrors.badParameter,
    ],
    ['no warehouse', { blind: true }, generalErrors.fieldRequired],
    ['no such warehouse', { warehouse_id: of.bin }, generalErrors.recordNotFound],
    ['a long remark', input(of, { remark: 'x'.repeat(256) }), generalErrors.remarkTooLong],
  ],
  foreign: generalErrors.badParameter,
})
contract(app, countCalls.alter, {
  set: async company => {
    const of = await set(company)
    const going = await begun(company, of)
    const { id } = await company.admin.ok(countCalls.add, input(of))
    return { ...of, id, going: going.id }
  },
  good: of => ({ ...input(of, { frozen: true }), id: of.id, row_version: 0 }),
  check: async (_, { id }, company) => {
    expect((await company.admin.ok(countCalls.detail, { id })).record).toMatchObject({ frozen: true, row_version: 1 })
  },
  refused: of => [
    ['an old version', { ...input(of), id: of.id, row_version: 7 }, generalErrors.versionConflict],
    ['one that has begun', { ...input(of), id: of.going, row_version: 1 }, warehouseErrors.receiptNotEditable],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, countCalls.start, {
  set: async company => {
    const of = await set(company)
    const { id } = await company.admin.ok(countCalls.add, input(of))
    const aside = { ...of, warehouse_id: await company.as(tx => aWarehouse(tx)) }
    return { ...of, id, empty: (await company.admin.ok(countCalls.add, input(aside))).id }
  },
  good: ({ id }) => ({ id }),
  check: async ({ line_count }, { id }, company) => {
    expect(line_count).toBe(3)
    const lines = await linesOf(company.admin, id)
    expect(lines.map(line => [line.line_no, Number(line.book_quantity), line.state])).toEqual([
      [1, expect.any(Number), countLineState.codes.open],
      [2, expect.any(Number), countLineState.codes.open],
      [3, expect.any(Number), countLineState.codes.open],
    ])
  },
  refused: ({ empty }) => [['a warehouse without bins', { id: empty }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, countCalls.enter, {
  set: async company => {
    const of = await begun(company, await set(company))
    const [line] = await linesOf(company.admin, of.id)
    const whole = (await linesOf(company.admin, of.id)).find(({ material_id }) => material_id === of.material_id)!
    const draft = await company.admin.ok(countCalls.add, input(of))
    return { ...of, line: line!, whole, draft: draft.id }
  },
  good: ({ id, line }) => ({
    id,
    entries: [{ line_id: line.id, row_version: 0, counted_quantity: '7', remark: 'box' }],
  }),
  check: async (_, { id, line }, company) => {
    const [now] = await linesOf(company.admin, id)
    expect(now).toMatchObject({ id: line.id, remark: 'box', state: countLineState.codes.different })
    expect(Number(now!.difference)).toBe(7 - Number(line.book_quantity))
  },
  refused: ({ id, line, whole, draft, elsewhere, bin, byLot, material_id }) => {
    const one = (entry: object) => ({ id, entries: [{ counted_quantity: '1', ...entry }] })
    return [
      ['below zero', one({ line_id: line.id, counted_quantity: '-1' }), generalErrors.badParameter],
      ['finer than the unit', one({ line_id: whole.id, counted_quantity: '0.5' }), generalErrors.unitQuantityPrecision],
      ['an old version', one({ line_id: line.id, row_version: 9 }), generalErrors.versionConflict],
      ['before it begins', { ...one({ line_id: line.id }), id: draft }, warehouseErrors.receiptNotEditable],
      ['found without a bin', one({ material_id }), generalErrors.fieldRequired],
      ['found elsewhere', one({ material_id, location_id: elsewhere }), generalErrors.badParameter],
      ['found without its lot', one({ material_id: byLot, location_id: bin }), stockErrors.lotRequired],
      ['on the list already', one({ material_id, location_id: bin }), generalErrors.badParameter],
    ]
  },
  foreign: generalErrors.recordNotFound,
})
contract(app, countCalls.confirm, {
  set: async company => {
    const of = await begun(company, await set(company))
    await countAll(company.admin, of.id, { [`${of.material_id} ${of.bin}`]: '8' })
    const aside = { ...of, warehouse_id: await company.as(async tx => (await setIn(tx)).warehouse_id) }
    return { ...of, open: (await begun(company, aside)).id }
  },
  good: ({ id }) => ({ id }),
  check: async ({ difference_lines }, of, company) => {
    expect(difference_lines).toBe(1)
    expect((await stockOf(company, of)).get(`${of.material_id} ${of.bin}`)).toBe(8)
    const { result } = await company.admin.ok(listStockMovements, { keyword: of.no })
    expect(result.map(one => [one.movement_type, Number(one.quantity)])).toEqual([[30, -2]])
    expect(await discrepancies(company)).toEqual([])
    expect((await company.admin.ok(countCalls.detail, { id: of.id })).record.status).toBe(countStatus.codes.done)
  },
  refused: ({ open }) => [['not all is counted', { id: open }, generalErrors.numberRequired]],
  foreign: generalErrors.recordNotFound,
})
const setIn = async (tx: Parameters<typeof aWarehouse>[0]) => {
  const warehouse_id = await aWarehouse(tx)
  const location_id = await aLocation(tx, { warehouse_id })
  await putIn(tx, { material_id: await aMaterial(tx), location_id, quantity: '1' })
  return { warehouse_id, location_id }
}
contract(app, countCalls.cancel, {
  set: async company => begun(company, await set(company), { frozen: true }),
  good: ({ id }) => ({ ids: [id] }),
  check: async (_, of, company) => {
    const { result } = await company.admin.ok(locationCalls.list, { warehouse_id: of.warehouse_id })
    expect(result.map(({ counting }) => counting)).toEqual([false, false])
  },
  refused: () => [],
  foreign: generalErrors.recordNotFound,
})
contract(app, countCalls.drop, {
  set: async company => {
    const of = await set(company)
    return { ...of, ...(await company.admin.ok(countCalls.add, input(of))), going: (await begun(company, of)).id }
  },
  good: ({ id }) => ({ ids: [id] }),
  check: async (_, { id }, company) => {
    expect((await company.admin.send(countCalls.detail, { id })).code).toBe(generalErrors.recordNotFound.code)
  },
  refused: ({ going }) => [['one that goes on', { ids: [going] }, warehouseErrors.receiptNotEditable]],
  foreign: generalErrors.recordNotFound,
})
type Begun = Awaited<ReturnType<typeof begun>>
const going = async (company: TestCompany) => begun(company, await set(company))
const unordered: Pick<ContractCase<never, Begun>, 'refused'> = {
  refused: of => [
    ['an unknown order', { count_id: of.id, order_by: 'nothing' }, generalErrors.badParameter],
    ['another field', { count_id: of.id, nothing: 1 }, generalErrors.badParameter],
  ],
}
const ofList = {
  set: going,
  good: ({ warehouse_id }: Begun) => ({ warehouse_id, statuses: [countStatus.codes.counting] }),
  ...unordered,
  foreign: (answer: { data: unknown }, { no }: Begun) => expect(JSON.stringify(answer.data ?? {})).not.toContain(no),
}
contract(app, countCalls.list, {
  ...ofList,
  check: ({ result }, { id }) => expect(result.map(one => [one.id, one.line_count])).toEqual([[id, 3]]),
})
contract(app, countCalls.export, ofList)
contract(app, countCalls.count, {
  set: going,
  good: () => ({}),
  check: data => expect(data).toEqual({ draft: 0, counting: 1, done: 0, cancelled: 0 }),
  refused: () => [['another field', { nothing: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ counting: 0 }),
})
contract(app, countCalls.detail, {
  set: going,
  good: ({ id }) => ({ id }),
  check: ({ record }) => expect(record).toMatchObject({ line_count: 3, counted_count: 0, difference_count: 0 }),
  refused: of => [['no such', { id: of.bin }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
const ofLines = {
  set: going,
  good: ({ id }: Begun) => ({ count_id: id, states: [countLineState.codes.open] }),
  ...unordered,
  foreign: (answer: { data: unknown }, { material_id }: Begun) =>
    expect(JSON.stringify(answer.data ?? {})).not.toContain(material_id),
}
contract(app, countCalls.lines, { ...ofLines, check: ({ total }) => expect(total).toBe(3) })
contract(app, countCalls.exportLines, ofLines)

test('what moves while one counts is kept: the difference is against the books of the moment of counting', async () => {
  const company = await app.company()
  const of = await begun(company, await set(company))
  const move = async (quantity: string) => {
    const line = { material_id: of.material_id, from_location_id: of.bin, to_location_id: of.other, quantity }
    const { id } = await company.admin.ok(transferCalls.add, { lines: [line] })
    await company.admin.ok(transferCalls.confirm, { ids: [id] })
  }
  // 10 and 6 when it began. 3 go over before the first bin is counted, 2 more after it and before the second.
  await move('3')
  const lines = await linesOf(company.admin, of.id)
  const lineOf = (location_id: string) =>
    lines.find(line => line.material_id === of.material_id && line.location_id === location_id)!
  await enter(company.admin, of.id, [{ line_id: lineOf(of.bin).id, counted_quantity: '6' }])
  await move('2')
  await enter(company.admin, of.id, [{ line_id: lineOf(of.other).id, counted_quantity: '11' }])
  const rest = lines.find(line => line.material_id === of.second)!
  await enter(company.admin, of.id, [{ line_id: rest.id, counted_quantity: '4' }])
  for (const line of await linesOf(company.admin, of.id))
    expect(Number(line.difference)).toBe(Number(line.counted_quantity) - Number(line.book_quantity))
  expect((await company.admin.ok(countCalls.confirm, { id: of.id })).difference_lines).toBe(1)
  const stock = await stockOf(company, of)
  expect([stock.get(`${of.material_id} ${of.bin}`), stock.get(`${of.material_id} ${of.other}`)]).toEqual([4, 11])
  expect(await discrepancies(company)).toEqual([])
})

test('what was counted without a connection is set against the books of then; before the count began nobody counted', async () => {
  const company = await app.company()
  const of = await begun(company, await set(company))
  const line = (await linesOf(company.admin, of.id)).find(({ book_quantity }) => Number(book_quantity) === 10)!
  const now = Math.floor(Date.now() / 1000)
  const add = (quantity: string) =>
    company.as(tx => putIn(tx, { material_id: of.material_id, location_id: of.bin, quantity }))
  await app.database.pool.query('update inventory_count set started_time = $1 where id = $2', [now - 7200, of.id])
  // All but two came before it was counted, and nothing was there long before.
  await add('1')
  const past = 'update stock_movement set movement_time = $1 where inventory_id = $2'
  await app.database.pool.query(past, [now - 5000, of.inventory_id])
  await add('2')
  const counted = (counted_time: number) =>
    enter(company.admin, of.id, [{ line_id: line.id, counted_quantity: '10', counted_time }])
  const early = await counted(now - 7201)
  expect(early.code).toBe(generalErrors.badParameter.code)
  for (const [at, difference] of [
    [now - 3600, -1],
    [now + 3600, -3],
    [now - 6000, 10],
  ] as const) {
    expect((await counted(at)).code).toBe(200)
    const after = (await linesOf(company.admin, of.id)).find(({ id }) => id === line.id)!
    expect(Number(after.difference)).toBe(difference)
    expect(after.counted_time).toBeLessThanOrEqual(Math.floor(Date.now() / 1000))
  }
})

test('R-254: a bin is in one count at a time, and nothing moves in one that is frozen (5912)', async () => {
  const company = await app.company()
  const of = await begun(company, await set(company), { frozen: true })
  const { id } = await company.admin.ok(countCalls.add, input(of, { location_ids: [of.bin] }))
  const second = await company.admin.send(countCalls.start, { id })
  expect(second).toMatchObject({ code: stockErrors.countInProgress.code, message: expect.stringContaining(of.no) })
  const line = { material_id: of.material_id, from_location_id: of.bin, to_location_id: of.elsewhere, quantity: '1' }
  const transfer = await company.admin.ok(transferCalls.add, { lines: [line] })
  const carryOut = () => company.admin.send(transferCalls.confirm, { ids: [transfer.id] })
  expect((await carryOut()).code).toBe(stockErrors.countInProgress.code)
  await countAll(company.admin, of.id)
  await company.admin.ok(countCalls.confirm, { id: of.id })
  expect((await carryOut()).code).toBe(200)
})

test('goods of a frozen bin are passed by, and told of when nothing else is there (5912)', async () => {
  const company = await app.company()
  const of = await set(company)
  await begun(company, of, { frozen: true, location_ids: [of.bin] })
  const ship = async (material_id: string, quantity: string) => {
    const { id } = await company.admin.ok(outboundCalls.add, { submit: true, lines: [{ material_id, quantity }] })
    const { lines } = await company.admin.ok(outboundCalls.detail, { id })
    const out = { id, lines: [{ line_id: lines[0]!.id, quantity }] }
    const answer = await company.admin.send(outboundCalls.confirm, out)
    return { answer, detail: await company.admin.ok(outboundCalls.detail, { id }) }
  }
  const { detail } = await ship(of.material_id, '6')
  expect(detail.movements.map(({ location_id, quantity }) => [location_id, Number(quantity)])).toEqual([[of.other, -6]])
  const { answer } = await ship(of.second, '4')
  expect(answer).toMatchObject({ code: stockErrors.countInProgress.code })
  expect(answer.message).toContain('盘点结束后再取')
  expect((await ship(of.second, '5')).answer.code).toBe(stockErrors.stockInsufficient.code)
})

test('a blind count shows the books to nobody who counts, and to who leads it only of counted lines', async () => {
  const company = await app.company()
  const of = await begun(company, await set(company), { blind: true })
  const counter = await company.member([pages.editStockCount])
  const [first] = await linesOf(counter, of.id)
  await enter(counter, of.id, [{ line_id: first!.id, counted_quantity: '0' }])
  const seen = await linesOf(counter, of.id)
  expect(seen.map(({ book_quantity, difference, state }) => [book_quantity, difference, state])).toEqual([
    [null, null, countLineState.codes.counted],
    [null, null, countLineState.codes.open],
    [null, null, countLineState.codes.open],
  ])
  expect((await counter.ok(countCalls.detail, { id: of.id })).record.difference_count).toBeNull()
  const byState = await counter.ok(countCalls.lines, { count_id: of.id, states: [countLineState.codes.different] })
  expect(byState.total).toBe(0)
  const led = await linesOf(company.admin, of.id)
  expect(led.map(({ state }) => state)).toEqual([
    countLineState.codes.different,
    countLineState.codes.open,
    countLineState.codes.open,
  ])
  expect(led.map(({ book_quantity }) => book_quantity === null)).toEqual([false, true, true])
  // Who only counts neither confirms nor gives up.
  expect((await counter.send(countCalls.confirm, { id: of.id })).code).toBe(generalErrors.noPermission.code)
})

test('what differs too much is counted again, by somebody else', async () => {
  const company = await app.company()
  const of = await begun(company, await set(company), { recount_percent: 10 })
  const [one, two] = [await company.member([pages.editStockCount]), await company.member([pages.editStockCount])]
  await countAll(company.admin, of.id)
  const lines = await linesOf(company.admin, of.id)
  const line = lines.find(found => found.material_id === of.material_id && found.location_id === of.bin)!
  const entry = (counted_quantity: string) => [{ line_id: line.id, counted_quantity }]
  expect((await enter(one, of.id, entry('7'))).code).toBe(200)
  expect((await linesOf(one, of.id)).find(({ id }) => id === line.id)!.state).toBe(countLineState.codes.recount)
  expect((await company.admin.send(countCalls.confirm, { id: of.id })).code).toBe(generalErrors.numberRequired.code)
  expect((await enter(one, of.id, entry('7'))).code).toBe(generalErrors.badParameter.code)
  expect((await enter(two, of.id, entry('9'))).code).toBe(200)
  // Nor does the first one write over the second.
  expect((await enter(one, of.id, entry('7'))).code).toBe(generalErrors.badParameter.code)
  await company.admin.ok(countCalls.confirm, { id: of.id })
  expect((await stockOf(company, of)).get(`${of.material_id} ${of.bin}`)).toBe(9)
})

test('what is found and not in the books comes in; what work orders occupy is not counted away (5913)', async () => {
  const company = await app.company()
  const of = await begun(company, await set(company))
  const found = { material_id: of.byLot, location_id: of.bin, lot_number: 'L-1', counted_quantity: '5' }
  expect((await enter(company.admin, of.id, [found])).code).toBe(200)
  await countAll(company.admin, of.id, { [`${of.byLot} ${of.bin}`]: '5', [`${of.material_id} ${of.bin}`]: '2' })
  const { org_id } = company
  await company.as(tx => occupy(tx, { org_id, occupations: [{ inventory_id: of.inventory_id, quantity: '7' }] }))
  const refused = await company.admin.send(countCalls.confirm, { id: of.id })
  expect(refused.code).toBe(stockErrors.stockOccupied.code)
  await company.as(tx => sql`update inventory set occupied_quantity = 0 where id = ${of.inventory_id}`.execute(tx))
  expect((await company.admin.ok(countCalls.confirm, { id: of.id })).difference_lines).toBe(2)
  const stock = await stockOf(company, of)
  expect([stock.get(`${of.byLot} ${of.bin}`), stock.get(`${of.material_id} ${of.bin}`)]).toEqual([5, 2])
})

test('pieces that are recorded one by one are not counted in or away without their numbers (5918)', async () => {
  const company = await app.company()
  const of = await begun(company, await set(company))
  const lines = await linesOf(company.admin, of.id)
  const differs = lines.find(line => line.material_id === of.second)!
  await enter(
    company.admin,
    of.id,
    lines.map(line => ({
      line_id: line.id,
      counted_quantity: line.id === differs.id ? '5' : String(Number(line.book_quantity)),
    })),
  )
  const policy = (serial_policy: number) =>
    company.as(tx => sql`update material set serial_policy = ${serial_policy} where id = ${of.second}`.execute(tx))
  await policy(2)
  expect(await company.admin.send(countCalls.confirm, { id: of.id })).toMatchObject({
    code: stockErrors.serialRequired.code,
  })
  await policy(1)
  expect((await company.admin.ok(countCalls.confirm, { id: of.id })).difference_lines).toBe(1)
})

test('of two who confirm at once one posts', async () => {
  const company = await app.company()
  const of = await begun(company, await set(company))
  await countAll(company.admin, of.id, { [`${of.material_id} ${of.bin}`]: '11' })
  const answers = await Promise.all([1, 2].map(() => company.admin.send(countCalls.confirm, { id: of.id })))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, warehouseErrors.receiptNotEditable.code])
  expect((await stockOf(company, of)).get(`${of.material_id} ${of.bin}`)).toBe(11)
})

test('goods that wait for their inspection are counted, and their tasks are of what is there', async () => {
  const company = await app.company()
  const { admin } = company
  const lot = await aHeldLot(company)
  const task = async (id = lot.id) => (await admin.ok(taskCalls.detail, { id })).record
  const bins = (await admin.ok(locationCalls.list, {})).result
  const { warehouse_id } = bins.find(({ id }) => id === lot.location_id)!
  const counted = async (quantity: string, between?: () => Promise<unknown>) => {
    const { id } = await admin.ok(countCalls.add, { warehouse_id, blind: false })
    await admin.ok(countCalls.start, { id })
    await between?.()
    const entries = (await linesOf(admin, id)).map(line => ({
      line_id: line.id,
      counted_quantity: line.quality_status === qualityStatus.codes.to_inspect ? quantity : line.book_quantity!,
    }))
    await admin.ok(countCalls.enter, { id, entries })
    await admin.ok(countCalls.confirm, { id })
  }
  await counted('18')
  expect(Number((await task()).quantity)).toBe(18)
  const judge = async () => {
    const value = { item_id: lot.item_ids[0], sample_no: 1, value: '10' }
    await admin.ok(taskCalls.alter, { id: lot.id, row_version: (await task()).row_version, results: [value] })
    await admin.ok(taskCalls.submit, {
      ...{ id: lot.id, row_version: (await task()).row_version, nonconforming: 0, reason: null, remark: null },
      ...{ passed_quantity: '18', concession_quantity: '0', failed_quantity: '0' },
    })
  }
  // It is judged while people count; two pieces more than that are found, and somebody is to inspect them.
  await counted('2', judge)
  const open = { material_id: lot.material_id, statuses: [taskStatus.codes.pending] }
  const [found] = (await admin.ok(taskCalls.list, open)).result
  expect(found).toMatchObject({ quantity: '2.000000', scheme_id: lot.scheme_id })
  await counted('0')
  expect(await task(found!.id)).toMatchObject({ status: taskStatus.codes.done, result: taskResult.codes.gone })
  expect(await discrepancies(company)).toEqual([])
})

test('a sheet is exported, filled in elsewhere and read in again: a row without a figure changes nothing', async () => {
  const company = await app.company()
  const going = await begun(company, await set(company))
  const [heads, ...found] = await rowsIn(await company.admin.ok(countCalls.exportLines, { count_id: going.id }))
  expect(found.map(row => row[heads!.indexOf('行号')])).toEqual(['1', '2', '3'])
  const column = heads!.indexOf('盘点数量')
  const [bin, material] = await company.as(async tx => [
    (await rows(tx, sql<{ code: string }>`select code from location where id = ${going.other}`))[0]!.code,
    (await rows(tx, sql<{ code: string }>`select code from material where id = ${going.second}`))[0]!.code,
  ])
  const filled = (figures: readonly string[]) =>
    found.map((row, index) => heads!.map((_, at) => (at === column ? (figures[index] ?? '') : (row[at] ?? ''))))
  const more = heads!.map(head => ({ 盘点单号: going.no, 物料编码: material, 库位: bin, 盘点数量: '2' })[head] ?? '')
  const send = async (figures: readonly string[], extra: readonly string[][] = []) =>
    imported(company, 'counted', await xlsx([heads!, ...filled(figures), ...extra]))
  const done = await send(['9', '', '6'], [more])
  expect(done).toMatchObject({ error_code: null })
  const lines = await linesOf(company.admin, going.id)
  expect(lines.map(({ counted_quantity }) => counted_quantity && Number(counted_quantity))).toEqual([9, null, 6, 2])
  const half = await send(found.map((_, at) => (lines[at]!.material_id === going.material_id ? '9.5' : '')))
  expect(half.error_code).toBe(excelErrors.importFailed.code)
  expect((await linesOf(company.admin, going.id)).map(line => Number(line.counted_quantity))).toEqual([9, 0, 6, 2])
})

/** The sheet of a count by the titles of its columns. */
const sheetOf = async (member: TestMember, count_id: string) => {
  const [heads, ...found] = await rowsIn(await member.ok(countCalls.exportLines, { count_id }))
  return found.map(row => Object.fromEntries(heads!.map((head, at) => [head, row[at] ?? ''])))
}
const sendSheet = async (company: TestCompany, sheet: readonly Readonly<Record<string, string>>[]) => {
  const heads = Object.keys(sheet[0]!)
  return imported(company, 'counted', await xlsx([heads, ...sheet.map(row => heads.map(head => row[head]!))]))
}
test('a sheet of a blind count, and of what is to be counted again, tells nobody what to find', async () => {
  const company = await app.company()
  const of = await begun(company, await set(company), { blind: true, recount_percent: 10 })
  const [one, two] = [await company.member([pages.editStockCount]), await company.member([pages.editStockCount])]
  const lines = await linesOf(one, of.id)
  const [first, second] = [lines[0]!, lines[1]!]
  await enter(one, of.id, [
    { line_id: first.id, counted_quantity: '0' },
    { line_id: second.id, counted_quantity: '0' },
  ])
  // Who leads sees on the page what they differ by.
  expect((await linesOf(company.admin, of.id)).map(line => line.difference !== null)).toEqual([true, true, false])
  const columns = ['line_no', 'state', 'book_quantity', 'counted_quantity', 'difference']
  const shown = await rowsIn(await company.admin.ok(countCalls.exportLines, { count_id: of.id, columns }))
  expect(
    shown
      .slice(1)
      .flatMap(row => row.slice(2))
      .filter(Boolean),
  ).toEqual([])
  expect((await sheetOf(company.admin, of.id)).map(row => row.盘点数量)).toEqual(['', '', ''])
  // Whoever counts again does not see what was found before.
  expect((await linesOf(two, of.id)).map(line => line.counted_quantity)).toEqual([null, null, null])
  expect((await linesOf(two, of.id)).map(line => line.state)).toEqual([
    countLineState.codes.recount,
    countLineState.codes.recount,
    countLineState.codes.open,
  ])
})
test('what somebody has counted since is not written over by an old sheet', async () => {
  const company = await app.company()
  const of = await begun(company, await set(company))
  const sheet = await sheetOf(company.admin, of.id)
  const [first] = await linesOf(company.admin, of.id)
  await enter(company.admin, of.id, [{ line_id: first!.id, counted_quantity: '7' }])
  const refused = await sendSheet(
    company,
    sheet.map(row => ({ ...row, 盘点数量: '5' })),
  )
  expect(refused.error_code).toBe(excelErrors.importFailed.code)
  expect(
    (await linesOf(company.admin, of.id)).map(line => line.counted_quantity && Number(line.counted_quantity)),
  ).toEqual([7, null, null])
})
test('a row that comes back as it went out keeps the books that it was counted against', async () => {
  const company = await app.company()
  const of = await begun(company, await set(company))
  await countAll(company.admin, of.id)
  const sheet = await sheetOf(company.admin, of.id)
  await company.as(tx => putIn(tx, { material_id: of.material_id, location_id: of.bin, quantity: '3' }))
  const done = await sendSheet(
    company,
    sheet.map(row => ({ ...row, 备注: 'seen' })),
  )
  expect(done).toMatchObject({ error_code: null })
  expect((await linesOf(company.admin, of.id)).map(line => [Number(line.difference), line.remark])).toEqual(
    Array(3).fill([0, 'seen']),
  )
})
test('two who find something at once both write it down', async () => {
  const company = await app.company()
  const of = await begun(company, await set(company))
  const found = (location_id: string) => [
    { material_id: of.byLot, location_id, lot_number: 'L-9', counted_quantity: '1' },
  ]
  const answers = await Promise.all([of.bin, of.other].map(bin => enter(company.admin, of.id, found(bin))))
  expect(answers.map(({ code }) => code)).toEqual([200, 200])
})
test('what differences are worth, and what lies in a bin, is for those who see prices', async () => {
  const company = await app.company()
  await approver(company, '1')
  const going = await differing(company)
  await company.admin.ok(countCalls.confirm, { id: going.id })
  const leader = await company.member([pages.stockCounts])
  const buyer = await company.member([pages.stockCounts, pages.unitPrices])
  const worth = async (member: TestMember) =>
    (await member.ok(countCalls.detail, { id: going.id })).record.difference_value
  expect([await worth(leader), Number(await worth(buyer))]).toEqual([null, 38])
  const history = async (member: TestMember) =>
    (await member.ok(queryChangeLog, { table_name: 'inventory_count', row_id: going.id })).result.some(({ changes }) =>
      changes.some(({ field }) => field === 'difference_value'),
    )
  expect([await history(leader), await history(buyer)]).toEqual([false, true])
  expect((await leader.ok(countCalls.list, {})).result.map(row => row.difference_value)).toEqual([null])
  const other = await set(company)
  const bins = async (member: TestMember) =>
    (await member.ok(countCalls.propose, { warehouse_id: other.warehouse_id })).result.map(bin => bin.value === null)
  expect([await bins(leader), await bins(buyer)]).toEqual([
    [true, true],
    [false, false],
  ])
})
test('an empty bin that was counted is not due at once', async () => {
  const company = await app.company()
  const of = await set(company)
  // It has had goods, and has none.
  const empty = await company.as(async tx => {
    const location_id = await aLocation(tx, { warehouse_id: of.warehouse_id })
    for (const quantity of ['2', '-2']) await putIn(tx, { material_id: of.second, location_id, quantity })
    return location_id
  })
  const due = async () =>
    (await company.admin.ok(countCalls.propose, { warehouse_id: of.warehouse_id })).result
      .filter(bin => bin.location_id === empty)
      .map(bin => bin.due)
  expect(await due()).toEqual([true])
  const { id } = await begun(company, of)
  await countAll(company.admin, id)
  await company.admin.ok(countCalls.confirm, { id })
  await company.as(tx => putIn(tx, { material_id: of.second, location_id: empty, quantity: '1' }))
  expect(await due()).toEqual([false])
})

const approver = async (company: TestCompany, amount_from: string) => {
  const member = await company.member([pages.taskCentre, pages.stockCounts])
  await company.admin.ok(setApprovalFlow, {
    ...{ module_code: 'PD', mode: approvalMode.codes.single, approver_ids: [member.user_id], enabled: 1, amount_from },
  })
  return member
}
/** One of ten at 30 is missing, and one of four at 8 is too many. */
async function differing(company: TestCompany) {
  const going = await begun(company, await set(company))
  await company.as(tx =>
    sql`update material set purchase_price = case when id = ${going.material_id} then 30 else 8 end`.execute(tx),
  )
  await countAll(company.admin, going.id, {
    [`${going.material_id} ${going.bin}`]: '9',
    [`${going.second} ${going.bin}`]: '5',
  })
  return going
}
test('differences worth more than a limit wait for their approval: nothing is posted or written meanwhile', async () => {
  const company = await app.company()
  const boss = await approver(company, '38')
  const going = await differing(company)
  const answer = await company.admin.ok(countCalls.confirm, { id: going.id })
  expect([answer.difference_lines, answer.waits_for.length]).toEqual([2, 1])
  const one = async () => (await company.admin.ok(countCalls.detail, { id: going.id })).record
  expect(await one()).toMatchObject({
    ...{ status: countStatus.codes.counting, approval_status: approvalStatus.codes.pending },
    waits_for: answer.waits_for,
  })
  expect(Number((await one()).difference_value)).toBe(38)
  expect((await stockOf(company, going)).get(`${going.material_id} ${going.bin}`)).toBe(10)
  const not = warehouseErrors.receiptNotEditable.code
  expect((await countAll(company.admin, going.id)).code).toBe(not)
  expect((await company.admin.send(countCalls.confirm, { id: going.id })).code).toBe(not)
  expect((await company.admin.send(countCalls.cancel, { ids: [going.id] })).code).toBe(not)
  const waiting = async () => (await boss.ok(queryApprovalList, { scope: 'todo' })).result[0]!.id
  const { document, record } = await boss.ok(queryApprovalDetail, { id: await waiting() })
  expect([Number(record.amount), document.lines.length]).toEqual([38, 2])
  await boss.ok(rejectApproval, { id: await waiting(), comment: 'count again' })
  expect(await one()).toMatchObject({ approval_status: approvalStatus.codes.rejected })
  await countAll(company.admin, going.id, { [`${going.second} ${going.bin}`]: '9' })
  await company.admin.ok(countCalls.confirm, { id: going.id })
  // What moves meanwhile stays in the books.
  await company.as(tx => putIn(tx, { material_id: going.material_id, location_id: going.other, quantity: '3' }))
  await boss.ok(approveApproval, { id: await waiting() })
  expect(await one()).toMatchObject({
    ...{ status: countStatus.codes.done, approval_status: approvalStatus.codes.approved },
  })
  const stock = await stockOf(company, going)
  expect(stock.get(`${going.second} ${going.bin}`)).toBe(9)
  expect(stock.get(`${going.material_id} ${going.other}`)).toBe(9)
  expect(await discrepancies(company)).toEqual([])
})
test('less than the limit is posted at once; without a price nobody can say that it is less', async () => {
  const company = await app.company()
  await approver(company, '39')
  const going = await differing(company)
  expect((await company.admin.ok(countCalls.confirm, { id: going.id })).waits_for).toEqual([])
  const other = await differing(company)
  await company.as(tx => sql`update material set purchase_price = null where id = ${other.second}`.execute(tx))
  expect((await company.admin.ok(countCalls.confirm, { id: other.id })).waits_for).toHaveLength(1)
})

contract(app, countCalls.propose, {
  set: async company => {
    const of = await set(company)
    await company.as(tx =>
      sql`update material set purchase_price = case when id = ${of.material_id} then 30 else 1 end`.execute(tx),
    )
    return of
  },
  good: ({ warehouse_id }) => ({ warehouse_id }),
  check: async ({ result, total, error_rate }, of, company) => {
    expect([total, error_rate]).toEqual([2, 0.01])
    const [first, second] = result
    expect(first).toMatchObject({
      ...{ location_id: of.bin, value: '304', materials: 2, movements: 2, counted_time: null, due: true },
      ...{ abc: abcClass.codes.c, expected_error: '6.05' },
    })
    expect(second).toMatchObject({ location_id: of.other, value: '180', movements: 1 })
    // What is being counted is not proposed; what was counted comes after what was not.
    const { id } = await begun(company, of, { location_ids: [of.bin] })
    expect(
      (await company.admin.ok(countCalls.propose, { warehouse_id: of.warehouse_id })).result.map(
        ({ location_id }) => location_id,
      ),
    ).toEqual([of.other])
    await countAll(company.admin, id)
    await company.admin.ok(countCalls.confirm, { id })
    const after = (await company.admin.ok(countCalls.propose, { warehouse_id: of.warehouse_id })).result
    expect(after.map(bin => [bin.location_id, bin.due, bin.overdue_days])).toEqual([
      [of.other, true, null],
      [of.bin, false, -365],
    ])
  },
  refused: () => [['no warehouse', {}, generalErrors.fieldRequired]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
