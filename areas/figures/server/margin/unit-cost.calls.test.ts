import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aMaterial } from '@qitao/masterdata/testing/factories.ts'
import { queryUnitCosts } from '@qitao/sales/model/cost/unit-cost.calls.ts'
import { expect } from 'vitest'

const app = await testApp()

contract(app, queryUnitCosts, {
  async set(company) {
    const { id: bought } = await aMaterial(company, { code: 'NUT', purchase_price: '3' })
    const { id: unknown } = await aMaterial(company, { code: 'BOLT' })
    return { bought, unknown }
  },
  good: ({ bought, unknown }) => ({
    products: [
      { material_id: bought, quantity: '10' },
      { material_id: unknown, quantity: '1' },
    ],
  }),
  check: ({ currency, result }) => {
    expect(currency).toBe('CNY')
    expect(result).toMatchObject([
      { unit_cost: '3', missing: null },
      { unit_cost: null, missing: { zh: 'BOLT 没有采购价', en: 'No purchase price of BOLT' } },
    ])
  },
  refused: ({ bought }) => [
    ['nothing of it', { products: [{ material_id: bought, quantity: '0' }] }, generalErrors.badParameter],
  ],
  foreign: answer => expect(answer.data).toMatchObject({ result: [{ unit_cost: null }, { unit_cost: null }] }),
})
