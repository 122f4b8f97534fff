import { statuses } from '@qitao/core/status.ts'

/** Something may still come. */
const underWay = ['announced', 'partially_inbound'] as const

/** Life of an arrival: written, announced, received in one or several parts; its codes are those of the purchase order (specification section 4). */
export const arrivalStatus = statuses(
  {
    pending_submit: { code: '10', zh: '待提交', en: 'Pending submit', colour: 'neutral' },
    announced: { code: '15', zh: '待入库', en: 'Pending inbound', colour: 'warning' },
    partially_inbound: { code: '20', zh: '部分入库', en: 'Partially inbound', colour: 'processing' },
    completed: { code: '30', zh: '已完成', en: 'Completed', colour: 'success' },
    force_closed: { code: '25', zh: '强制关闭', en: 'Force closed', colour: 'danger' },
    cancelled: { code: '05', zh: '已取消', en: 'Cancelled', colour: 'danger' },
  },
  {
    alter: { zh: '编辑', en: 'edit', from: ['pending_submit', 'announced'] },
    submit: { zh: '提交', en: 'submit', from: ['pending_submit'], to: 'announced' },
    split: { zh: '拆分', en: 'split', from: ['pending_submit', ...underWay] },
    receive: { zh: '入库', en: 'receive', from: underWay, to: 'completed' },
    receive_part: { zh: '部分入库', en: 'receive in part', from: underWay, to: 'partially_inbound' },
    cancel: { zh: '取消', en: 'cancel', from: ['pending_submit', 'announced'], to: 'cancelled' },
    force_close: { zh: '强制关闭', en: 'force close', from: ['partially_inbound'], to: 'force_closed' },
    drop: { zh: '删除', en: 'delete', from: ['pending_submit', 'cancelled'] },
  },
)
export type ArrivalStatusCode = (typeof arrivalStatus.list)[number]['code']
