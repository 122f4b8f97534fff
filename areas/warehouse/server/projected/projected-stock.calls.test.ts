import { alterRolePermissions, listRoles } from '@qitao/access/model/member/role.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aMo, inStock } from '@qitao/manufacturing/testing/factories.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { anOrder } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { flowKind } from '@qitao/stock/model/projected-stock.rules.ts'
import { showProjectedStock } from '@qitao/stock/model/stock.calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

const app = await testApp()
const absent = '01900000-0000-7000-8000-000000000000'

/** A component of which 4 are there, 10 are bought and 10 are used by a work order, and of whose product an order wants 3. */
async function set(company: TestCompany) {
  const mo = await aMo(company)
  const material_id = mo.component_ids[0]!
  await inStock(company, [material_id], '4')
  await company.as(tx => sql`update material set safety_stock = 2 where id = ${material_id}`.execute(tx))
  const supplier_id = await company.as(tx => aSupplier(tx))
  const order = await aPurchaseOrder(company, {
    supplier_id,
    materials: [{ material_id, quantity: '10', eta: inDays(3) }],
  })
  return { mo, material_id, order }
}

contract(app, showProjectedStock, {
  set,
  good: ({ material_id }) => ({ material_id, days: 180 }),
  check: ({ opening_quantity, safety_stock, days, flows }, { order }) => {
    expect([Number(opening_quantity), Number(safety_stock), days.length]).toEqual([4, 2, 180])
    const bought = flows.filter(({ kind }) => kind === flowKind.codes.purchase)
    expect(bought).toMatchObject([{ source_no: order.no, quantity: '10' }])
    const used = flows.filter(({ kind }) => kind === flowKind.codes.orders)
    expect(used.map(({ quantity }) => Number(quantity))).toEqual([-10])
    expect(Number(days.at(-1)!.balance)).toBe(4)
  },
  refused: ({ material_id }) => [
    ['no such material', { material_id: absent }, generalErrors.recordNotFound],
    ['too far ahead', { material_id, days: 400 }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

test('what is made, sold and made outside stands with its document, and the first short day is told', async () => {
  const company = await app.company()
  const mo = await aMo(company)
  const { material_id } = mo
  await anOrder(company, { material_id, quantity: '13' })
  const ask = () => company.admin.ok(showProjectedStock, { material_id, days: 180 })
  const { flows, short_day, days } = await ask()
  expect(flows.find(({ kind }) => kind === flowKind.codes.production)).toMatchObject({ source_no: mo.no })
  expect(Number(flows.find(({ kind }) => kind === flowKind.codes.sales)!.quantity)).toBe(-13)
  expect(Number(days.at(-1)!.balance)).toBe(-3)
  expect(short_day).toBe(days.find(({ balance }) => Number(balance) < 0)!.day)
  await company.as(tx => sql`update process set outsourced = true`.execute(tx))
  expect((await ask()).flows.map(({ kind }) => kind)).toContain(flowKind.codes.outsourcing)
})

test('who sees own documents only sees no projection: it would tell of the orders of others', async () => {
  const company = await app.company()
  const { material_id } = await aMo(company)
  const { no } = await anOrder(company, { material_id, quantity: '1' })
  const member = await company.member([pages.stock])
  const [role] = (await company.admin.ok(listRoles, {})).result.filter(one => one.role_name !== 'admin')
  const page_paths = [pages.stock.path]
  await company.admin.ok(alterRolePermissions, { role_id: role!.id, app_code: 'mep', page_paths, data_scope: 10 })
  const asked = { material_id, days: 180 }
  const { flows } = await company.admin.ok(showProjectedStock, asked)
  expect(flows.filter(({ kind }) => kind === flowKind.codes.sales).map(({ source_no }) => source_no)).toEqual([no])
  expect((await member.send(showProjectedStock, asked)).code).toBe(generalErrors.noPermission.code)
})
