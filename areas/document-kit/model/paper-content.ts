import type { Field, FieldKind } from '@qitao/core/field.ts'
import { formatQuantity } from '@qitao/core/quantity.ts'
import type { Fields } from '@qitao/core/record.ts'
import { type Language, say, type Text } from '@qitao/core/text.ts'
import { dayOf, type Instant } from '@qitao/core/time.ts'
import { productFields } from '@qitao/masterdata/model/material/product.fields.ts'
import type { LinedDocument } from './document.ts'

/** What a document says on paper besides number, company and state: fields of its head, and those of its lines as columns. */
export interface PaperOf<D extends Pick<LinedDocument, 'record' | 'line'>> {
  readonly facts: readonly PaperField<keyof D['record']['fields'] & string>[]
  readonly columns: readonly PaperField<(keyof D['line']['fields'] | keyof typeof productFields) & string>[]
  readonly signatures: readonly Text[]
}
/** A field by its name, or with what is otherwise; `also`: what stands behind it in the same place. */
type PaperField<N extends string> =
  | N
  | { readonly name: N; readonly title?: Text; readonly share?: number; readonly also?: readonly N[] }
  /** Filled in by hand. */
  | { readonly name?: undefined; readonly title: Text; readonly share?: number; readonly also?: undefined }

type Row = Readonly<Record<string, unknown>>
interface Words {
  readonly language: Language
  readonly time_zone: string
}
interface FieldOnPaper {
  readonly title: Text
  readonly share: number
  readonly of: readonly { readonly name: string; readonly field: Field }[]
}

/** What stands on the sheet of a document, by what its fields are. */
export function paperContent<D extends Pick<LinedDocument, 'record' | 'line'>>(
  { record, line: lineRecord }: D,
  { facts, columns, signatures }: PaperOf<D>,
) {
  const heads = fieldsOnPaper(record.fields, facts)
  const cells = fieldsOnPaper({ ...lineRecord.fields, ...productFields }, columns)
  return (head: Row, lines: readonly unknown[], words: Words) => {
    const titleOf = ({ title }: { readonly title: Text }) => say(title, words.language)
    // A day that a line leaves out is that of its document.
    const cellOf = (line: Row) => (cell: FieldOnPaper) =>
      written(cell, line, words) || (isOf(cell, 'day') ? written(cell, head, words) : '')
    return {
      facts: heads.map(fact => [titleOf(fact), written(fact, head, words)] as const),
      tables: [
        {
          title: titleOf(lineRecord),
          columns: [
            { title: '#', share: 0.8, end: true },
            ...cells.map(cell => ({ title: titleOf(cell), share: cell.share, end: isOf(cell, 'quantity', 'money') })),
          ],
          rows: (lines as readonly Row[]).map(line => [String(line.line_no), ...cells.map(cellOf(line))]),
        },
      ],
      signatures: signatures.map(one => say(one, words.language)),
    }
  }
}

const fieldsOnPaper = (fields: Fields, asked: readonly PaperField<string>[]): FieldOnPaper[] =>
  asked.map(one => {
    const { name, title, share, also = [] } = typeof one === 'string' ? { name: one } : one
    const of = name === undefined ? [] : [name, ...also].map(known => ({ name: known, field: fields[known]! }))
    const usual = sharesOf[name ?? ''] ?? sharesOfKinds[of[0]?.field.kind ?? 'code']
    return { title: title ?? of[0]!.field.title, share: share ?? usual ?? 2.4, of }
  })
/** How wide columns are beside each other, where a paper does not say so. */
const sharesOf: Readonly<Record<string, number>> = { material_id: 5, unit_name: 1.2 }
const sharesOfKinds: Partial<Readonly<Record<FieldKind, number>>> = { quantity: 1.8, money: 1.8, day: 2 }

const isOf = ({ of: [first] }: FieldOnPaper, ...kinds: readonly FieldKind[]): boolean =>
  first !== undefined && kinds.includes(first.field.kind)
const written = ({ of }: FieldOnPaper, row: Row, words: Words): string =>
  of.flatMap(({ name, field }) => saidOf(name, field, row, words) || []).join(' ')

function saidOf(name: string, { kind, options = [], unit }: Field, row: Row, { language, time_zone }: Words): string {
  if (kind === 'reference') return wordsOf(name.replace(/_id$/, ''), row)
  const value = row[name]
  if (value === null || value === undefined || value === '') return ''
  if (kind === 'day') return dayOf(value as Instant, time_zone)
  if (kind === 'quantity' || kind === 'money')
    return [formatQuantity(String(value)), unit && say(unit, language)].filter(Boolean).join(' ')
  const chosen = options.find(({ code }) => code === value)
  return chosen ? say(chosen, language) : String(value)
}
/** What a reference is called: a material by code, name and specs, anything else by its name, its number or its code. */
function wordsOf(of: string, row: Row): string {
  const names = of === 'material' ? ['code', 'name', 'specs'] : ['name', 'no', 'code']
  const words = names.flatMap(name => row[`${of}_${name}`] || [])
  return (of === 'material' ? words : words.slice(0, 1)).join(' ')
}
