import {
  approveApproval,
  queryApprovalList,
  rejectApproval,
  setApprovalFlow,
} from '@qitao/access/model/approval/approval.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { submitSalesOrders } from '@qitao/sales/model/sales-order.calls.ts'
import { anOrder, aProduct } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect } from 'vitest'
import { queryAssignedList } from '../model/assigned.calls.ts'

const app = await testApp()

contract(app, queryAssignedList, {
  set: async company => {
    const { admin } = company
    const boss = await company.member([pages.taskCentre])
    await admin.ok(setApprovalFlow, { module_code: 'SO', mode: 4, approver_ids: [boss.user_id], enabled: 1 })
    const order = await anOrder(company, { material_id: await aProduct(company) })
    const [open] = (await boss.ok(queryApprovalList, {})).result
    await boss.ok(rejectApproval, { id: open!.id, comment: '价格过低' })
    return { ...order, boss }
  },
  good: () => ({}),
  check: async ({ result, total }, { id, no, boss }, company) => {
    expect(total).toBe(1)
    expect(result).toMatchObject([{ id, no, kind: 'sales_order', summary: '价格过低' }])
    const other = await company.member([pages.taskCentre])
    expect((await other.ok(queryAssignedList, {})).total).toBe(0)
    expect((await company.admin.ok(queryAssignedList, { kind: 'task' })).total).toBe(0)
    // Submitted again and agreed to: nothing waits any more.
    await company.admin.ok(submitSalesOrders, { ids: [id] })
    const [again] = (await boss.ok(queryApprovalList, {})).result
    await boss.ok(approveApproval, { id: again!.id })
    expect((await company.admin.ok(queryAssignedList, {})).total).toBe(0)
  },
  refused: () => [['an unknown kind', { kind: 'other' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})
