import { type Text, text } from '@qitao/core/text.ts'
import { lineNotAlone } from '@qitao/purchasing/model/purchase-order.rules.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { messageSource, type PlanMessageRow } from './plan-message.ts'
import { keepsQuantity } from './plan-message-apply.rules.ts'

type Message = Pick<PlanMessageRow, 'kind' | 'source_type' | 'order_line_count' | 'order_received'>
const { in_transit, in_production } = messageSource

/** Why what it asks of a purchase order is always refused; known before anything is pressed. */
export function whyNotApplied({ kind, source_type, order_line_count, order_received }: Message): Text | undefined {
  if (source_type !== in_transit) return undefined
  if (kind === 'increase' || kind === 'decrease') return keepsQuantity
  if (kind !== 'cancel') return undefined
  if (order_received) return purchasingErrors.hasReceipt.text
  return order_line_count > 1 ? lineNotAlone : undefined
}

const madeOrMoved: Readonly<Record<string, Text>> = {
  make: text('按数量和日期新建工单', 'A work order is made for the quantity and the day'),
  buy: text('按数量和日期新建采购申请', 'A purchase request is made for the quantity and the day'),
  substitute: text('替代料固定用于此工单', 'The substitute is fixed to the work order'),
}
const ofWorkOrders: Readonly<Record<string, Text>> = {
  cancel: text('工单被删除', 'The work order is deleted'),
  increase: text('工单的计划数量增加到建议数量', 'The work order gets the larger quantity'),
  decrease: text('工单的计划数量减少到建议数量', 'The work order gets the smaller quantity'),
}
const moved = {
  in_transit: text('采购订单行的预计到货改为建议日期', 'The order line gets the date wanted as its ETA'),
  in_production: text('工单交期改为建议日期', 'The work order gets the date wanted'),
  request: text('采购申请的需求日期改为建议日期', 'The purchase request gets the date wanted'),
}
const cancelled = text(
  '整张采购订单被取消，请同时通知供应商',
  'The whole purchase order is cancelled: tell its supplier',
)

/** What carrying it out does. */
function doneBy({ kind, source_type }: Message): Text | undefined {
  if (kind === 'expedite' || kind === 'defer')
    return source_type === in_transit
      ? moved.in_transit
      : source_type === in_production
        ? moved.in_production
        : moved.request
  if (kind === 'cancel' && source_type === in_transit) return cancelled
  return madeOrMoved[kind] ?? ofWorkOrders[kind]
}

/** What carrying these out does, each thing once, and what follows. */
export function doneByAll(messages: readonly Message[]): Text {
  const done = [...new Set(messages.flatMap(message => doneBy(message) ?? []))]
  return text(
    [...done.map(({ zh }) => zh), '随后重新计算物料计划'].map(words => `${words}。`).join(''),
    [...done.map(({ en }) => en), 'Then the material plan is calculated again'].map(words => `${words}.`).join(' '),
  )
}
