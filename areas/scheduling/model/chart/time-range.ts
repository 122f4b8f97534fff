import { because, instant } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { longestSearchSeconds } from '@qitao/core/time.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { z } from 'zod'

const inOrder = ([from, to]: readonly [number, number]) => from <= to
const withinYear = ([from, to]: readonly [number, number]) => to - from <= longestSearchSeconds
const seconds = z.int().refine(value => instant.safeParse(value).success, because(masterdataErrors.badTimeRange))

/** Two instants in seconds, the first not after the second; anything else is a bad time range (5612). */
export const planRange = z
  .tuple([seconds, seconds])
  .refine(inOrder, because(masterdataErrors.badTimeRange))
  .refine(withinYear, because(masterdataErrors.badTimeRange))
/** The same for a search: at most a year (5012). */
export const searchRange = z
  .tuple([seconds, seconds])
  .refine(inOrder, because(masterdataErrors.badTimeRange))
  .refine(withinYear, because(generalErrors.dateSpanOverYear))
