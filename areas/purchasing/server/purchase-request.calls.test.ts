import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { expect, test } from 'vitest'
import { cancelPurchaseOrders, showPurchaseOrder } from '../model/purchase-order.calls.ts'
import {
  addPurchaseRequest,
  addPurchaseRequests,
  alterPurchaseRequest,
  countPurchaseRequests,
  dropPurchaseRequests,
  listPurchaseRequests,
  requestsToPurchaseOrders,
} from '../model/purchase-request.calls.ts'
import { purchasingErrors } from '../model/purchasing.errors.ts'
import { aSupplier, inDays } from '../testing/purchasing.factory.ts'
import { insertPurchaseRequests, pendingPurchases } from './index.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'

async function set(company: TestCompany) {
  const found = await company.as(async tx => ({
    material_id: await aMaterial(tx, { precision: 0 }),
    other_id: await aMaterial(tx),
    supplier_id: await aSupplier(tx),
  }))
  const { id: request } = await company.admin.ok(addPurchaseRequest, {
    material_id: found.material_id,
    demand_quantity: '10',
    required_date: inDays(20),
    supplier_id: found.supplier_id,
  })
  const { id: ordered } = await company.admin.ok(addPurchaseRequest, {
    material_id: found.other_id,
    demand_quantity: 3,
    supplier_id: found.supplier_id,
  })
  const { purchase_order_ids } = await company.admin.ok(requestsToPurchaseOrders, { lines: [{ request_id: ordered }] })
  return { ...found, request, ordered, order: purchase_order_ids[0]! }
}
type Set = Awaited<ReturnType<typeof set>>

