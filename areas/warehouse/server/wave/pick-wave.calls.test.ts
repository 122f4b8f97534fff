import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { anOrder } from '@qitao/sales/testing/factories.ts'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listPickings } from '../../model/fulfilment.calls.ts'
import { outboundCalls } from '../../model/receipt.calls.ts'
import { outboundType } from '../../model/receipt.status.ts'
import { transferCalls } from '../../model/transfer/transfer.calls.ts'
import { transferSteps } from '../../model/transfer/transfer.status.ts'
import { warehouseErrors } from '../../model/warehouse.errors.ts'
import { splitPicked } from '../../model/wave/pick-walk.rules.ts'
import { pickWaveCalls } from '../../model/wave/pick-wave.calls.ts'
import { aReleasedMo, discrepancies } from '../../testing/warehouse.factory.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'

/** Ten bolts, six in the bin that is walked to second and four in the first; two open receipts that want five and three of them. */
async function set(company: TestCompany) {
  const found = await company.as(async tx => {
    const material_id = await aMaterial(tx, { kind: 2, precision: 0 })
    const [second, first] = [await aLocation(tx), await aLocation(tx)]
    await sql`update location set route_order = case when id = ${first} then 1 else 2 end where org_id = ${company.org_id}`.execute(
      tx,
    )
    await putIn(tx, { material_id, location_id: second, quantity: '6' })
    await putIn(tx, { material_id, location_id: first, quantity: '4' })
    return { material_id, first, second }
  })
  const receipt = async (quantity: string, submit = true) =>
    (await company.admin.ok(outboundCalls.add, { submit, lines: [{ material_id: found.material_id, quantity }] })).id
  return { ...found, five: await receipt('5'), three: await receipt('3'), draft: await receipt('1', false) }
}
async function waved(company: TestCompany) {
  const of = await set(company)
  const wave = await company.admin.ok(pickWaveCalls.add, { receipt_ids: [of.five, of.three] })
  return { ...of, wave_id: wave.id, no: wave.no }
}

