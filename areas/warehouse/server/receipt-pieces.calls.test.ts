import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { anOrder } from '@qitao/sales/testing/factories.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shipOrder } from '../model/fulfilment.calls.ts'
import { inboundCalls } from '../model/receipt.calls.ts'

const app = await testApp()

/** Goods of which each piece has a number, and a bin for them. */
const set = (company: TestCompany) =>
  company.as(async tx => ({
    material_id: await aMaterial(tx, { kind: 2, precision: 0, serial_policy: 2 }),
    location_id: await aLocation(tx),
  }))
type Set = Awaited<ReturnType<typeof set>>
const receive = async (
  company: TestCompany,
  { material_id, location_id }: Set,
  lot_number: string,
  serials: string[],
) => {
  const { id } = await company.admin.ok(inboundCalls.add, {
    receipt_type: 0,
    submit: true,
    lines: [{ material_id, location_id, lot_number, quantity: '2' }],
  })
  const { lines } = await company.admin.ok(inboundCalls.detail, { id })
  return company.admin.send(inboundCalls.confirm, {
    id,
    lines: [{ line_id: lines[0]!.id, quantity: '2', serial_numbers: serials }],
  })
}
const shipped = async (company: TestCompany, { material_id }: Set, serial_numbers: string[]) => {
  const { id } = await anOrder(company, { material_id, quantity: '5' })
  const { lines } = await company.admin.ok(showSalesOrder, { id })
  return company.admin.send(shipOrder, {
    order_id: id,
    lines: [{ line_id: lines[0]!.id, quantity: String(serial_numbers.length || 1), serial_numbers }],
  })
}
const balances = (company: TestCompany) =>
  company.as(async tx => {
    const found = await rows(
      tx,
      sql<{
        lot_number: string
        quantity: number
      }>`select lot_number, quantity::float8 as quantity from inventory where org_id = ${company.org_id} order by 1`,
    )
    return found.map(({ lot_number, quantity }) => [lot_number, quantity])
  })

test('pieces come in with their numbers and leave from the lot that they came with', async () => {
  const company = await app.company()
  const goods = await set(company)
  expect((await receive(company, goods, 'L1', ['S1'])).code).toBe(stockErrors.serialRequired.code)
  expect((await receive(company, goods, 'L1', ['S1', 'S1'])).code).toBe(generalErrors.badParameter.code)
  expect((await receive(company, goods, 'L1', ['S1', 'S2'])).code).toBe(200)
  expect((await receive(company, goods, 'L2', ['S3', 'S4'])).code).toBe(200)
  expect((await receive(company, goods, 'L2', ['S4', 'S5'])).code).toBe(stockErrors.serialElsewhere.code)
  expect((await shipped(company, goods, [])).code).toBe(stockErrors.serialRequired.code)
  expect((await shipped(company, goods, ['S9'])).code).toBe(generalErrors.recordNotFound.code)
  // The newer lot leaves, because the piece is of it.
  expect((await shipped(company, goods, ['S4', 'S1'])).code).toBe(200)
  expect(await balances(company)).toEqual([
    ['L1', 1],
    ['L2', 1],
  ])
  expect((await shipped(company, goods, ['S1'])).code).toBe(stockErrors.serialElsewhere.code)
})

test('of two that ship one piece, one is refused', async () => {
  const company = await app.company()
  const goods = await set(company)
  await receive(company, goods, 'L1', ['S1', 'S2'])
  const answers = await Promise.all([shipped(company, goods, ['S1']), shipped(company, goods, ['S1'])])
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, stockErrors.serialElsewhere.code])
  expect(await balances(company)).toEqual([['L1', 1]])
})
