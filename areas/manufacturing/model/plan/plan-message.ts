import {
  choiceField,
  codeOf,
  id,
  instant,
  instantField,
  quantityField,
  readOnly,
  referenceField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { type State, statuses } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { MessageKind } from '@qitao/planning/netting/material-plan.ts'
import { z } from 'zod'
import { supplySource } from '../mo/mo.status.ts'
import type { StoredMessage } from './plan-messages.rules.ts'

/** What a message is about: supply that is on its way, or a purchase request, which is none yet. */
export const messageSource = {
  in_transit: supplySource.codes.in_transit,
  in_production: supplySource.codes.in_production,
  purchase_request: 5,
} as const

/** What a material plan asks a planner to do; the words of material requirements planning. */
export const planMessageKind = statuses({
  make: { code: 'make', zh: '生产', en: 'Make', colour: 'info' },
  buy: { code: 'buy', zh: '采购', en: 'Buy', colour: 'info' },
  expedite: { code: 'expedite', zh: '催货、提前', en: 'Expedite', colour: 'danger' },
  defer: { code: 'defer', zh: '推迟', en: 'Defer', colour: 'neutral' },
  cancel: { code: 'cancel', zh: '取消', en: 'Cancel', colour: 'warning' },
  increase: { code: 'increase', zh: '增加', en: 'Increase', colour: 'processing' },
  decrease: { code: 'decrease', zh: '减少', en: 'Decrease', colour: 'warning' },
  substitute: { code: 'substitute', zh: '替代', en: 'Substitute', colour: 'processing' },
} satisfies Record<MessageKind, State>)

/** Suppliers are pressed for what is bought; an order of one's own is brought forward. */
const pressed: State = { code: 'expedite', zh: '催货', en: 'Expedite', colour: 'danger' }
const broughtForward: State = { ...pressed, zh: '提前', en: 'Bring forward' }
export const messageKindOf = ({ kind, source_type }: Pick<PlanMessageRow, 'kind' | 'source_type'>): State =>
  kind === 'expedite'
    ? source_type === messageSource.in_production
      ? broughtForward
      : pressed
    : planMessageKind.stateOf(kind)

export const planMessageStatus = statuses(
  {
    open: { code: 0, zh: '待处理', en: 'Open', colour: 'warning' },
    refused: { code: 1, zh: '已拒绝', en: 'Refused', colour: 'neutral' },
  },
  {
    refuse: { zh: '拒绝', en: 'refuse', from: ['open', 'refused'], to: 'refused' },
    reopen: { zh: '恢复', en: 'put back', from: ['open', 'refused'], to: 'open' },
  },
)

export const planMessage = record('plan_message', text('计划消息', 'Plan message'), {
  kind: readOnly(choiceField('建议', 'Suggestion', planMessageKind)),
  status: readOnly(choiceField('状态', 'Status', planMessageStatus)),
  material_id: referenceField('物料', 'Material', 'material'),
  quantity: readOnly(quantityField('数量', 'Quantity')),
  from_time: readOnly(instantField('现日期', 'Date now')),
  to_time: readOnly(instantField('建议日期', 'Date wanted')),
  by_time: readOnly(instantField('最迟下单/开工', 'Order or begin by')),
})

const reasonTexts: Readonly<Record<StoredMessage['reason'], Text>> = {
  short: text('没有供应覆盖此需求', 'No supply covers the need'),
  needed_earlier: text('到货晚于需求日期', 'It comes after it is needed'),
  needed_later: text('到货远早于需求日期', 'It comes long before it is needed'),
  not_needed: text('没有需求使用', 'Nobody needs it'),
  more_than_needed: text('数量多于需求', 'It is more than is needed'),
  safety_stock: text('补足安全库存', 'For the safety stock'),
  unchecked_orders: text('未检查的工单需要', 'Needed by orders that are not checked yet'),
  material_late: text('主料不足或来不及', 'The material itself is short or late'),
  parent_earlier: text('需求工单提前了', 'The order that it is for begins earlier'),
  parent_later: text('需求工单推迟了', 'The order that it is for begins later'),
}
export const reasonText = (reason: string): Text => reasonTexts[reason as StoredMessage['reason']] ?? reasonTexts.short

export const planMessageRow = z.object({
  id,
  kind: z.string(),
  status: codeOf(planMessageStatus),
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  instead_of_code: z.string().nullable(),
  instead_of_name: z.string().nullable(),
  source_type: z.int().nullable(),
  source_id: id.nullable(),
  /** Purchase order or work order that is to be changed. */
  source_no: z.string().nullable(),
  /** Of a purchase order: how many lines it has, and whether some of it has come. */
  order_line_count: z.int(),
  order_received: z.boolean(),
  /** Work order that it serves first, and how many there are. */
  mo_id: id.nullable(),
  mo_no: z.string().nullable(),
  mo_count: z.int(),
  quantity: z.string(),
  from_quantity: z.string().nullable(),
  to_quantity: z.string().nullable(),
  from_time: instant,
  /** Never past: what should have been there before today is asked for today. */
  to_time: instant,
  /** So many days ago it was wanted. 0: it is not past. */
  to_overdue_days: z.int(),
  /** To be ordered or begun by then so that it is there in time, today where that is past; null: it is on its way. */
  by_time: instant.nullable(),
  by_overdue_days: z.int(),
  reason: z.string(),
})
export type PlanMessageRow = z.output<typeof planMessageRow>

/** Instead of a day that is past. */
export const wasDue = (days: number): Text =>
  text(`今天（应于${days}天前）`, `today (was due ${days} ${days === 1 ? 'day' : 'days'} ago)`)
/** What follows of a day that is past, though everything is done today; null: nothing is late. */
export function lateAnyway({
  kind,
  by_time,
  by_overdue_days,
  to_overdue_days,
}: Pick<PlanMessageRow, 'kind' | 'by_time' | 'by_overdue_days' | 'to_overdue_days'>): Text | null {
  const days = by_time === null ? to_overdue_days : Math.max(by_overdue_days, to_overdue_days)
  if (days === 0) return null
  const late = `${days} ${days === 1 ? 'day' : 'days'} late`
  if (kind === 'buy') return text(`今天下单，仍晚${days}天到`, `Ordered today it still comes ${late}`)
  if (by_time !== null) return text(`今天开始，仍晚${days}天`, `Begun today it is still ${late}`)
  return text(`今天到，也已晚${days}天`, `Even if it comes today it is ${late}`)
}
