import { documentContract } from '@qitao/app-server/testing/document-contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { listStockMovements } from '@qitao/stock/model/stock.calls.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { occupy } from '@qitao/stock/server'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transfer, transferCalls } from '../../model/transfer/transfer.calls.ts'
import { warehouseErrors } from '../../model/warehouse.errors.ts'
import { discrepancies } from '../../testing/warehouse.factory.ts'

const app = await testApp()

/** 10 of a material whose unit has no decimals in one bin; another bin in the same warehouse, and one elsewhere. */
const set = (company: TestCompany) =>
  company.as(async tx => {
    const warehouse_id = await aWarehouse(tx)
    const from = await aLocation(tx, { warehouse_id })
    const to = await aLocation(tx, { warehouse_id })
    const elsewhere = await aLocation(tx)
    const material_id = await aMaterial(tx, { precision: 0, shelf_life: 30 })
    const byLot = await aMaterial(tx, { lot_managed: true })
    const inventory_id = await putIn(tx, { material_id, location_id: from, quantity: '10' })
    await sql`update inventory set first_in_time = 1000, expire_time = 2_000_000_000 where id = ${inventory_id}`.execute(
      tx,
    )
    return { warehouse_id, from, to, elsewhere, material_id, byLot, inventory_id }
  })
type Set = Awaited<ReturnType<typeof set>>
const line = ({ material_id, from, to }: Set, more: object = {}) => ({
  ...{ material_id, from_location_id: from, to_location_id: to, quantity: '4' },
  ...more,
})
const stockOf = (company: TestCompany, { material_id }: Set) =>
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
  set,
  input: of => ({
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
    ['a long remark', { lines: [line(of)], remark: 'x'.repeat(256) }, generalErrors.remarkTooLong],
  ],
  numberTaken: warehouseErrors.transferNumberExists,
  notNow: warehouseErrors.receiptNotEditable,
  ends: 'cancel',
  after: {
    async confirm(company, of) {
      const stock = await stockOf(company, of)
      expect([stock.get(of.from)!.quantity, stock.get(of.to)!.quantity]).toEqual([6, 4])
      // They are as old as they were.
      expect(stock.get(of.to)).toMatchObject({ first_in_time: 1000, expire_time: 2_000_000_000 })
      expect(await discrepancies(company)).toEqual([])
    },
  },
})

test('what is not there, and what a work order occupies, stays; nothing is half done', async () => {
  const company = await app.company()
  const of = await set(company)
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
  const of = await set(company)
  const { id, no } = await company.admin.ok(transferCalls.add, { lines: [line(of)] })
  await company.admin.ok(transferCalls.confirm, { ids: [id] })
  const { result } = await company.admin.ok(listStockMovements, { keyword: no })
  expect(result.map(one => [one.movement_type, Number(one.quantity), one.receipt_no]).sort()).toEqual([
    [31, -4, no],
    [31, 4, no],
  ])
})
