import { statuses } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'

/** Codes follow the main view of the work order; 0 and 90 are ours (the specification shows the seven counts only). */
export const salesOrderStatus = statuses(
  {
    init: { code: 0, zh: '待提交', en: 'To submit', colour: 'neutral' },
    approved: { code: 10, zh: '待办', en: 'To do', colour: 'info' },
    planning: { code: 20, zh: '计划中', en: 'Planning', colour: 'processing' },
    to_produce: { code: 30, zh: '待生产', en: 'To produce', colour: 'warning' },
    producing: { code: 35, zh: '生产中', en: 'Producing', colour: 'processing' },
    finished: { code: 40, zh: '生产完成', en: 'Finished work', colour: 'success' },
    delivered: { code: 50, zh: '已完成', en: 'Completed', colour: 'done' },
    cancelled: { code: 90, zh: '已取消', en: 'Cancelled', colour: 'danger' },
  },
  {
    alter: { zh: '编辑', en: 'edit', from: ['init', 'approved'] },
    // With work orders made of it: what follows is shown and agreed to (order-change.calls.ts).
    change: { zh: '变更', en: 'change', from: ['approved', 'planning', 'to_produce', 'producing', 'finished'] },
    // An order on work orders has its dates from the plan.
    ask: { zh: '询交期', en: 'ask for a date', from: ['init', 'approved'] },
    submit: { zh: '提交', en: 'submit', from: ['init'], to: 'approved' },
    // Later for what a change has added and nobody makes yet.
    to_mo: { zh: '转工单', en: 'create MOs', from: ['approved', 'planning', 'to_produce', 'producing', 'finished'] },
    // An order that stock covers is shipped without being made.
    ship: { zh: '发货', en: 'ship', from: ['approved', 'planning', 'to_produce', 'producing', 'finished'] },
    // By its customer, behind a link: while what he says can still be followed.
    answer: {
      ...{ zh: '答复', en: 'answer' },
      from: ['init', 'approved', 'planning', 'to_produce', 'producing', 'finished'],
    },
    mail: {
      ...{ zh: '邮件发送', en: 'mail' },
      from: ['init', 'approved', 'planning', 'to_produce', 'producing', 'finished', 'delivered'],
    },
    cancel: { zh: '取消', en: 'cancel', from: ['init', 'approved', 'planning'], to: 'cancelled' },
    // With work orders made of it: what becomes of them is shown and agreed to (order-change.calls.ts).
    cancel_all: {
      ...{ zh: '取消', en: 'cancel' },
      from: ['approved', 'planning', 'to_produce', 'producing', 'finished'],
      to: 'cancelled',
    },
    drop: { zh: '删除', en: 'delete', from: ['init', 'cancelled'] },
  },
)

/** The states as a customer reads them, who knows nothing of the shop's lists. */
export const statusForCustomer = {
  init: text('待确认', 'To be confirmed'),
  approved: text('已确认', 'Confirmed'),
  planning: text('已确认', 'Confirmed'),
  to_produce: text('备产中', 'Preparing'),
  producing: text('生产中', 'In production'),
  finished: text('待发货', 'Ready to ship'),
  delivered: text('已发货', 'Shipped'),
  cancelled: text('已取消', 'Cancelled'),
} as const satisfies Record<(typeof salesOrderStatus.list)[number]['key'], Text>

/** The states of the status bar, all but the cancelled ones (specification section 4), with its seven counts (section 3). */
export const salesOrderCounts = {
  init_count: salesOrderStatus.codes.init,
  approved_count: salesOrderStatus.codes.approved,
  planning_count: salesOrderStatus.codes.planning,
  to_produce_count: salesOrderStatus.codes.to_produce,
  producing_count: salesOrderStatus.codes.producing,
  finished_count: salesOrderStatus.codes.finished,
  delivered_count: salesOrderStatus.codes.delivered,
} as const

export const orderType = statuses({
  sales_order: { code: '1', zh: '销售订单', en: 'Sales order', colour: 'info' },
  proofing: { code: '3', zh: '打样单', en: 'Proofing', colour: 'neutral' },
  stock_order: { code: '4', zh: '备货单', en: 'Stock order', colour: 'neutral' },
})
/** An order that is only asked for: order promise makes it, and turns it into a sales order when it is confirmed. */
export const inquiryOrderType = '2'
/** A sales return: a document of its own, `return/sales-return.record.ts`; addresses name it by this type. */
export const salesReturnType = '5'
export const orderSource = statuses({
  manual: { code: 'manual', zh: '手工', en: 'Manual', colour: 'neutral' },
  import: { code: 'import', zh: '导入', en: 'Import', colour: 'neutral' },
  copy: { code: 'copy', zh: '复制', en: 'Copy', colour: 'neutral' },
})
