import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { settingsFrom } from '../../model/company/settings.rules.ts'
import type { Settings } from '../../model/company/settings.ts'

/** The company's settings with defaults filled in; what planning and the other areas work by. */
export async function loadSettings(tx: Tx, org_id: string): Promise<Settings> {
  const stored = await rows(
    tx,
    sql<{
      config_key: string
      config_value: string
    }>`select config_key, config_value from organization_config where org_id = ${org_id}`,
  )
  return settingsFrom(new Map(stored.map(one => [one.config_key, one.config_value])))
}