contract(app, pickWaveCalls.add, {
  set: async company => {
    const of = await set(company)
    const mo = await aReleasedMo(company)
    const { id } = await anOrder(company, { material_id: of.material_id, quantity: '50' })
    const { lines } = await company.admin.ok(showSalesOrder, { id })
    await company.admin.ok(pickWaveCalls.add, { receipt_ids: [of.three] })
    return { ...of, mo_id: mo.id, order_line_id: lines[0]!.id }
  },
  good: ({ five, mo_id, order_line_id }) => ({
    ...{ receipt_ids: [five], mo_ids: [mo_id], order_line_ids: [order_line_id], remark: 'Monday' },
  }),
  check: async ({ id, receipt_count }, { mo_id, order_line_id }, company) => {
    expect(receipt_count).toBe(3)
    const { result } = await company.admin.ok(outboundCalls.list, { statuses: ['15'] })
    expect(
      result.map(({ receipt_type, line_count, quantity }) => [receipt_type, line_count, Number(quantity)]).sort(),
    ).toEqual([
      [0, 1, 3],
      [0, 1, 5],
      [1, 2, 20],
      [2, 1, 10],
    ])
    // What has a receipt already gets no other.
    const again = await company.admin.send(pickWaveCalls.add, { mo_ids: [mo_id], order_line_ids: [order_line_id] })
    expect(again.code).toBe(generalErrors.recordNotFound.code)
    expect((await company.admin.ok(pickWaveCalls.walk, { wave_id: id })).line_count).toBe(4)
  },
  refused: ({ draft, three }) => [
    ['nothing', {}, generalErrors.recordNotFound],
    ['no receipt', { receipt_ids: [absent] }, generalErrors.recordNotFound],
    ['one that is not submitted', { receipt_ids: [draft] }, warehouseErrors.receiptNotEditable],
    ['one of another wave', { receipt_ids: [three] }, warehouseErrors.receiptNotEditable],
    ['no work order that is published', { mo_ids: [absent] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, pickWaveCalls.walk, {
  set: waved,
  good: ({ wave_id }) => ({ wave_id }),
  check: async ({ stops, short, line_count }, { wave_id, first, second, material_id, five }, company) => {
    const seen = (of: typeof stops) =>
      of.map(stop => [stop.location_id, Number(stop.quantity), stop.parts.map(part => Number(part.quantity))])
    expect([seen(stops), short, line_count]).toEqual([
      [
        [first, 4, [4]],
        [second, 4, [1, 3]],
      ],
      [],
      2,
    ])
    // Not found there: the other bin has six of the eight.
    const without = [{ material_id, location_id: first }]
    const other = await company.admin.ok(pickWaveCalls.walk, { wave_id, without })
    expect([seen(other.stops), Number(other.short[0]!.quantity)]).toEqual([[[second, 6, [5, 1]]], 2])
    // One receipt alone.
    const alone = await company.admin.ok(pickWaveCalls.walk, { receipt_id: five })
    expect(seen(alone.stops)).toEqual([
      [first, 4, [4]],
      [second, 1, [1]],
    ])
  },
  refused: () => [
    ['neither', {}, generalErrors.recordNotFound],
    ['no wave', { wave_id: absent }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
test('a work order says where its components are picked, what it has occupied first', async () => {
  const company = await app.company()
  const mo = await aReleasedMo(company)
  const walk = await company.admin.ok(pickWaveCalls.walk, { mo_id: mo.id })
  expect(walk.no).toBe(mo.no)
  const wanted = (await company.admin.ok(listPickings, { mo_ids: [mo.id], all: true })).result
  const totals = (rows: readonly { material_id: string; quantity: string }[]) =>
    Object.fromEntries(
      [...Map.groupBy(rows, row => row.material_id)].map(([id, own]) => [
        id,
        own.reduce((all, row) => all + Number(row.quantity), 0),
      ]),
    )
  const open = wanted.filter(row => Number(row.open_quantity) > 0)
  expect(open.length).toBeGreaterThan(0)
  expect(totals([...walk.stops, ...walk.short])).toEqual(
    totals(open.map(({ material_id, open_quantity }) => ({ material_id, quantity: open_quantity }))),
  )
  const { code } = await company.admin.send(pickWaveCalls.walk, { mo_id: absent })
  expect(code).toBe(generalErrors.recordNotFound.code)
})
contract(app, pickWaveCalls.list, {
  set: waved,
  good: () => ({ open: true }),
  check: ({ result }, { no }) =>
    expect(result).toMatchObject([{ no, status: 'open', receipt_count: 2, line_count: 2, done_count: 0 }]),
  refused: () => [['an unknown field', { x: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, pickWaveCalls.print, {
  set: waved,
  good: ({ wave_id }) => ({ ids: [wave_id] }),
  check: data => expect(data.name).toBe('拣货单.pdf'),
  refused: () => [['no wave', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, pickWaveCalls.drop, {
  set: waved,
  good: ({ wave_id }) => ({ ids: [wave_id] }),
  check: async (_, { five }, company) => {
    const { record } = await company.admin.ok(outboundCalls.detail, { id: five })
    expect(record.status).toBe('15')
    await company.admin.ok(pickWaveCalls.add, { receipt_ids: [five] })
  },
  refused: () => [['no wave', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('a wave is picked stop by stop, each document gets its own, and the walk ends', async () => {
  const company = await app.company()
  const { wave_id, five, three } = await waved(company)
  for (let stop = 0; stop < 2; stop++) {
    const { stops } = await company.admin.ok(pickWaveCalls.walk, { wave_id })
    const [here] = stops
    for (const [id, parts] of Map.groupBy(splitPicked(here!, here!.quantity, []), part => part.receipt_id)) {
      const lines = parts.map(({ line_id, quantity, open_quantity }) => ({
        ...{ line_id, quantity, open_quantity, location_id: here!.location_id, lot_number: here!.lot_number },
      }))
      await company.admin.ok(outboundCalls.confirm, { id, lines })
    }
  }
  expect(await company.admin.ok(pickWaveCalls.walk, { wave_id })).toMatchObject({ stops: [], short: [], done_count: 2 })
  expect((await company.admin.ok(pickWaveCalls.list, {})).result[0]!.status).toBe('done')
  for (const id of [five, three])
    expect((await company.admin.ok(outboundCalls.detail, { id })).record.status).toBe('30')
  expect(await discrepancies(company)).toEqual([])
})

test('of two waves made at once for the same work and orders one gets the receipts', async () => {
  const company = await app.company()
  const of = await set(company)
  const mo = await aReleasedMo(company)
  const { id } = await anOrder(company, { material_id: of.material_id, quantity: '50' })
  const { lines } = await company.admin.ok(showSalesOrder, { id })
  const make = () => company.admin.send(pickWaveCalls.add, { mo_ids: [mo.id], order_line_ids: [lines[0]!.id] })
  let made: ReturnType<typeof make>[] = []
  await company.as(async tx => {
    await sql`select from mo where id = ${mo.id} for update`.execute(tx)
    made = [make(), make()]
    // What was seen of others once in a transaction stays seen, unless it is forgotten.
    const waits = async () => {
      await sql`select pg_stat_clear_snapshot()`.execute(tx)
      return sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(tx)
    }
    // Both have come as far as they come while somebody has the work order.
    await expect.poll(async () => (await waits()).rows[0]!.n, { timeout: 10_000 }).toBe(2)
  })
  const answers = await Promise.all(made)
  expect(answers.map(({ code }) => code).sort()).toEqual([200, generalErrors.recordNotFound.code].sort())
})
test('the stock of a material goes round once among the lines that want it; what is in transit does not', async () => {
  const company = await app.company()
  const of = await set(company)
  const lineOf = async (quantity: string) => {
    const { id } = await anOrder(company, { material_id: of.material_id, quantity })
    return (await company.admin.ok(showSalesOrder, { id })).lines[0]!.id
  }
  const elsewhere = await company.as(tx => aLocation(tx))
  const sent = { material_id: of.material_id, quantity: '2', from_location_id: of.second, to_location_id: elsewhere }
  const { id } = await company.admin.ok(transferCalls.add, { steps: transferSteps.codes.two, lines: [sent] })
  await company.admin.ok(transferCalls.confirm, { ids: [id] })
  // Eight of the ten are there.
  await company.admin.ok(pickWaveCalls.add, {
    order_line_ids: [await lineOf('5'), await lineOf('6'), await lineOf('7')],
  })
  const { result } = await company.admin.ok(outboundCalls.list, { receipt_type: outboundType.codes.sales })
  expect(result.map(({ quantity }) => Number(quantity)).reduce((all, one) => all + one, 0)).toBe(8)
  expect((await company.admin.send(pickWaveCalls.add, { order_line_ids: [await lineOf('1')] })).code).toBe(
    generalErrors.recordNotFound.code,
  )
})
