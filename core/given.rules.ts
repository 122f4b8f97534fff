import { generalErrors } from './general.errors.ts'
import { fitsPrecision, type Quantity } from './quantity.ts'
import type { Fields } from './record.ts'
import { type RefusalData, refuse } from './refusal.ts'
import { text } from './text.ts'

/** Where in what was given something is wrong: the field, by its title, and of lines the row (from 1). */
export const placeIn = <F extends Fields>(
  { fields }: { readonly fields: F },
  field: keyof F & string,
  row?: number,
) => ({
  ...(row === undefined ? {} : { row }),
  ...{ field, field_title: fields[field]!.title },
})

/** A quantity is as fine as its unit at most. */
export function expectPrecision(quantity: Quantity, limit: number, place: RefusalData): void {
  if (fitsPrecision(quantity, limit)) return
  refuse(generalErrors.unitQuantityPrecision, {
    ...{ ...place, limit },
    detail: text('该物料的单位最多{limit}位小数', 'The unit of this material has at most {limit} decimals'),
  })
}
