import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { addProductSerials } from '@qitao/manufacturing/model/mo/product-serial.calls.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { receiveOutsourceOrder, sendOutsourceOrder } from '@qitao/outsourcing/model/outsource-order.calls.ts'
import { anOutsourceOrder, orderNow } from '@qitao/outsourcing/testing/outsourcing.factory.ts'
import { adjustStock } from '@qitao/stock/model/adjust/stock-adjustment.calls.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listRecall, queryTrace } from '../../model/trace/trace.calls.ts'
import { whereNow } from '../../model/trace/trace.rules.ts'

const app = await testApp()
const kindsOf = async (company: TestCompany, value: string) => {
  const { nodes } = await company.admin.ok(queryTrace, { trace_by: 'serial_number', value })
  return new Set(
    nodes.map(({ key }) =>
      key
        .split('/')
        .slice(0, key.startsWith('document/') ? 2 : 1)
        .join('/'),
    ),
  )
}

test('a piece whose last step a supplier made is traced to the report of what he brought back', async () => {
  const company = await app.company()
  const { of, id, key, line_id } = await anOutsourceOrder(company)
  const { material_id, id: mo_id } = of.mo
  await company.as(tx =>
    sql`update material set serial_policy = ${serialPolicy.codes.required} where id = ${material_id}`.execute(tx),
  )
  await company.admin.ok(addProductSerials, { material_id, mo_id, count: 2, prefix: 'P-' })
  await company.admin.ok(sendOutsourceOrder, { ...key, lines: [{ line_id, quantity: '2' }] })
  await company.admin.ok(receiveOutsourceOrder, {
    ...(await orderNow(company, id)).key,
    lines: [{ line_id, quantity: '1', serial_numbers: ['P-0001'] }],
  })
  expect(await kindsOf(company, 'P-0001')).toContain('report')
  expect(await kindsOf(company, 'P-0002')).not.toContain('report')
})

test('a piece that was found and written off is traced to the adjustments', async () => {
  const company = await app.company()
  const place = await company.as(async tx => ({
    material_id: await aMaterial(tx, { precision: 0, serial_policy: serialPolicy.codes.required }),
    location_id: await aLocation(tx),
  }))
  const adjust = (book_quantity: string, quantity: string) =>
    company.admin.ok(adjustStock, { ...place, book_quantity, quantity, reason: 'Found', serial_numbers: ['S1'] })
  const where = async () =>
    (await company.admin.ok(listRecall, { trace_by: 'serial_number', value: 'S1' })).result.map(row => row.where)
  await adjust('0', '1')
  expect(await kindsOf(company, 'S1')).toContain('document/stock_adjustment')
  expect(await where()).toContain(whereNow.codes.in_stock)
  await adjust('1', '0')
  expect(await where()).toEqual([whereNow.codes.gone])
})
