import { affected, command, type GrantingPage, query } from '@qitao/core/call.ts'
import { id, ids, instant, plainString } from '@qitao/core/field.ts'
import type { Text } from '@qitao/core/text.ts'
import { z } from 'zod'

/** Links by which people without an account read one object, and may answer it once; each expires and can be withdrawn. */
export const shareKey = plainString(100).min(1)
export const longestShareDays = 30
/** Of a new link. */
export const expireDays = z.int().min(1).max(longestShareDays).default(7)
const madeLink = z.object({ url: z.string(), share_key: z.string(), expire_time: instant, qrcode: z.string() })
const shareLink = z.object({
  id,
  created_time: instant,
  created_by_name: z.string().nullable(),
  expire_time: instant,
  editable: z.boolean(),
  shows_prices: z.boolean(),
  revoked: z.boolean(),
  opened_count: z.int(),
  opened_time: instant.nullable(),
  answer_time: instant.nullable(),
})

interface Shares<A extends z.ZodType, O extends z.ZodRawShape, K extends z.ZodRawShape, C extends z.ZodRawShape> {
  readonly titles: Readonly<Record<'make' | 'list' | 'drop', Text>>
  readonly paths: Readonly<Record<'make' | 'list' | 'drop', string>>
  readonly grantedBy: readonly GrantingPage[]
  /** What is shared, when a link is made. */
  readonly of: O
  /** The same, where its links are listed. */
  readonly listOf: K
  /** What is chosen for a new link. */
  readonly choices: C
  /** What its reader says. */
  readonly answer: A
}
/** The calls of whoever shares: to make a link, to see what became of those there are, to withdraw them. */
export function shareLinkCalls<
  A extends z.ZodType,
  O extends z.ZodRawShape,
  K extends z.ZodRawShape,
  C extends z.ZodRawShape,
>({ titles, paths, grantedBy, of, listOf, choices, answer }: Shares<A, O, K, C>) {
  return {
    make: command(paths.make, {
      title: titles.make,
      grantedBy,
      input: z.strictObject({ ...of, expire_days: expireDays, ...choices }),
      output: madeLink,
      answersSecret: true,
    }),
    list: query(paths.list, {
      title: titles.list,
      grantedBy,
      input: z.strictObject(listOf),
      output: z.object({ result: z.array(shareLink.extend({ answer: answer.nullable() })) }),
    }),
    drop: command(paths.drop, {
      title: titles.drop,
      grantedBy,
      input: z.strictObject({ ids: ids() }),
      output: affected,
    }),
  }
}
