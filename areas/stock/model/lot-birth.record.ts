import { dayField, optional, textField } from '@qitao/core/field.ts'
import type { Instant } from '@qitao/core/time.ts'

/** What the paper that came with goods says of their lot. */
export const lotBirthFields = {
  supplier_lot: optional(textField('供应商批号', "Supplier's lot", 50)),
  production_time: optional(dayField('生产日期', 'Made on')),
  /** The last day on which they may be used. */
  expire_time: optional(dayField('有效期至', 'Use by')),
}
export interface LotBirth {
  readonly supplier_lot: string | null
  readonly production_time: Instant | null
  readonly expire_time: Instant | null
}
export const lotBirthInput = {
  supplier_lot: lotBirthFields.supplier_lot.schema.optional(),
  production_time: lotBirthFields.production_time.schema.optional(),
  expire_time: lotBirthFields.expire_time.schema.optional(),
}
