import { because, type Field, integerField } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Text } from '@qitao/core/text.ts'
import { z } from 'zod'

const mostInteger = 2_147_483_647

/** A whole number of at least `min`; anything else, a fraction too, answers 5015. */
export const wholeNumberField = (
  zh: string,
  en: string,
  { min = 1, max = mostInteger, unit }: { min?: number; max?: number; unit?: Text } = {},
): Field<number> => ({
  ...integerField(zh, en, { min, max, ...(unit ? { unit } : {}) }),
  schema: z
    .number()
    .refine(
      value => Number.isInteger(value) && value >= min && value <= max,
      because(generalErrors.positiveIntegerRequired),
    ),
})
