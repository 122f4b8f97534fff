import { type State, statuses } from '@qitao/core/status.ts'
import type { MovementCode } from '@qitao/stock/model/movement-type.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'

/** Which way the goods go. On the wire `receipts_type` 1 is outbound, any other value inbound (specification section 3). */
export type Direction = 'inbound' | 'outbound'
export const receiptsType = { inbound: 0, outbound: 1 } as const

const ends = {
  completed: { code: '30', zh: '已完成', en: 'Completed', colour: 'success' },
  force_closed: { code: '25', zh: '强制关闭', en: 'Force closed', colour: 'danger' },
  cancelled: { code: '05', zh: '已取消', en: 'Cancelled', colour: 'danger' },
  reversed: { code: '40', zh: '已冲销', en: 'Reversed', colour: 'neutral' },
} as const satisfies Record<string, State>
const begin = { code: '10', zh: '待提交', en: 'Pending submit', colour: 'neutral' } as const satisfies State
const actions = (confirm: { zh: string; en: string }) =>
  ({
    alter: { zh: '编辑', en: 'Edit', from: ['pending_submit'] },
    submit: { zh: '提交', en: 'Submit', from: ['pending_submit'], to: 'pending' },
    confirm: { ...confirm, from: ['pending', 'partly'] },
    cancel: { zh: '取消', en: 'Cancel', from: ['pending_submit', 'pending'], to: 'cancelled' },
    force_close: { zh: '强制关闭', en: 'Force close', from: ['pending', 'partly'], to: 'force_closed' },
    /** Of a shipment: its note to the customer. */
    mail: { zh: '邮件发送', en: 'Mail', from: ['pending', 'partly', 'completed'] },
    reverse: { zh: '冲销', en: 'Reverse', from: ['partly', 'completed'], to: 'reversed' },
    drop: { zh: '删除', en: 'Delete', from: ['pending_submit'] },
  }) as const

/** Life of a receipt: one code space, the words of two states follow the direction. */
export const inboundStatus = statuses(
  {
    pending_submit: begin,
    pending: { code: '15', zh: '待入库', en: 'Pending inbound', colour: 'warning' },
    partly: { code: '20', zh: '部分入库', en: 'Partially inbound', colour: 'processing' },
    ...ends,
  },
  actions({ zh: '入库', en: 'Put in' }),
)
export const outboundStatus = statuses(
  {
    pending_submit: begin,
    pending: { code: '15', zh: '待出库', en: 'Pending outbound', colour: 'warning' },
    partly: { code: '20', zh: '部分出库', en: 'Partially outbound', colour: 'processing' },
    ...ends,
  },
  actions({ zh: '出库', en: 'Take out' }),
)
export const statusOf = { inbound: inboundStatus, outbound: outboundStatus } as const
export type ReceiptStatusCode = (typeof inboundStatus.list)[number]['code']
export type ReceiptAction = keyof typeof inboundStatus.actions

export const inboundType = statuses({
  other: { code: 0, zh: '其他入库', en: 'Other', colour: 'neutral' },
  completion: { code: 1, zh: '完工入库', en: 'Completion', colour: 'success' },
  purchase: { code: 2, zh: '采购入库', en: 'Purchase', colour: 'info' },
  sales_return: { code: 4, zh: '销售退货入库', en: 'Sales return', colour: 'warning' },
  return_from_picking: { code: 5, zh: '退料入库', en: 'Return from picking', colour: 'processing' },
})
export const outboundType = statuses({
  other: { code: 0, zh: '其他出库', en: 'Other', colour: 'neutral' },
  picking: { code: 1, zh: '领料出库', en: 'Picking', colour: 'processing' },
  sales: { code: 2, zh: '销售出库', en: 'Sales', colour: 'success' },
  purchase_return: { code: 4, zh: '采购退货出库', en: 'Purchase return', colour: 'warning' },
})
/** Types whose lines are taken over from what is open elsewhere: orders, returns, the components of a work order. */
export const pulledTypes = {
  inbound: [inboundType.codes.purchase, inboundType.codes.sales_return],
  outbound: [outboundType.codes.sales, outboundType.codes.picking, outboundType.codes.purchase_return],
} as const
export type PulledType = (typeof pulledTypes)[Direction][number]
export const typeOf = { inbound: inboundType, outbound: outboundType } as const
export type InboundTypeCode = (typeof inboundType.list)[number]['code']
export type OutboundTypeCode = (typeof outboundType.list)[number]['code']

/** Every receipt posts the movement of its type (rule R-182). */
const movements = {
  inbound: { 0: 'other_in', 1: 'completion_in', 2: 'purchase_in', 4: 'sales_return', 5: 'material_return' },
  outbound: { 0: 'other_out', 1: 'picking_out', 2: 'sales_out', 4: 'purchase_return' },
} as const
export const movementOf = (direction: Direction, receipt_type: number): MovementCode => {
  const name = (movements[direction] as Record<number, keyof typeof movementType.codes>)[receipt_type]
  if (name === undefined) throw new RangeError(`no movement for ${direction} type ${receipt_type}`)
  return movementType.codes[name]
}
