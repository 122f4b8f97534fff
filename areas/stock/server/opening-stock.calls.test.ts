import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { expect } from 'vitest'
import { addOpeningStock } from '../model/stock.calls.ts'
import { stockErrors } from '../model/stock.errors.ts'
import { aLocation, aMaterial } from '../testing/stock.factory.ts'
import { checkLedger, usableStock } from './index.ts'

const app = await testApp()

contract(app, addOpeningStock, {
  set: company =>
    company.as(async tx => ({
      plain: await aMaterial(tx, { precision: 0 }),
      byLot: await aMaterial(tx, { lot_managed: true, shelf_life: 10 }),
      location_id: await aLocation(tx),
    })),
  good: ({ plain, byLot, location_id }) => ({
    lines: [
      { material_id: plain, location_id, quantity: '12' },
      { material_id: byLot, location_id, quantity: '3.5', lot_number: 'B7' },
    ],
  }),
  check: async (data, { plain, byLot }, company) => {
    expect(data.affected).toBe(2)
    const lots = await company.as(tx => usableStock(tx, company.org_id, [plain, byLot]))
    expect(lots.map(({ lot_number, quantity }) => [lot_number, Number(quantity)]).sort()).toEqual([
      ['', 12],
      ['B7', 3.5],
    ])
    const kept = lots.find(({ lot_number }) => lot_number === 'B7')!
    expect(kept.expire_time! - kept.first_in_time).toBe(10 * 86_400)
    expect(await company.as(tx => checkLedger(tx, company.org_id))).toEqual([])
  },
  refused: ({ plain, byLot, location_id }) => [
    ['no lot', { lines: [{ material_id: byLot, location_id, quantity: '1' }] }, stockErrors.lotRequired],
    [
      'finer than the unit',
      { lines: [{ material_id: plain, location_id, quantity: '1.5' }] },
      generalErrors.unitQuantityPrecision,
    ],
    ['not above 0', { lines: [{ material_id: plain, location_id, quantity: '0' }] }, generalErrors.badParameter],
    [
      'no such bin',
      { lines: [{ material_id: plain, location_id: plain, quantity: '1' }] },
      generalErrors.recordNotFound,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})
