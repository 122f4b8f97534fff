import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { combined, type ModelChoice } from '../../model/config/forecast-config.rules.ts'

/** With what each material is forecast: its own enabled config, else the default, else the mean of all models. */
export async function choicesOf(
  tx: Tx,
  org_id: string,
  time_dimension: number,
): Promise<{ readonly of: (material_id: string) => ModelChoice; readonly byHand: readonly string[] }> {
  const found = await rows(
    tx,
    sql<ModelChoice & { material_id: string | null }>`select material_id, model, parameters from demand_forecast_config
      where org_id = ${org_id} and time_dimension = ${time_dimension} and status = ${enabledStatus.codes.enabled}`,
  )
  const usual = found.find(({ material_id }) => material_id === null) ?? combined
  const own = new Map(found.map(one => [one.material_id, one]))
  return {
    of: material_id => own.get(material_id) ?? usual,
    byHand: found.flatMap(({ model, material_id }) =>
      model === 'user_input' && material_id !== null ? material_id : [],
    ),
  }
}
