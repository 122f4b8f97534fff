import { instant } from '@qitao/core/field.ts'
import { z } from 'zod'

/** For whom an order is made: of a child order, those of the order above it. Null: for stock, or not to be seen. */
export const whomFields = {
  order_no: z.string().nullable(),
  customer_name: z.string().nullable(),
  /** The day that was promised to the customer. */
  promised_date: instant.nullable(),
}
