import type { CustomField } from '@qitao/core/custom.ts'
import { type Exchange, withCustomColumns } from '@qitao/core/exchange.ts'
import type { Tx } from '../database/database.ts'

/** The fields of its own that a company uses with a kind of record; access knows them. */
export type CustomFieldsOf = (tx: Tx, org_id: string, record: string) => Promise<readonly CustomField[]>

/** An exchange as the company has it, with its own fields. */
export async function wholeExchange(
  of: Exchange,
  customFields: CustomFieldsOf,
  tx: Tx,
  org_id: string,
): Promise<Exchange> {
  return of.custom === undefined ? of : withCustomColumns(of, await customFields(tx, org_id, of.custom))
}
