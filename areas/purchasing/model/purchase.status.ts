import { statuses } from '@qitao/core/status.ts'

/** Life of a purchase order, and of the goods receipts that follow it (specification section 4). */
export const purchaseStatus = statuses(
  {
    pending_submit: { code: '10', zh: '待提交', en: 'Pending submit', colour: 'neutral' },
    pending_inbound: { code: '15', zh: '待入库', en: 'Pending inbound', colour: 'warning' },
    partially_inbound: { code: '20', zh: '部分入库', en: 'Partially inbound', colour: 'processing' },
    completed: { code: '30', zh: '已完成', en: 'Completed', colour: 'success' },
    force_closed: { code: '25', zh: '强制关闭', en: 'Force closed', colour: 'danger' },
    cancelled: { code: '05', zh: '已取消', en: 'Cancelled', colour: 'danger' },
  },
  {
    alter: { zh: '编辑', en: 'Edit', from: ['pending_submit'] },
    submit: { zh: '提交', en: 'Submit', from: ['pending_submit'], to: 'pending_inbound' },
    receive: { zh: '入库', en: 'Receive', from: ['pending_inbound', 'partially_inbound'] },
    cancel: { zh: '取消', en: 'Cancel', from: ['pending_submit', 'pending_inbound'], to: 'cancelled' },
    force_close: {
      zh: '强制关闭',
      en: 'Force close',
      from: ['pending_inbound', 'partially_inbound'],
      to: 'force_closed',
    },
    drop: { zh: '删除', en: 'Delete', from: ['pending_submit'] },
    change_eta: {
      zh: '调整到货日期',
      en: 'Change ETA',
      from: ['pending_submit', 'pending_inbound', 'partially_inbound'],
    },
    expedite: { zh: '催货', en: 'Expedite', from: ['pending_inbound', 'partially_inbound'] },
    split: { zh: '拆分明细', en: 'Split a line', from: ['pending_inbound', 'partially_inbound'] },
  },
)
export type PurchaseRequestStatusCode = (typeof purchaseRequestStatus.list)[number]['code']
export type PurchaseStatusCode = (typeof purchaseStatus.list)[number]['code']

export const purchaseRequestStatus = statuses(
  {
    open: { code: 0, zh: '待采购', en: 'Open', colour: 'warning' },
    ordered: { code: 1, zh: '已转采购', en: 'Ordered', colour: 'success' },
  },
  {
    alter: { zh: '编辑', en: 'Edit', from: ['open'] },
    to_order: { zh: '转采购订单', en: 'To purchase order', from: ['open'], to: 'ordered' },
    drop: { zh: '删除', en: 'Delete', from: ['open'] },
  },
)

export const purchaseRequestSource = statuses({
  manual: { code: 'manual', zh: '手工', en: 'Manual', colour: 'neutral' },
  shortage: { code: 'shortage', zh: '缺料', en: 'Shortage', colour: 'warning' },
  reorder_point: { code: 'reorder_point', zh: '再订货点', en: 'Reorder point', colour: 'info' },
})

export const inboundProgress = statuses({
  pending: { code: 1, zh: '待入库', en: 'Pending', colour: 'neutral' },
  partial: { code: 2, zh: '部分入库', en: 'Partial', colour: 'processing' },
  done: { code: 3, zh: '已入库', en: 'Done', colour: 'success' },
})
