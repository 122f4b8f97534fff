import type { In } from '@qitao/core/call.ts'
import { isMore, isPositive, isQuantity, least, most, subtract, sum } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { serialsIn } from '@qitao/stock/model/piece.record.ts'
import type { addReport } from '../model/report.calls.ts'

/** Of one lot that is named by itself the quantity is all that the report needs. */
export interface LotPart {
  readonly lot_number: string
  readonly quantity: string
}
export interface UsedPart {
  lots?: readonly LotPart[] | undefined
  serials?: string | undefined
}
/** What the reporter says of lots and pieces; nothing: the system picks lots as they expire. */
export interface Traced {
  lot_number?: string | undefined
  serials?: string | undefined
  used?: Readonly<Record<string, UsedPart>>
}

/** As a field of them holds them: a blank ends the last one too, so that what a scanner types next is a number of its own. */
export const written = (pieces: readonly string[]): string => pieces.map(piece => `${piece} `).join('')

type TracedInput = Pick<In<typeof addReport>, 'used' | 'made'>
type UsedLine = NonNullable<TracedInput['used']>[number]
export function tracedInput({ lot_number, serials, used = {} }: Traced) {
  const lines = Object.entries(used).flatMap(([material_id, { lots = [], serials: pieces }]): UsedLine[] => {
    const serial_numbers = serialsIn(pieces)
    const [only] = lots
    // Pieces know their lots.
    if (serial_numbers)
      return [{ material_id, serial_numbers, ...(lots.length === 1 ? { lot_number: only!.lot_number } : {}) }]
    return lots.map(({ lot_number, quantity }) => ({ material_id, lot_number, ...(quantity ? { quantity } : {}) }))
  })
  const serial_numbers = serialsIn(serials)
  const made = {
    ...(lot_number?.trim() ? { lot_number: lot_number.trim() } : {}),
    ...(serial_numbers ? { serial_numbers } : {}),
  }
  return {
    ...(lines.length > 0 ? { used: lines } : {}),
    ...(Object.keys(made).length > 0 ? { made } : {}),
  }
}

/** What was said before, to be said differently. */
export function tracedOf({ used = [], made }: TracedInput): Traced {
  const typed = (numbers: readonly string[] | undefined) => numbers && written(numbers)
  return {
    lot_number: made?.lot_number ?? undefined,
    serials: typed(made?.serial_numbers),
    used: Object.fromEntries(
      [...Map.groupBy(used, ({ material_id }) => material_id)].map(([material_id, of]) => [
        material_id,
        {
          lots: of.flatMap(({ lot_number, quantity }) =>
            lot_number ? [{ lot_number, quantity: quantity === undefined ? '' : String(quantity) }] : [],
          ),
          serials: typed(of.flatMap(({ serial_numbers = [] }) => serial_numbers)),
        },
      ]),
    ),
  }
}

const sumOf = (lots: readonly LotPart[]): string =>
  sum(lots.flatMap(({ quantity }) => (isQuantity(quantity) ? [quantity] : [])))
/**
 * One more lot went in: with it each has its quantity, as much as is there of it and still needed. `there`: of each lot; `need`: of all of
 * them.
 */
export function withLot(
  lots: readonly LotPart[],
  lot_number: string,
  need: string,
  there: (lot_number: string) => string,
): LotPart[] {
  if (lots.some(lot => lot.lot_number === lot_number)) return [...lots]
  if (lots.length === 0) return [{ lot_number, quantity: '' }]
  const given = lots.map(lot => (lot.quantity === '' ? { ...lot, quantity: least(need, there(lot.lot_number)) } : lot))
  const rest = most('0', subtract(need, sumOf(given)))
  return [...given, { lot_number, quantity: least(rest, there(lot_number)) }]
}
/** A lot that is left alone is that of all again. */
export function withoutLot(lots: readonly LotPart[], lot_number: string): LotPart[] {
  const left = lots.filter(lot => lot.lot_number !== lot_number)
  return left.length === 1 ? [{ ...left[0]!, quantity: '' }] : left
}
/** Why several lots cannot go out as they are. */
export function whyNotLots(lots: readonly LotPart[], need: string): Text | undefined {
  if (lots.length < 2) return undefined
  if (lots.some(({ quantity }) => !isQuantity(quantity) || !isPositive(quantity)))
    return text('请填写各批次用掉的数量', 'Enter how much of each lot was used')
  return isMore(sumOf(lots), need)
    ? text(`各批次合计 ${sumOf(lots)}，只需要 ${need}`, `The lots come to ${sumOf(lots)}, needed are ${need}`)
    : undefined
}
