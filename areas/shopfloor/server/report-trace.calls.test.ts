import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { addProductSerials } from '@qitao/manufacturing/model/mo/product-serial.calls.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { aLocation, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { pickMaterial } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addReport, dropReport, finishMos, proposeReportTrace } from '../model/report.calls.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { onTheFloor } from '../testing/factories.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'

/** Ten pieces of two components: ten of each in lots A1 and A2 (the older first), and B1. */
async function withLots(company: TestCompany) {
  const floor = await onTheFloor(company)
  const [a, b] = floor.component_ids as [string, string]
  const location_id = await company.as(async tx => {
    const bin = await aLocation(tx)
    for (const [material_id, lot_number] of [
      [a, 'A1'],
      [a, 'A2'],
      [b, 'B1'],
    ] as const)
      await putIn(tx, { org_id: company.org_id, material_id, location_id: bin, quantity: '10', lot_number })
    return bin
  })
  const [first, last] = floor.task_ids as [string, string]
  return { ...floor, a, b, first, last, location_id }
}
const entries = (company: TestCompany) =>
  company.as(async tx => {
    const found = await rows(
      tx,
      sql<{
        lot_number: string
        serial_no: string
        quantity: string
      }>`select lot_number, serial_no, quantity::float8::text as quantity from trace_entry
        where org_id = ${company.org_id} order by lot_number, serial_no, trace_entry.quantity`,
    )
    return found.map(({ lot_number, serial_no, quantity }) => [lot_number, serial_no, Number(quantity)])
  })
const setPolicy = (company: TestCompany, material_id: string, policy: number) =>
  company.as(tx => sql`update material set serial_policy = ${policy} where id = ${material_id}`.execute(tx))
const send = (company: TestCompany, task_id: string, finished_quantity: string, more: object = {}) =>
  company.admin.send(addReport, { task_id, finished_quantity, ...more })

contract(app, proposeReportTrace, {
  set: async company => {
    const floor = await withLots(company)
    await company.admin.ok(pickMaterial, {
      mo_id: floor.id,
      lines: [{ material_id: floor.a, quantity: '4', location_id: floor.location_id, lot_number: 'A2' }],
    })
    await company.admin.ok(addProductSerials, {
      material_id: floor.material_id,
      mo_id: floor.id,
      count: 2,
      prefix: 'P',
    })
    return floor
  },
  good: ({ first }) => ({ task_id: first, quantity: '6' }),
  check: ({ product, components }, { a, b }) => {
    expect(product).toMatchObject({ last: false, serial_policy: 0, serial_numbers: ['P0001', 'P0002'] })
    const lotsOf = (id: string) => {
      const { quantity, lots } = components.find(({ material_id }) => material_id === id)!
      return [Number(quantity), lots.map(lot => [lot.lot_number, Number(lot.quantity), lot.picked])]
    }
    // Four lie at the line, the other two come out of stock, the older lot first.
    expect(lotsOf(a)).toEqual([
      6,
      [
        ['A2', 4, true],
        ['A1', 2, false],
        ['A2', 0, false],
      ],
    ])
    expect(lotsOf(b)).toEqual([6, [['B1', 6, false]]])
  },
  refused: ({ first }) => [
    ['less than nothing', { task_id: first, quantity: '-1' }, shopfloorErrors.negative],
    ['not there', { task_id: nowhere, quantity: '1' }, shopfloorErrors.badParameter],
  ],
  foreign: shopfloorErrors.badParameter,
})

test('what is not named is taken first in; lots that are named are taken, and a report that is undone leaves no trace', async () => {
  const company = await app.company()
  const { a, first } = await withLots(company)
  await company.admin.ok(addReport, { task_id: first, finished_quantity: '2' })
  expect(await entries(company)).toEqual([
    ['A1', '', -2],
    ['B1', '', -2],
  ])
  const { id } = await company.admin.ok(addReport, {
    task_id: first,
    finished_quantity: '3',
    used: [{ material_id: a, lot_number: 'A2', quantity: '1' }],
    made: { lot_number: 'P1' },
  })
  expect(await entries(company)).toEqual([
    ['A1', '', -2],
    ['A1', '', -2],
    ['A2', '', -1],
    ['B1', '', -3],
    ['B1', '', -2],
    ['P1', '', 3],
  ])
  await company.admin.ok(dropReport, { id })
  expect(await entries(company)).toEqual([
    ['A1', '', -2],
    ['B1', '', -2],
  ])
})