contract(app, listPurchaseRequests, {
  set,
  good: () => ({ statuses: [0 as const] }),
  check: ({ result, total }, { request, supplier_id }) => {
    expect(total).toBe(1)
    expect(result[0]).toMatchObject({ id: request, supplier_id, source: 'manual', latest_order_date: inDays(20) })
  },
  refused: () => [['over a year', { timestamp_range: [0, 367 * 86_400] }, generalErrors.dateSpanOverYear]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, addPurchaseRequests, {
  set,
  good: ({ material_id, other_id }) => ({
    lines: [
      { material_id, demand_quantity: '4' },
      { material_id: other_id, demand_quantity: '1.5', quantity: '2' },
    ],
  }),
  check: async ({ ids, nos }, _, company) => {
    const { result } = await company.admin.ok(listPurchaseRequests, { ids })
    expect(result.map(({ no }) => no).sort()).toEqual([...nos].sort())
    expect(result.map(({ quantity }) => Number(quantity)).sort()).toEqual([2, 4])
  },
  refused: ({ material_id, other_id }) => [
    [
      'less than is demanded, on the second line',
      {
        lines: [
          { material_id, demand_quantity: '4' },
          { material_id: other_id, demand_quantity: '3', quantity: '2' },
        ],
      },
      purchasingErrors.belowDemand,
    ],
    ['finer than the unit', { lines: [{ material_id, demand_quantity: '0.5' }] }, generalErrors.unitQuantityPrecision],
    ['none', { lines: [] }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})
test('what is wrong with one of several requests is told with its row, and none of them is made', async () => {
  const company = await app.company()
  const { material_id } = await set(company)
  const lines = [
    { material_id, demand_quantity: '4' },
    { material_id, demand_quantity: '0.5' },
  ]
  const refused = await company.admin.send(addPurchaseRequests, { lines })
  expect(refused).toMatchObject({ code: 5027, data: { row: 2, field: 'demand_quantity' } })
  expect((await company.admin.ok(listPurchaseRequests, {})).total).toBe(2)
})
contract(app, countPurchaseRequests, {
  set,
  good: () => ({}),
  check: data => expect(data).toEqual({ open: 1, ordered: 1 }),
  refused: () => [['unknown field', { x: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toEqual({ open: 0, ordered: 0 }),
})
contract(app, addPurchaseRequest, {
  set,
  good: ({ material_id }) => ({ material_id, demand_quantity: '5', quantity: '6' }),
  check: data => expect(data.no).toMatch(/^CGSQ\d{12}$/),
  refused: ({ material_id }) => [
    ['below demand', { material_id, demand_quantity: '5', quantity: '4' }, purchasingErrors.belowDemand],
    ['finer than the unit', { material_id, demand_quantity: '1.5' }, generalErrors.unitQuantityPrecision],
    ['no demand', { material_id }, generalErrors.fieldRequired],
    ['long remark', { material_id, demand_quantity: '1', remark: 'x'.repeat(256) }, generalErrors.remarkTooLong],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, alterPurchaseRequest, {
  set,
  good: ({ request, material_id }) => ({ id: request, row_version: 0, material_id, demand_quantity: '7' }),
  refused: ({ request, ordered, material_id }) => [
    ['stale', { id: request, row_version: 9, material_id, demand_quantity: '7' }, generalErrors.versionConflict],
    ['ordered', { id: ordered, row_version: 1, material_id, demand_quantity: '7' }, purchasingErrors.requestConverted],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropPurchaseRequests, {
  set,
  good: ({ request }) => ({ ids: [request] }),
  refused: ({ ordered }) => [
    ['ordered', { ids: [ordered] }, purchasingErrors.requestConverted],
    ['absent', { ids: [absent] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, requestsToPurchaseOrders, {
  set,
  good: ({ request }) => ({ lines: [{ request_id: request, quantity: '12', price: '2.5', eta: inDays(9) }] }),
  check: async ({ purchase_order_ids, nos }, { supplier_id }, company) => {
    expect(nos[0]).toMatch(/^CG\d{12}$/)
    const { record, lines } = await company.admin.ok(showPurchaseOrder, { id: purchase_order_ids[0]! })
    expect(record).toMatchObject({ status: '10', supplier_id, eta: inDays(9) })
    expect(Number(record.total_amount)).toBe(30)
    expect([Number(lines[0]!.demand_quantity), Number(lines[0]!.quantity), lines[0]!.request_nos.length]).toEqual([
      10, 12, 1,
    ])
  },
  refused: ({ request, ordered }) => [
    ['ordered', { lines: [{ request_id: ordered }] }, purchasingErrors.requestConverted],
    ['below demand', { lines: [{ request_id: request, quantity: '9' }] }, purchasingErrors.belowDemand],
    ['before today', { lines: [{ request_id: request, eta: inDays(-1) }] }, purchasingErrors.etaBeforeOrderDate],
  ],
  foreign: generalErrors.recordNotFound,
})

test('a cancelled order gives its requests back', async () => {
  const company = await app.company()
  const { order, ordered }: Set = await set(company)
  await company.admin.ok(cancelPurchaseOrders, { ids: [order] })
  const { result } = await company.admin.ok(listPurchaseRequests, { ids: [ordered] })
  expect(result[0]).toMatchObject({ status: 0, purchase_order_id: null })
})

test('requests of a plan take the supplier of their material; what is pending counts requests and unsubmitted orders', async () => {
  const company = await app.company()
  const { material_id, other_id, request }: Set = await set(company)
  await company.as(async tx => {
    const now = Math.floor(Date.now() / 1000)
    const made = await insertPurchaseRequests(tx, {
      ...{ now, time_zone: 'Asia/Shanghai' },
      requests: [
        {
          material_id,
          demand_quantity: '4',
          quantity: '8',
          source: 'shortage',
          asked: [{ mo_id: request, quantity: '3' }],
        },
      ],
    })
    expect(made).toHaveLength(1)
    const pending = await pendingPurchases(tx, company.org_id, [material_id, other_id])
    expect(pending.flatMap(({ asked }) => asked)).toEqual([{ mo_id: request, quantity: '3.000000' }])
    expect(pending.map(({ quantity }) => Number(quantity)).sort()).toEqual([10, 3, 8])
  })
})
