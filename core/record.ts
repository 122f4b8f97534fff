import { z } from 'zod'
import { type Field, id, instant, rowVersion } from './field.ts'
import type { Text } from './text.ts'

export type Fields = Readonly<Record<string, Field>>

/** An input while it stands in a form: what must be filled may still be empty. The form asks for it, and the server does. */
export type Draft<T> = T extends readonly (infer E)[]
  ? readonly Draft<E>[]
  : T extends object
    ? { readonly [K in keyof T]?: Draft<T[K]> | null }
    : T

/** Columns that every stored record has (spec/entities.json, common_fields). */
const commonSchema = { id, row_version: rowVersion, created_time: instant, updated_time: instant }

export type Common = { id: string; row_version: number; created_time: number; updated_time: number }

type ValueOf<F> = F extends Field<infer T, unknown> ? T : never
type GivenOf<F> = F extends Field<unknown, infer G> ? G : never
export type ValuesOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> }
/** A key that may be absent in what is given. */
type MayBeAbsent = { readonly _zod: { readonly optin: 'optional' } }
type RowShape<F extends Fields> = { [K in keyof F]: z.ZodType<ValueOf<F[K]>> } & typeof commonSchema
type InputShape<F extends Fields> = {
  [K in keyof F as F[K] extends { readonly readOnly: true } ? never : K]: undefined extends GivenOf<F[K]>
    ? z.ZodType<ValueOf<F[K]>, GivenOf<F[K]>> & MayBeAbsent
    : z.ZodType<ValueOf<F[K]>, GivenOf<F[K]>>
}

/** Any record: what is known of one whose fields are not. */
export interface RecordType {
  /** Name of the entity and of its table. */
  readonly name: string
  readonly title: Text
  readonly fields: Fields
  /** A row as it travels to the web; further computed columns are added with `.extend`. */
  readonly row: z.ZodObject
  /** The writable fields as an input: strict, an unknown field is refused. */
  readonly input: z.ZodObject
}
/** A record with the types of its fields: rows, inputs and forms follow from them. */
export interface RecordOf<F extends Fields> extends RecordType {
  readonly fields: F
  readonly row: z.ZodObject<RowShape<F>>
  readonly input: z.ZodObject<InputShape<F>, z.core.$strict>
}
export type RowOf<R extends RecordType> = z.output<R['row']>
export type InputOf<R extends RecordType> = z.output<R['input']>
/** The writable fields in a form. */
export type DraftOf<R extends RecordType> = Draft<z.input<R['input']>>

/** Declares what a record is, with the titles people see. */
export function record<const F extends Fields>(name: string, title: Text, fields: F): RecordOf<F> {
  const all = Object.entries(fields)
  const writable = all.filter(([, field]) => !field.readOnly)
  const row = z.object({
    ...Object.fromEntries(
      all.map(([key, field]) => [key, field.kind === 'list' ? field.schema : field.schema.nullish()]),
    ),
    ...commonSchema,
  })
  const input = z.strictObject(Object.fromEntries(writable.map(([key, field]) => [key, field.schema])))
  return { name, title, fields, row, input } as unknown as RecordOf<F>
}

/** The title of a field by its wire name, through the records that a call knows; for refusals. */
export const titleOf = (records: readonly RecordType[], name: string): Text | undefined => {
  for (const { fields } of records) {
    if (Object.hasOwn(fields, name)) return fields[name]!.title
  }
  return undefined
}
