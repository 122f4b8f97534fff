import type { CustomValues } from '@qitao/core/custom.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { featureEnable } from '../../model/company/feature-enable.status.ts'
import type { CustomFieldRow } from '../../model/record/custom-field.calls.ts'
import { settledValues } from '../../model/record/custom-field.rules.ts'

/** Fields of one kind of record in their order, those that are switched off too. */
export const customFieldsOf = (tx: Tx, org_id: string, module_code: string): Promise<CustomFieldRow[]> =>
  rows(
    tx,
    sql`select id, module_code, field_key, field_name, field_type, options, required, sequence, enabled from custom_field
      where org_id = ${org_id} and module_code = ${module_code} order by sequence`,
  )
/** Those that are in use, as records, Excel and labels show them. */
export const customFieldsInUse = async (tx: Tx, org_id: string, module_code: string): Promise<CustomFieldRow[]> =>
  (await customFieldsOf(tx, org_id, module_code)).filter(field => field.enabled === featureEnable.codes.on)

/** As `customFieldsInUse`, for the export of one kind of record. */
export const customFieldsFor =
  (module_code: string) =>
  (tx: Tx, org_id: string): Promise<CustomFieldRow[]> =>
    customFieldsInUse(tx, org_id, module_code)

/** As `settledCustom`, for many new records at once. */
export async function customSettler(
  tx: Tx,
  org_id: string,
  module_code: string,
): Promise<(given: CustomValues | undefined) => CustomValues> {
  const fields = await customFieldsOf(tx, org_id, module_code)
  return given => settledValues(fields, given, undefined)
}

/** Values of custom fields as a record's area stores them in its column `custom`, from what a call was given. */
export async function settledCustom(
  tx: Tx,
  org_id: string,
  module_code: string,
  given: CustomValues | undefined,
  /** The record that is changed; absent for a new one. */
  id?: string,
): Promise<CustomValues> {
  const fields = await customFieldsOf(tx, org_id, module_code)
  const [stored] =
    id === undefined
      ? []
      : await rows(
          tx,
          sql<{
            custom: CustomValues
          }>`select custom from ${sql.table(module_code)} where org_id = ${org_id} and id = ${id}`,
        )
  return settledValues(fields, given, stored?.custom)
}
