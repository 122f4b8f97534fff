import { statuses } from '@qitao/core/status.ts'

/** Prices that are proposed are in no list until they are approved. */
export const priceProposalStatus = statuses(
  {
    pending: { code: 10, zh: '待审批', en: 'To approve', colour: 'warning' },
    in_force: { code: 30, zh: '已通过', en: 'Approved', colour: 'success' },
    refused: { code: 5, zh: '已驳回', en: 'Refused', colour: 'danger' },
    withdrawn: { code: 6, zh: '已撤回', en: 'Withdrawn', colour: 'neutral' },
  },
  {
    approve: { zh: '通过', en: 'approve', from: ['pending'], to: 'in_force' },
    refuse: { zh: '驳回', en: 'refuse', from: ['pending'], to: 'refused' },
    withdraw: { zh: '撤回', en: 'withdraw', from: ['pending'], to: 'withdrawn' },
    // Of which nothing came: its materials and partners may go.
    drop: { zh: '删除', en: 'delete', from: ['refused', 'withdrawn'] },
  },
)

/** What becomes of a price by a proposal. */
export const proposedStep = statuses({
  begins: { code: 'begins', zh: '新增', en: 'New', colour: 'neutral' },
  changes: { code: 'changes', zh: '变更', en: 'Changes', colour: 'neutral' },
  ends: { code: 'ends', zh: '停用', en: 'Ends', colour: 'warning' },
})

/** Lists whose prices are approved, each by flows of its own: the codes are those of `approvalModules`. */
export const pricedList = statuses({
  unit_price: { code: 'unit_price', zh: '采购单价', en: 'Purchase prices', colour: 'neutral' },
  sales_price: { code: 'sales_price', zh: '销售单价', en: 'Sales prices', colour: 'neutral' },
})
export const priceModules = { unit_price: 'CJ', sales_price: 'XJ' } as const
