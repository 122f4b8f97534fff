import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { anOrder } from '@qitao/sales/testing/factories.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aMo, aPlannedMo, aPlant, at } from '../../testing/plant.ts'
import { promisedFinishes, promisedMos } from './promised.queries.ts'

const app = await testApp()

test('of an order merged for several lines those promise whose orders stand; the first one says the day that it may break', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const promised = async (day: number) => {
    const order = await anOrder(company, { material_id: plant.product.id, quantity: '60' })
    return company.as(async tx => {
      const { id } = await tx
        .updateTable('sales_order_line')
        .set({ promised_date: at(day, 0) })
        .where('order_id', '=', order.id)
        .returning('id')
        .executeTakeFirstOrThrow()
      return { ...order, line_id: id }
    })
  }
  const [late, early, own] = [await promised(9), await promised(5), await promised(7)]
  const merged = await aPlannedMo(company, plant, 2)
  const child = await aMo(company, plant, { parent_mo_id: merged.id })
  const plain = await aMo(company, plant, { order_id: own.id, order_line_id: own.line_id })
  await company.as(tx =>
    sql`update mo set served_line_ids = ${[late.line_id, early.line_id]}, served_quantities = '{60,60}' where id = ${merged.id}`.execute(
      tx,
    ),
  )
  const ends = async (id: string) =>
    company.as(tx =>
      sql`update sales_order set status = ${salesOrderStatus.codes.cancelled} where id = ${id}`.execute(tx),
    )
  const days = () =>
    company.as(async tx =>
      (await promisedMos(tx, company.org_id)).map(one => [one.mo_id, (one.promised_date - at(0, 0)) / 86_400]),
    )
  const told = () =>
    company.as(async tx =>
      (await promisedFinishes(tx, company.org_id, new Set([merged.id, plain.id]))).map(one => [
        one.no,
        one.order_no,
        (one.promised_date - at(0, 0)) / 86_400,
        one.planned_finish_time,
      ]),
    )
  expect(await days()).toEqual([
    [merged.id, 5],
    [child.id, 5],
    [plain.id, 7],
  ])
  expect(await told()).toEqual([
    [merged.no, early.no, 5, at(2, 12)],
    [plain.no, own.no, 7, null],
  ])
  // What was merged below several orders is no product of the line.
  const below = await aMo(company, plant)
  await company.as(async tx => {
    const material_id = await aMaterial(tx)
    await sql`update mo set served_line_ids = ${[own.line_id]}, served_quantities = '{60}', material_id = ${material_id}, planned_finish_time = ${at(8, 0)}
      where id = ${below.id}`.execute(tx)
  })
  expect((await told()).map(([no]) => no)).toEqual([merged.no, plain.no])
  await company.as(tx =>
    sql`update mo set served_line_ids = '{}', served_quantities = '{}' where id = ${below.id}`.execute(tx),
  )
  await ends(early.id)
  expect(await days()).toEqual([
    [plain.id, 7],
    [merged.id, 9],
    [child.id, 9],
  ])
  expect(await told()).toEqual([
    [plain.no, own.no, 7, null],
    [merged.no, late.no, 9, at(2, 12)],
  ])
  await ends(late.id)
  await ends(own.id)
  expect(await days()).toEqual([])
  expect(await told()).toEqual([])
})