test('of what was picked the reporter names the lot; what he does not name stays with the order', async () => {
  const company = await app.company()
  const { id, a, first, location_id } = await withLots(company)
  const pick = (lot_number: string, quantity: string) =>
    company.admin.ok(pickMaterial, { mo_id: id, lines: [{ material_id: a, quantity, location_id, lot_number }] })
  await pick('A1', '5')
  await pick('A2', '5')
  await company.admin.ok(addReport, {
    task_id: first,
    finished_quantity: '4',
    used: [{ material_id: a, lot_number: 'A2', quantity: '3' }],
  })
  expect(await entries(company)).toEqual([
    ['A2', '', -3],
    ['B1', '', -4],
  ])
  // Two of A2 are left at the line, and nothing more of it is to be taken out of stock.
  const more = { used: [{ material_id: a, lot_number: 'A2', quantity: '3' }] }
  expect((await send(company, first, '3', more)).code).toBe(shopfloorErrors.badParameter.code)
})

test('what a report names must be what it uses', async () => {
  const company = await app.company()
  const { a, material_id, first } = await withLots(company)
  const codeOf = async (used: object) => (await send(company, first, '2', { used: [used] })).code
  expect(await codeOf({ material_id, quantity: '1' })).toBe(shopfloorErrors.badParameter.code)
  expect(await codeOf({ material_id: a, quantity: '3', lot_number: 'A1' })).toBe(shopfloorErrors.badParameter.code)
  expect(await codeOf({ material_id: a, lot_number: 'A9' })).toBe(shopfloorErrors.missingInput.code)
  expect(await codeOf({ material_id: a, serial_numbers: ['S1'] })).toBe(generalErrors.recordNotFound.code)
  expect(await entries(company)).toEqual([])
})

test('pieces go in once, of their own lot; where the material asks for them they are all named', async () => {
  const company = await app.company()
  const { a, first } = await withLots(company)
  await setPolicy(company, a, 2)
  await company.admin.ok(addProductSerials, { material_id: a, count: 3, serial_nos: ['S1', 'S2', 'S3'] })
  await company.as(tx => sql`update serial_number set lot_number = 'A2' where serial_no in ('S1', 'S2')`.execute(tx))
  expect((await send(company, first, '2')).code).toBe(stockErrors.serialRequired.code)
  const twice = { used: [{ material_id: a, serial_numbers: ['S1', 'S1'] }] }
  expect((await send(company, first, '2', twice)).code).toBe(generalErrors.badParameter.code)
  await company.admin.ok(addReport, {
    task_id: first,
    finished_quantity: '2',
    used: [{ material_id: a, serial_numbers: ['S1', 'S2'] }],
  })
  expect(await entries(company)).toEqual([
    ['A2', 'S1', -1],
    ['A2', 'S2', -1],
    ['B1', '', -2],
  ])
  const again = { used: [{ material_id: a, serial_numbers: ['S2'] }] }
  expect((await send(company, first, '1', again)).code).toBe(stockErrors.serialElsewhere.code)
})

test('the last operation names the pieces it made, of the numbers of its order, where the product asks for them', async () => {
  const company = await app.company()
  const { id, material_id, first, last } = await withLots(company)
  await setPolicy(company, material_id, 2)
  await company.admin.ok(addProductSerials, { material_id, mo_id: id, count: 2, prefix: 'P' })
  await company.admin.ok(addProductSerials, { material_id, count: 1, serial_nos: ['Q'] })
  expect((await company.admin.send(finishMos, { mo_ids: [id] })).code).toBe(stockErrors.serialRequired.code)
  await company.admin.ok(addReport, { task_id: first, finished_quantity: '2' })
  expect((await send(company, last, '1')).code).toBe(stockErrors.serialRequired.code)
  const foreign = { made: { serial_numbers: ['Q'] } }
  expect((await send(company, last, '1', foreign)).code).toBe(generalErrors.recordNotFound.code)
  const tooMany = { made: { serial_numbers: ['P0001', 'P0002'] } }
  expect((await send(company, last, '1', tooMany)).code).toBe(generalErrors.badParameter.code)
  await company.admin.ok(addReport, {
    task_id: last,
    finished_quantity: '1',
    made: { lot_number: 'L1', serial_numbers: ['P0001'] },
  })
  expect(await entries(company)).toContainEqual(['L1', 'P0001', 1])
})
