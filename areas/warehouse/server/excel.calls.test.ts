import { contract } from '@qitao/app-server/testing/contract.ts'
import { imported, rowsIn, xlsx } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { FileAnswer } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { aReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { exportMos, listMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { exportKittingResult } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { listMaterials } from '@qitao/masterdata/model/material/material.calls.ts'
import { aMaterial, aSupplier, aUnit } from '@qitao/masterdata/testing/factories.ts'
import {
  exportPurchaseOrders,
  listPurchaseOrders,
  showPurchaseOrder,
} from '@qitao/purchasing/model/purchase-order.calls.ts'
import { exportPurchaseRequests, listPurchaseRequests } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { exportSalesOrders, listSalesOrders, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { exportProductionTasks } from '@qitao/scheduling/model/load/plan-load.calls.ts'
import { exportDispatch, exportReports } from '@qitao/shopfloor/model/report.calls.ts'
import { exportStock, exportStockMovements, listStock, listStockMovements } from '@qitao/stock/model/stock.calls.ts'
import { locationCalls, warehouseCalls } from '@qitao/stock/model/warehouse.calls.ts'
import { expect, test } from 'vitest'
import { inboundCalls, outboundCalls } from '../model/receipt.calls.ts'
import { aReleasedMo } from '../testing/warehouse.factory.ts'

const app = await testApp()

const oneOf = {
  set: async () => undefined,
  refused: (): [string, unknown, ErrorDefinition][] => [
    ['an unknown filter', { phase: 1 }, generalErrors.badParameter],
  ],
  foreign: async (answer: { data: FileAnswer | null }) => expect((await rowsIn(answer.data!)).length).toBe(1),
}
contract(app, exportSalesOrders, { ...oneOf, good: () => ({ columns: ['no', 'products', 'status'] }) })
contract(app, exportMos, {
  ...oneOf,
  set: async company => void (await aReleasedMo(company)),
  good: () => ({ columns: ['no', 'material_id', 'status', 'order_no'] }),
  check: async data =>
    expect((await rowsIn(data))[0]).toEqual(['工单号', '物料编码', '物料名称', '规格', '单位', '状态', '销售订单']),
})
contract(app, exportKittingResult, {
  set: aReleasedMo,
  good: ({ id }) => ({ mo_ids: [id] }),
  check: async data => expect((await rowsIn(data))[0]?.slice(0, 4)).toEqual(['工单号', '交期', '行号', '物料编码']),
  refused: () => [['no order', { mo_ids: [] }, generalErrors.badParameter]],
  foreign: async answer => expect((await rowsIn(answer.data!)).length).toBe(1),
})
contract(app, exportPurchaseOrders, { ...oneOf, good: () => ({}) })
contract(app, exportPurchaseRequests, { ...oneOf, good: () => ({}) })
contract(app, exportProductionTasks, {
  ...oneOf,
  good: () => ({ timestamp_range: [0, 86_400] as [number, number], machine_no_list: ['M-1'] }),
  refused: () => [['two years', { timestamp_range: [0, 63_244_800] }, generalErrors.dateSpanOverYear]],
})
contract(app, exportDispatch, { ...oneOf, good: () => ({ dispatch_status: 0 as const }) })
contract(app, exportReports, { ...oneOf, good: () => ({}) })
contract(app, exportStock, { ...oneOf, good: () => ({ stock_view: 1 as const }) })
contract(app, exportStockMovements, { ...oneOf, good: () => ({}) })
for (const calls of [inboundCalls, outboundCalls]) {
  contract(app, calls.export, { ...oneOf, good: () => ({ columns: ['no', 'status'] }) })
}
for (const calls of [warehouseCalls, locationCalls]) {
  contract(app, calls.export as typeof locationCalls.export, { ...oneOf, good: () => ({}) })
}

const heads = ['订单号', '客户订单号', '下单日期', '交付日期', '物料', '数量', '单价', '行交期', '行备注']
async function ground(company: TestCompany): Promise<void> {
  const unit = await aUnit(company, { name: '件', precision: 2 })
  for (const code of ['P-1', 'P-2']) await aMaterial(company, { code, kind: 2, unit_id: unit.id })
  await aSupplier(company, { code: 'S-1', name: '甲' })
  await company.admin.ok(warehouseCalls.add, { code: 'W-1', name: '一号仓' } as never)
  const bins = await imported(
    company,
    'location',
    await xlsx([
      ['库位编号', '仓库'],
      ['A-01', 'W-1'],
      ['A-02', '一号仓'],
    ]),
  )
  expect(bins.result).toMatchObject({ added: 2 })
}
const orders = [
  heads,
  ['SO-9', 'C-1', '2026-11-01', '2026-12-01', 'P-1', 12.5, 3, '2026-11-30', '先发'],
  ['SO-9', 'C-1', '2026/11/1', '2026-12-01', 'P-2', 4, '', '', ''],
  ['', 'C-2', '2026-11-02', '2026-12-02', 'P-1', 1, '', '', ''],
]

test('orders of every kind come in as documents, go out with their lines and into another company', {
  timeout: 240_000,
}, async () => {
  const company = await app.company()
  const other = await app.company()
  await ground(company)
  await ground(other)
  for (const of of [company, other]) {
    const { result } = await of.admin.ok(listMaterials, { kind: 2 })
    for (const { id } of result) await aReleasedProduct(of, { material_id: id })
  }
  const files = [
    ['sales_order', exportSalesOrders, orders, 2],
    [
      'mo',
      exportMos,
      [
        ['产品', '计划数量', '交期'],
        ['P-1', 5, '2026-12-01'],
        ['P-2', 7, '2026-12-02'],
      ],
      1,
    ],
    [
      'purchase_order',
      exportPurchaseOrders,
      [
        ['采购单号', '供应商', '采购日期', '物料', '采购数量', '行预计到货'],
        ['PO-9', 'S-1', '2026-11-01', 'P-1', 5, '2026-11-20'],
        ['PO-9', 'S-1', '2026-11-01', 'P-2', 6, '2026-11-21'],
      ],
      1,
    ],
    [
      'purchase_request',
      exportPurchaseRequests,
      [
        ['物料', '需求数量', '需求日期'],
        ['P-1', 5, '2026-11-30'],
        ['P-2', 6, '2026-11-30'],
      ],
      2,
    ],
  ] as const
  for (const [type, call, rows, added] of files) {
    const done = await imported(company, type, await xlsx(rows))
    expect({ type, ...done }).toMatchObject({ type, status: 2, result: { added } })
    const exported = await company.admin.ok(call as typeof exportMos, {})
    expect({ type, ...(await imported(other, type, exported)) }).toMatchObject({ type, status: 2 })
    const again = await other.admin.ok(call as typeof exportMos, {})
    expect((await rowsIn(again)).toSorted()).toEqual((await rowsIn(exported)).toSorted())
  }
  const { record, lines } = await other.admin.ok(showSalesOrder, { no: 'SO-9' })
  expect(lines.map(line => [line.material_code, line.quantity, line.remark])).toEqual([
    ['P-1', '12.500000', '先发'],
    ['P-2', '4.000000', null],
  ])
  expect(record.customer_order_no).toBe('C-1')
  const [bought] = (await other.admin.ok(listPurchaseOrders, {})).result
  expect((await other.admin.ok(showPurchaseOrder, { id: bought!.id })).lines.length).toBe(2)
  expect((await other.admin.ok(listMos, {})).total).toBe(2)
  expect((await other.admin.ok(listPurchaseRequests, {})).total).toBe(2)
})

test('opening stock is posted to the ledger', async () => {
  const company = await app.company()
  await ground(company)
  const file = await xlsx([
    ['物料', '库位', '数量', '供应商'],
    ['P-1', 'A-01', 10.25, 'S-1'],
    ['P-2', 'A-02', 3, ''],
  ])
  expect((await imported(company, 'stock', file)).result).toMatchObject({ rows: 2 })
  const stock = await company.admin.ok(listStock, {})
  expect(stock.result.map(row => [row.material_code, row.location_code, Number(row.quantity)]).sort()).toEqual([
    ['P-1', 'A-01', 10.25],
    ['P-2', 'A-02', 3],
  ])
  expect((await rowsIn(await company.admin.ok(exportStockMovements, {}))).length).toBe(3)
  // Of movements the ids are numbers.
  const [movement] = (await company.admin.ok(listStockMovements, {})).result
  expect((await rowsIn(await company.admin.ok(exportStockMovements, { ids: [movement!.id] }))).length).toBe(2)
})

test('an order number that is there is refused at its row, and no order of the file is kept; a dry run keeps nothing', {
  timeout: 240_000,
}, async () => {
  const company = await app.company()
  await ground(company)
  expect((await imported(company, 'sales_order', await xlsx(orders), { dry_run: 'true' })).result).toMatchObject({
    dry_run: true,
    added: 2,
  })
  expect((await company.admin.ok(listSalesOrders, {})).total).toBe(0)
  await imported(company, 'sales_order', await xlsx(orders))
  const again = [heads, ['SO-10', '', '2026-11-01', '2026-12-01', 'P-1', 1, '', '', ''], ...orders.slice(1, 3)]
  const { error_code, result } = await imported(company, 'sales_order', await xlsx(again))
  expect(error_code).toBe(1101)
  expect(result.errors.map((one: { row: number }) => one.row)).toEqual([3])
  expect(result.errors[0].message).toContain(salesErrors.orderExists.text.zh)
  expect((await company.admin.ok(listSalesOrders, {})).total).toBe(2)
})
