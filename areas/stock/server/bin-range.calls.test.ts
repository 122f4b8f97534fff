import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { expect, test } from 'vitest'
import { addBinRange, locationCalls } from '../model/warehouse.calls.ts'
import { aWarehouse } from '../testing/stock.factory.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'

contract(app, addBinRange, {
  set: async company => ({ warehouse_id: await company.as(tx => aWarehouse(tx)) }),
  good: ({ warehouse_id }) => ({
    ...{ warehouse_id, from_code: 'A-01-01', to_code: 'A-10-05', area: 'A', capacity: '200', route_order: 100 },
  }),
  check: async (data, { warehouse_id }, company) => {
    expect(data).toEqual({ affected: 50, existing: 0 })
    const { result, total } = await company.admin.ok(locationCalls.list, { warehouse_id, order_by: '-code' })
    expect(total).toBe(50)
    expect(result[0]).toMatchObject({ code: 'A-10-05', area: 'A', route_order: 149, fill_percent: 0 })
  },
  refused: ({ warehouse_id }) => [
    ['nothing to count', { warehouse_id, from_code: 'A', to_code: 'B' }, generalErrors.badParameter],
    ['no warehouse', { warehouse_id: absent, from_code: 'A1', to_code: 'A2' }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('bins that are there stay as they are', async () => {
  const company = await app.company()
  const warehouse_id = await company.as(tx => aWarehouse(tx))
  const add = (to_code: string, area: string) =>
    company.admin.ok(addBinRange, { warehouse_id, from_code: 'B1', to_code, area })
  expect(await add('B3', 'old')).toEqual({ affected: 3, existing: 0 })
  expect(await add('B5', 'new')).toEqual({ affected: 2, existing: 3 })
  const { result } = await company.admin.ok(locationCalls.list, { warehouse_id, order_by: 'code' })
  expect(result.map(({ area }) => area)).toEqual(['old', 'old', 'old', 'new', 'new'])
})
