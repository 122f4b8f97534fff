import { type ContractCase, contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, type TestMember, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { listStockMovements } from '@qitao/stock/model/stock.calls.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { locationCalls } from '@qitao/stock/model/warehouse.calls.ts'
import { occupy, transitBin } from '@qitao/stock/server'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type CountEntry, countCalls } from '../../model/count/count.calls.ts'
import { countLineState, countStatus } from '../../model/count/count.status.ts'
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
  expect((await company.admin.ok(countCalls.confirm, { id: of.id })).difference_lines).toBe(1)
  const stock = await stockOf(company, of)
  expect([stock.get(`${of.material_id} ${of.bin}`), stock.get(`${of.material_id} ${of.other}`)]).toEqual([4, 11])
  expect(await discrepancies(company)).toEqual([])
})

test('a bin is in one count at a time, and nothing moves in one that is frozen (5912)', async () => {
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

test('of two who confirm at once one posts', async () => {
  const company = await app.company()
  const of = await begun(company, await set(company))
  await countAll(company.admin, of.id, { [`${of.material_id} ${of.bin}`]: '11' })
  const answers = await Promise.all([1, 2].map(() => company.admin.send(countCalls.confirm, { id: of.id })))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, warehouseErrors.receiptNotEditable.code])
  expect((await stockOf(company, of)).get(`${of.material_id} ${of.bin}`)).toBe(11)
})
