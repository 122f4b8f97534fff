import type { Call } from '@qitao/core/call.ts'
import { type CustomField, isCustomName, withCustomFields } from '@qitao/core/custom.ts'
import type { RecordType } from '@qitao/core/record.ts'
import { useMemo } from 'react'
import type { z } from 'zod'
import { useCall } from './use-call.ts'

interface Change {
  readonly at: number
  readonly user_name: string | null
  readonly operation: 'INSERT' | 'UPDATE' | 'DELETE'
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
/** What every record may have, handed in by the app: the platform knows no area. */
export interface RecordCalls {
  readonly customFields: CustomFieldsCall
  readonly history: HistoryCall
  /** Whether a kind of record, by its name, shows its history. */
  readonly hasHistory: (record: string) => boolean
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
