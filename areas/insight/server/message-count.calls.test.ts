import { queryMessageCount } from '@qitao/access/model/notice/notice.calls.ts'
import { notify } from '@qitao/access/server'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { anOrder, aProduct, inDays } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect } from 'vitest'

const app = await testApp()

contract(app, queryMessageCount, {
  set: async company => {
    const material_id = await aProduct(company)
    for (const days of [-2, -5, 3]) {
      const { id } = await anOrder(company, { material_id, delivery_date: inDays(3) })
      await company.as(tx =>
        tx
          .updateTable('sales_order')
          .set({ delivery_date: inDays(days) })
          .where('id', '=', id)
          .execute(),
      )
    }
    const supplier_id = await company.as(aSupplier)
    const { id } = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '5' }] })
    await company.as(tx =>
      tx
        .updateTable('purchase_order')
        .set({ eta: inDays(-1) })
        .where('id', '=', id)
        .execute(),
    )
    await company.as(tx =>
      notify({ tx, org_id: company.org_id }, [company.admin.user_id], { text: text('早', 'Good morning') }),
    )
  },
  good: () => ({}),
  check: async (data, _, company) => {
    expect(data).toEqual({ message_count: 2, purchase_message_count: 1, task_count: 0, notice_count: 1 })
    const member = await company.member([pages.arrivalPlan])
    expect(await member.ok(queryMessageCount, {})).toMatchObject({ message_count: 0, purchase_message_count: 1 })
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) =>
    expect(data).toEqual({ message_count: 0, purchase_message_count: 0, task_count: 0, notice_count: 0 }),
})
