import { generalErrors } from '@qitao/core/general.errors.ts'
import { isLess, type Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { dayOf, type Instant } from '@qitao/core/time.ts'
import { purchasingErrors } from '../purchasing.errors.ts'
import { expedite, expeditedLine } from './expedite.record.ts'

export interface LineToExpedite {
  readonly line_no: number
  readonly quantity: Quantity
  readonly received_quantity: Quantity
  readonly eta: Instant | null
}
/** Each is still to come, and later than is wished; nobody wishes for a day that is over. */
export function expectExpeditable(lines: readonly LineToExpedite[], wished_date: Instant, today: Instant): void {
  const day = { field: 'wished_date', field_title: expedite.fields.wished_date.title }
  if (wished_date < today)
    refuse(generalErrors.badParameter, {
      ...day,
      detail: text('请选择今天或以后的日期', 'Choose today or a later day'),
    })
  for (const { line_no: row, quantity, received_quantity, eta } of lines) {
    if (!isLess(received_quantity, quantity))
      refuse(purchasingErrors.notEditable, {
        ...{ row, field: 'line_id', field_title: expeditedLine.title },
        detail: text('该行已全部入库，不需要催货', 'All of this line has come: there is nothing to expedite'),
      })
    if (eta !== null && eta <= wished_date)
      refuse(generalErrors.badParameter, {
        ...{ row, ...day },
        detail: text('该行那时已到货，请选择更早的日期', 'The line comes by then: choose an earlier day'),
      })
  }
}

export interface WishToTell {
  readonly line_no: number
  readonly material_code: string
  readonly material_name: string
  readonly open_quantity: Quantity
  readonly unit_name: string
  readonly eta: Instant | null
  readonly wished_date: Instant
  readonly remark: string | null
}
/** What a mail to the supplier says of it, line by line. */
export function wishesInWords(wishes: readonly WishToTell[], time_zone: string): Text[] {
  if (wishes.length === 0) return []
  const lines = wishes.map(wish => {
    const was = wish.eta === null ? '' : `${dayOf(wish.eta, time_zone)} → `
    const what = `${wish.line_no}. ${wish.material_code} ${wish.material_name} ${wish.open_quantity} ${wish.unit_name}`
    return `${what}: ${was}${dayOf(wish.wished_date, time_zone)}${wish.remark ? ` (${wish.remark})` : ''}`
  })
  return [
    text(
      `请尽量提前以下物料的到货：\n${lines.join('\n')}`,
      `Please bring these earlier if you can:\n${lines.join('\n')}`,
    ),
  ]
}
