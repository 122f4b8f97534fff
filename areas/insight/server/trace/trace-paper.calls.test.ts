import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { expect } from 'vitest'
import { printTrace } from '../../model/trace/trace.calls.ts'
import { traceBy } from '../../model/trace/trace-node.ts'

const app = await testApp()

contract(app, printTrace, {
  set: async company => {
    const of = await company.as(async tx => ({
      location_id: await aLocation(tx),
      material_id: await aMaterial(tx, { precision: 0, lot_managed: true }),
      supplier_id: await aSupplier(tx),
    }))
    const { line_ids } = await aPurchaseOrder(company, {
      supplier_id: of.supplier_id,
      materials: [{ material_id: of.material_id, quantity: '5' }],
    })
    const line = { arrival_id: line_ids[0]!, quantity: '5', location_id: of.location_id, lot_number: 'L-1' }
    await company.admin.ok(receiveArrivals, { arrival_ids: line_ids, lines: [line] })
    return of
  },
  good: () => ({ trace_by: traceBy.codes.lot_number, value: 'L-1' }),
  check: data => expect(data.name).toBe('产品追溯报告.pdf'),
  refused: () => [['no number', { trace_by: traceBy.codes.lot_number, value: ' ' }, generalErrors.badParameter]],
  foreign: generalErrors.recordNotFound,
})
