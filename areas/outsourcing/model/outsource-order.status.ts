import { statuses } from '@qitao/core/status.ts'

/** Something may still come. */
const underWay = ['pending_inbound', 'partly_inbound'] as const
const hasCome = ['partly_inbound', 'completed'] as const

/** Life of an outsourcing order (specification section 4). */
export const outsourceStatus = statuses(
  {
    pending_submit: { code: '10', zh: '待提交', en: 'Pending submit', colour: 'warning' },
    pending_inbound: { code: '15', zh: '待入库', en: 'Pending inbound', colour: 'processing' },
    partly_inbound: { code: '20', zh: '部分入库', en: 'Partially inbound', colour: 'info' },
    force_closed: { code: '25', zh: '强制关闭', en: 'Force closed', colour: 'neutral' },
    completed: { code: '30', zh: '已完成', en: 'Completed', colour: 'success' },
    cancelled: { code: '05', zh: '已取消', en: 'Cancelled', colour: 'danger' },
  },
  {
    alter: { zh: '编辑', en: 'edit', from: ['pending_submit'] },
    submit: { zh: '提交', en: 'submit', from: ['pending_submit'], to: 'pending_inbound' },
    send: { zh: '发料', en: 'send', from: underWay },
    receive: { zh: '收货', en: 'receive', from: underWay, to: 'completed' },
    receive_part: { zh: '部分收货', en: 'receive in part', from: underWay, to: 'partly_inbound' },
    reverse: { zh: '冲销收货', en: 'reverse a receipt', from: hasCome, to: 'pending_inbound' },
    reverse_part: { zh: '冲销收货', en: 'reverse a receipt', from: hasCome, to: 'partly_inbound' },
    give_back: { zh: '退料', en: 'return material', from: [...underWay, 'force_closed', 'completed'] },
    change_eta: { zh: '改交期', en: 'change ETA', from: underWay },
    settle: { zh: '结算', en: 'settle', from: ['force_closed', 'completed'] },
    force_close: { zh: '强制关闭', en: 'force close', from: underWay, to: 'force_closed' },
    cancel: { zh: '取消', en: 'cancel', from: ['pending_submit', 'pending_inbound'], to: 'cancelled' },
    drop: { zh: '删除', en: 'delete', from: ['pending_submit', 'cancelled'] },
  },
)
/** What has become of one receipt. */
export const outsourceReceiptStatus = statuses({
  to_inspect: { code: 10, zh: '待检', en: 'To inspect', colour: 'warning' },
  posted: { code: 30, zh: '已入账', en: 'Posted', colour: 'success' },
  reversed: { code: 40, zh: '已冲销', en: 'Reversed', colour: 'neutral' },
})
