import type { RecordType } from '@qitao/core/record.ts'

/** What a member who sees the own documents alone is not shown of records that are for all: the order that one is made for. */
export const orderFields: ReadonlySet<string> = new Set(['order_id', 'order_line_id'])

/** Columns that the database keeps for itself. */
const kept = new Set([
  'org_id',
  'id',
  'row_version',
  'created_time',
  'created_by',
  'updated_time',
  'updated_by',
  'sample',
  'password_hash',
])

/** What people write of a line; where it stands among the others, and what follows from work on it, is no change of theirs. */
export const writtenFields = ({ fields }: Pick<RecordType, 'fields'>): string[] =>
  Object.keys(fields).filter(name => !fields[name]!.readOnly)

export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}
type Row = Readonly<Record<string, unknown>>

/** What differs between a row before and after; null is a row that was not there. */
export function changesBetween(before: Row | null, after: Row | null): FieldChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .filter(name => !kept.has(name))
    .map(field => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter(one => JSON.stringify(one.before) !== JSON.stringify(one.after))
}
