import { instant } from '@qitao/core/field.ts'
import { isPositive, type Quantity } from '@qitao/core/quantity.ts'
import { statuses } from '@qitao/core/status.ts'
import { z } from 'zod'

/** Why an order has a supply and no other gets it, the strongest first (decision 0021). */
export const holding = statuses({
  locked: { code: 'locked', zh: '人工锁定', en: 'Locked by hand', colour: 'done' },
  promised: { code: 'promised', zh: '订单承诺', en: 'Promised to its customer', colour: 'done' },
  firm: { code: 'firm', zh: '已发布，保留', en: 'Published, keeps it', colour: 'info' },
  guaranteed: { code: 'guaranteed', zh: '履约保障', en: 'Guaranteed in time', colour: 'info' },
  made: { code: 'made', zh: '专为它做或买', en: 'Made or bought for it', colour: 'processing' },
  priority: { code: 'priority', zh: '按优先级', en: 'By priority', colour: 'neutral' },
})
export type HoldingCode = (typeof holding.list)[number]['code']

/** Why one supply is held, and of a lock who chose it, when and what for. */
export const held = z.object({
  why: z.enum(['locked', 'promised', 'firm', 'guaranteed', 'made', 'priority']),
  /** So much of it was made or bought for the one who has it. */
  made_for_quantity: z.string(),
  locked_by_name: z.string().nullable(),
  locked_time: instant.nullable(),
  lock_reason: z.string().nullable(),
})
export type Held = z.output<typeof held>

export function whyHeld(edge: {
  readonly locked: boolean
  /** By an order promise: nobody has chosen it by hand. */
  readonly promised: boolean
  readonly firm: boolean
  readonly guaranteed: boolean
  readonly made_for_quantity: Quantity
}): HoldingCode {
  if (edge.locked) return edge.promised ? 'promised' : 'locked'
  if (edge.firm) return 'firm'
  if (edge.guaranteed) return 'guaranteed'
  return isPositive(edge.made_for_quantity) ? 'made' : 'priority'
}
