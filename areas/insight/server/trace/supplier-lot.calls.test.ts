import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { expect, test } from 'vitest'
import { queryTrace } from '../../model/trace/trace.calls.ts'
import { traceBy } from '../../model/trace/trace-node.ts'

const app = await testApp()

test('a trace begins at the lot of a supplier as at ours, and says which it is', async () => {
  const company = await app.company()
  const { admin } = company
  const of = await company.as(async tx => ({
    location_id: await aLocation(tx),
    material_id: await aMaterial(tx, { precision: 0, lot_managed: true }),
    supplier_id: await aSupplier(tx),
  }))
  const { line_ids } = await aPurchaseOrder(company, {
    supplier_id: of.supplier_id,
    materials: [{ material_id: of.material_id, quantity: '5' }],
  })
  await admin.ok(receiveArrivals, {
    arrival_ids: line_ids,
    lines: [
      {
        ...{ arrival_id: line_ids[0]!, quantity: '5', location_id: of.location_id },
        ...{ lot_number: 'OURS', supplier_lot: 'THEIRS' },
      },
    ],
  })
  const { nodes } = await admin.ok(queryTrace, { trace_by: traceBy.codes.lot_number, value: 'THEIRS' })
  expect(nodes).toContainEqual(expect.objectContaining({ no: 'OURS', partner: expect.stringMatching(/ · THEIRS$/) }))
})
