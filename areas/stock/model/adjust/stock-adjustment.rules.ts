import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import { isEqual, isNegative, negate, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { plain } from '../ledger.rules.ts'
import { checkPieces } from '../piece.rules.ts'
import { qualityStatus } from '../quality.status.ts'
import type { LineMaterial } from '../stock-line.rules.ts'
import { stockAdjustment } from './stock-adjustment.record.ts'

/** The place as the books have it now. */
export interface PlaceNow {
  readonly quantity: Quantity
  /** Goods that transfers have sent lie there, or goods of ours at a supplier: their documents say what comes of them. */
  readonly elsewhere: boolean
}
export interface Adjusting {
  readonly quality_status: number
  readonly book_quantity: Quantity
  readonly quantity: Quantity
  readonly reason: string
  readonly serial_numbers?: readonly string[] | undefined
}
const place = (field: keyof typeof stockAdjustment.fields) => placeIn(stockAdjustment, field)

/**
 * By how much the books change, and the numbers of the pieces. Refused: what has moved since it was shown, no difference at all, a
 * reason that the company does not keep where it keeps any.
 */
export function decideAdjustment(
  given: Adjusting,
  now: PlaceNow,
  material: LineMaterial,
  reasons: readonly string[],
): { difference: Quantity; serial_numbers: string[] } {
  const { quantity, book_quantity } = given
  expectPrecision(quantity, material.unit_precision, place('quantity'))
  if (now.elsewhere || given.quality_status === qualityStatus.codes.at_supplier)
    refuse(generalErrors.statusNotAllowed, {
      detail: text(
        '在途或在供应商处的货物由调拨单、委外单收发，不能调整',
        'Goods in transit or at a supplier are moved by their transfer or order, not adjusted',
      ),
    })
  if (!isEqual(now.quantity, book_quantity))
    refuse(generalErrors.versionConflict, {
      ...place('book_quantity'),
      now: plain(now.quantity),
      detail: text('账面现为{now}，请刷新后重新核对', 'The books say {now} by now: look again and compare anew'),
    })
  const difference = subtract(quantity, book_quantity)
  if (isEqual(difference, '0'))
    refuse(generalErrors.badParameter, {
      ...place('quantity'),
      detail: text('与账面相同，无需调整', 'It is as the books say: there is nothing to adjust'),
    })
  const reason = given.reason.trim()
  if (reason === '') refuse(generalErrors.fieldRequired, place('reason'))
  if (reasons.length > 0 && !reasons.includes(reason))
    refuse(generalErrors.badParameter, {
      ...place('reason'),
      detail: text('请从公司的调整原因中选择', 'Choose one of the reasons that the company keeps'),
    })
  const pieces = isNegative(difference) ? negate(difference) : difference
  const serial_numbers = checkPieces(given.serial_numbers, { quantity: pieces, material, expected: true })
  return { difference, serial_numbers }
}
