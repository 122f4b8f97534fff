import { z } from 'zod'
import { because, instant, plainString } from './field.ts'
import { generalErrors } from './general.errors.ts'
import { longestSearchSeconds } from './time.ts'

/** Page-size options and default of the specification (section 9); whoever works on many rows or a large screen has larger ones. */
export const pageSizes = [5, 10, 15, 20, 30, 50, 100, 200] as const
export const defaultPageSize = 10
/** Most rows that one answer carries; also the limit of an export (specification section 5). */
export const mostRows = 2000

export const timestampRange = z
  .tuple([instant, instant])
  .refine(([from, to]) => from <= to, because(generalErrors.badParameter))
  .refine(([from, to]) => to - from <= longestSearchSeconds, because(generalErrors.dateSpanOverYear))

/** Codes or names as people write them, whatever their case: finds what pasted lines mean, all at once. */
/** Longer than any code or name. */
export const longestWritten = 100
export const writtenWord = plainString(longestWritten)
export const written = z.array(writtenWord).max(mostRows).optional()

const paging = {
  keyword: plainString(100).optional(),
  page: z.int().min(1).max(10_000_000).default(1),
  /** -1 means all, up to `mostRows`. */
  page_size: z.union([z.literal(-1), z.int().min(1).max(mostRows)]).default(defaultPageSize),
  /** A field name; a leading minus turns the order round. */
  order_by: plainString(60)
    .regex(/^-?[a-z_]+$/)
    .optional(),
  /** Where the page begins: `next_cursor` of the answer before. Deep pages then cost the same as the first. */
  cursor: plainString(500).optional(),
}

/** Input of a list call: keyword, page and order, with the call's own filters. Strict. */
export const listInput = <const S extends z.ZodRawShape>(filters: S = {} as S) =>
  z.strictObject({ ...paging, ...filters })

export interface ListInput {
  keyword?: string | undefined
  page: number
  page_size: number
  order_by?: string | undefined
  cursor?: string | undefined
  /** Just these, as an export of chosen rows asks. */
  ids?: readonly string[] | undefined
}

/** Answer of a list call. `next_cursor` is null on the last page. */
export const listOutput = <T extends z.ZodType>(row: T) =>
  z.object({ result: z.array(row), total: z.int(), next_cursor: z.string().nullish() })
export interface Rows<T> {
  result: T[]
  total: number
  next_cursor?: string | null
}

/** A refused record of a bulk call (spec/calls.json, conventions.bulk); `name` is the number or code that people know. */
export const bulkOutput = z.object({
  done_ids: z.array(z.string()),
  failed: z.array(z.object({ id: z.string(), code: z.int(), message: z.string(), name: z.string().optional() })),
})
export type BulkOutput = z.output<typeof bulkOutput>
