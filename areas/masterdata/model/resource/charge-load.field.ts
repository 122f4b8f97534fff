import { because, type Field, positiveQuantity, quantityField } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isMore, isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'

/** The engine counts loads in whole numbers of six decimals: beyond this they were not exact. */
const mostLoad = '1000000'

/** What a furnace takes in a charge, or a piece takes of it. */
export const chargeLoadField = (zh: string, en: string): Field<string> => ({
  ...quantityField(zh, en),
  schema: positiveQuantity.refine(
    value => !isQuantity(value) || !isMore(value, mostLoad),
    because(generalErrors.badParameter, { detail: text(`不能超过${mostLoad}`, `It is at most ${mostLoad}`) }),
  ),
})
