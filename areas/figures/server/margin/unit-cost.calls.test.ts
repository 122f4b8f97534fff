import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aMaterial } from '@qitao/masterdata/testing/factories.ts'
import { queryUnitCosts } from '@qitao/sales/model/cost/unit-cost.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'

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

test('what a bought material costs is its price: it is told to those alone who see prices', async () => {
  const company = await app.company()
  const { id: material_id } = await aMaterial(company, { code: 'NUT', purchase_price: '3' })
  const asked = { products: [{ material_id, quantity: '10' }] }
  const seller = await company.member([pages.grossMargin])
  expect((await seller.ok(queryUnitCosts, asked)).result).toEqual([
    { material_id, unit_cost: null, missing: expect.objectContaining({ en: expect.stringContaining('Not visible') }) },
  ])
  const buyer = await company.member([pages.grossMargin, pages.unitPrices])
  expect((await buyer.ok(queryUnitCosts, asked)).result).toMatchObject([{ unit_cost: '3', missing: null }])
})
