import type { Call } from '@qitao/core/call.ts'
import { type CustomField, isCustomName, withCustomFields } from '@qitao/core/custom.ts'
import type { RecordType } from '@qitao/core/record.ts'
import type { State } from '@qitao/core/status.ts'
import type { Text } from '@qitao/core/text.ts'
import { type ComponentType, useMemo } from 'react'
import type { z } from 'zod'
import { useCall } from '../call/use-call.ts'
import type { SitePage } from '../frame/menu.ts'
import { type PageQuery, withQuery } from '../frame/navigation.ts'

interface Change {
  readonly at: number
  readonly user_name: string | null
  readonly operation: 'INSERT' | 'UPDATE' | 'DELETE'
  /** Of a line of the document. */
  readonly line: { readonly no: number; readonly material_id: string } | null
  readonly changes: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[]
}
type CustomFieldsCall = Call<
  z.ZodType<unknown, { module_code: string }>,
  z.ZodType<{ result: (CustomField & { enabled: number })[] }>
>
type HistoryCall = Call<
  z.ZodType<unknown, { table_name: string; row_id: string; page?: number; page_size?: number }>,
  z.ZodType<{ result: Change[]; total: number }>
>
export interface FoundRecord {
  readonly id: string
  /** Number or code. */
  readonly no: string
  readonly name: string | null
  readonly status: string | null
  readonly parent_id: string | null
}
interface FoundGroups {
  readonly groups: readonly { readonly kind: string; readonly records: readonly FoundRecord[] }[]
}
type FindCall = Call<z.ZodType<unknown, { keyword: string }>, z.ZodType<FoundGroups>>
// biome-ignore lint/suspicious/noExplicitAny: the platform does not know the kinds
type NeighboursCall = Call<z.ZodType<unknown, any>, z.ZodType<FoundGroups>>
interface RecordKind {
  readonly title: Text
  readonly states?: readonly State[]
  /** Pages that show it, the best first, with what their address says. */
  readonly opens: readonly {
    readonly page: SitePage
    readonly query: (found: FoundRecord) => PageQuery
  }[]
}
/** What every record may have, handed in by the app: the platform knows no area. */
export interface RecordCalls {
  readonly customFields: CustomFieldsCall
  readonly history: HistoryCall
  /** Whether a kind of record, by its name, shows its history. */
  readonly hasHistory: (record: string) => boolean
  /** Lines of a document, whose changes its history tells as well. */
  readonly linesOf: (record: string) => RecordType | undefined
  readonly find: FindCall
  readonly neighbours: NeighboursCall
  readonly kinds: Readonly<Record<string, RecordKind>>
  /** Draws the chain of a document; `onLeave`: another one is opened. */
  readonly graph: ComponentType<{ kind: string; id: string; onLeave: () => void }>
}
let known: RecordCalls | undefined
export function configureRecords(calls: RecordCalls): void {
  known = calls
}
export const recordCalls = (): RecordCalls => {
  if (!known) throw new Error('The calls of records are not configured')
  return known
}

/** The record with the company's own fields among the others; without them while they are loaded. */
export function useFullRecord<R extends RecordType>(of: R): R {
  const has = 'custom' in of.fields
  const found = useCall(recordCalls().customFields, has ? { module_code: of.name } : null, { lasting: true })
  return useMemo(() => {
    const custom = (found.data?.result ?? []).filter(field => field.enabled === 1)
    return has && custom.length > 0 ? withCustomFields(of, custom) : of
  }, [of, has, found.data])
}
export const customNamesOf = (full: RecordType): string[] => Object.keys(full.fields).filter(isCustomName)

/** Where a record is shown to who may open these pages; an edit page is left for the list of its kind. */
export function recordAddress(kind: string, found: FoundRecord, may: (page: SitePage) => boolean): string | undefined {
  const openings = recordCalls().kinds[kind]?.opens.filter(({ page }) => may(page)) ?? []
  const opening = openings[0]
  if (!opening) return undefined
  const list = openings.find(({ page }) => page.kind === 'menu')
  return withQuery(opening.page.path, {
    ...opening.query(found),
    ...(opening.page.kind === 'edit' && list ? { prevRouter: list.page.path } : {}),
  })
}
export const stateOfRecord = (kind: string, { status }: FoundRecord): State | undefined =>
  recordCalls().kinds[kind]?.states?.find(({ code }) => String(code) === status)
