import { type Text, text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { LotBirth } from '@qitao/stock/model/lot-birth.record.ts'
import type { SentLine } from './goods-here.ts'

/** What the paper that came with goods says of their lot. */
export type Birth = LotBirth
export const noBirth: Birth = { supplier_lot: null, production_time: null, expire_time: null }
/** As it was told before. */
export const birthOf = ({ supplier_lot, production_time, expire_time }: SentLine = { quantity: '0' }): Birth => ({
  supplier_lot: supplier_lot ?? null,
  production_time: production_time ?? null,
  expire_time: expire_time ?? null,
})

/** Days that cannot be are told before they are kept. */
export function whyNotBorn({ production_time, expire_time }: Birth, now: Instant): Text | undefined {
  if (production_time !== null && production_time > now)
    return text('生产日期不能晚于今天', 'It was not made later than today')
  if (production_time !== null && expire_time !== null && expire_time < production_time)
    return text('有效期不能早于生产日期', 'It keeps at least until the day it was made')
  return undefined
}
