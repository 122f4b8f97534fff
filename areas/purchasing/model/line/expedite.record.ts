import { dayField, optional, referenceField, remarkField } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { purchaseMail } from '../purchase-order-paper.calls.ts'

const { to, language, expire_days, shows_prices } = purchaseMail.fields
/** A supplier is asked for an earlier day. */
export const expedite = record('purchase_expedite', text('催货', 'Expedite'), {
  wished_date: dayField('希望到货', 'Wanted by'),
  remark: remarkField(),
  /** Empty: nothing is mailed, the buyer asks himself. */
  to: optional(to),
  language,
  expire_days,
  shows_prices,
})
/** The line of which that is asked. */
export const expeditedLine = referenceField('采购明细', 'Purchase order line', 'purchase_order_line')
