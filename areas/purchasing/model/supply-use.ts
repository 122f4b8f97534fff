import { id, instant } from '@qitao/core/field.ts'
import { held } from '@qitao/stock/model/holding.ts'
import { z } from 'zod'

/** An order that has something of a supply, or for which it is made or bought (then it may have nothing of it yet). */
const supplyUse = held.extend({
  id,
  /** Line of a purchase order, or work order. */
  source_id: id,
  mo_id: id,
  mo_no: z.string(),
  product_code: z.string(),
  product_name: z.string(),
  quantity: z.string(),
  made_for: z.boolean(),
  /** When the order is to start, else when it is due. */
  needed_time: instant,
})
/** What a promise to a customer keeps of a supply. */
const supplyPromise = z.object({
  id,
  source_id: id,
  quantity: z.string(),
  order_id: id.nullable(),
  order_no: z.string().nullable(),
  promised_by_name: z.string().nullable(),
  promised_time: instant.nullable(),
  /** Null: until its order line is on work orders. */
  kept_until: instant.nullable(),
})
export const supplyUses = z.object({ uses: z.array(supplyUse), promises: z.array(supplyPromise) })
export type SupplyUses = z.output<typeof supplyUses>
