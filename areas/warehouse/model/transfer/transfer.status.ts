import { statuses } from '@qitao/core/status.ts'

/** Of goods that were sent and have not all come. */
const underWay = ['in_transit', 'partly_received'] as const

/**
 * Life of a transfer (specification section 4, and ours of two steps): it is written down, then carried out or given up. In one
 * step its goods are there at once; in two they are in transit until they are received, in one or several parts.
 */
export const transferStatus = statuses(
  {
    pending_submit: { code: '10', zh: '待执行', en: 'To do', colour: 'warning' },
    in_transit: { code: '15', zh: '在途', en: 'In transit', colour: 'processing' },
    partly_received: { code: '20', zh: '部分收货', en: 'Partly received', colour: 'info' },
    completed: { code: '30', zh: '已完成', en: 'Completed', colour: 'success' },
    reversed: { code: '40', zh: '已冲销', en: 'Reversed', colour: 'neutral' },
    cancelled: { code: '05', zh: '已取消', en: 'Cancelled', colour: 'danger' },
  },
  {
    alter: { zh: '编辑', en: 'edit', from: ['pending_submit'] },
    confirm: { zh: '执行', en: 'carry out', from: ['pending_submit'], to: 'in_transit' },
    receive: { zh: '收货', en: 'receive', from: underWay, to: 'completed' },
    receive_part: { zh: '部分收货', en: 'receive in part', from: underWay, to: 'partly_received' },
    reverse: { zh: '冲销', en: 'reverse', from: [...underWay, 'completed'], to: 'reversed' },
    cancel: { zh: '取消', en: 'cancel', from: ['pending_submit'], to: 'cancelled' },
    drop: { zh: '删除', en: 'delete', from: ['pending_submit', 'cancelled'] },
  },
)
export const transferSteps = statuses({
  one: { code: 1, zh: '一步调拨', en: 'One step', colour: 'neutral' },
  two: { code: 2, zh: '两步调拨', en: 'Two steps', colour: 'info' },
})
/** What becomes of goods that were sent and not received. */
export const transferRest = statuses({
  later: { code: 'later', zh: '仍在途，以后再收', en: 'Still in transit, received later', colour: 'info' },
  back: { code: 'back', zh: '退回调出库位', en: 'Back to the bins that they came from', colour: 'warning' },
  lost: { code: 'lost', zh: '短少，核销出库', en: 'Missing, written off', colour: 'danger' },
})
