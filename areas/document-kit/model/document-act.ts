import { command, type GrantingPage, idAndVersion } from '@qitao/core/call.ts'
import { id } from '@qitao/core/field.ts'
import type { RecordType } from '@qitao/core/record.ts'
import type { Text } from '@qitao/core/text.ts'
import { z } from 'zod'
import type { ActionOf, AnyDocument } from './document.ts'

interface Acted extends Pick<AnyDocument, 'statuses'> {
  readonly prefix: string
  readonly noun: string
  readonly changes: readonly GrantingPage[]
}
interface Act<I extends z.ZodRawShape, O extends z.ZodType> {
  readonly title: Text
  /** What is asked for it. */
  readonly input: I
  readonly output: O
  readonly records: readonly RecordType[]
  /** The address behind the prefix, where it is not `<action>_<noun>`. */
  readonly path?: string
}

/** What is done to one document, of the version that was seen, with what is asked for it; `books.take` begins its handler. */
export const actOf = <D extends Acted, I extends z.ZodRawShape, O extends z.ZodType>(
  { prefix, noun, changes }: D,
  action: ActionOf<D>,
  { title, input, output, records, path = `${action}_${noun}` }: Act<I, O>,
) =>
  command(`${prefix}${path}`, {
    title,
    grantedBy: changes,
    input: z.strictObject({ ...idAndVersion, ...input }),
    output,
    records,
  })

/** What is said of its lines, each once or more. */
export const ofLines = <S extends z.ZodRawShape>(shape: S, least = 1) =>
  z
    .array(z.strictObject({ line_id: id, ...shape }))
    .min(least)
    .max(500)
