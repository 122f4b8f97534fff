import { z } from 'zod'
import { type Field, id, instant, rowVersion } from './field.ts'
import type { Text } from './text.ts'

export type Fields = Readonly<Record<string, Field>>
type ValueOf<F> = F extends Field<infer T> ? T : never
export type ValuesOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> }

/** Columns that every stored record has (spec/entities.json, common_fields). */
const commonSchema = {
  id,
  row_version: rowVersion,
  created_time: instant,
  updated_time: instant,
}
export type Common = { id: string; row_version: number; created_time: number; updated_time: number }

export interface RecordType<F extends Fields = Fields> {
  /** Name of the entity and of its table. */
  readonly name: string
  readonly title: Text
  readonly fields: F
  /** A row as it travels to the web; further computed columns are added with `.extend`. */
  readonly row: z.ZodType<ValuesOf<F> & Common> & { shape: Record<string, z.ZodType> }
  /** The writable fields as an input: strict, an unknown field is refused. */
  readonly input: z.ZodObject<Record<string, z.ZodType>> & z.ZodType<WritableOf<F>, unknown>
}
export type RowOf<R> = R extends RecordType<infer F> ? ValuesOf<F> & Common : never
export type WritableOf<F extends Fields> = ValuesOf<F>
export type InputOf<R> = R extends RecordType<infer F> ? ValuesOf<F> : never

/** Declares what a record is, with the titles people see. */
export function record<const F extends Fields>(name: string, title: Text, fields: F): RecordType<F> {
  const all = Object.entries(fields)
  const writable = all.filter(([, field]) => !field.readOnly)
  const row = z.object({
    ...Object.fromEntries(
      all.map(([key, field]) => [key, field.kind === 'list' ? field.schema : field.schema.nullish()]),
    ),
    ...commonSchema,
  })
  const input = z.strictObject(Object.fromEntries(writable.map(([key, field]) => [key, field.schema])))
  return { name, title, fields, row, input } as unknown as RecordType<F>
}

/** The title of a field by its wire name, through the records that a call knows; for refusals. */
export const titleOf = (records: readonly RecordType[], name: string): Text | undefined => {
  for (const { fields } of records) {
    if (Object.hasOwn(fields, name)) return fields[name]!.title
  }
  return undefined
}
