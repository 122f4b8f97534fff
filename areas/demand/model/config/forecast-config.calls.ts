import { affected, command, query } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { codeOf, id, ids, rowVersion } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { forecastConfig } from './forecast-config.record.ts'

const base = '/mep_server/biz/supply_demand/'
const grantedBy = [pages.demandForecast]
const records = [forecastConfig]
const { model, like_material_id, like_share } = forecastConfig.input.shape
const like = { like_material_id, like_share }
const time_dimension = codeOf(timeDimension).default(timeDimension.codes.month)
/** Whether they are right for the model is said by its rule (5305). */
const parameters = z.record(z.string().max(20), z.number()).default({})
const given = { model, parameters, time_dimension }
const disabledFirst = codeOf(enabledStatus).default(enabledStatus.codes.disabled)

const configRow = forecastConfig.row.extend({
  parameters: z.record(z.string(), z.number()),
  is_default: z.boolean(),
  /** Of the last forecast of the material, percent. */
  accuracy: z.string().nullable(),
  material_code: z.string().nullable(),
  material_name: z.string().nullable(),
  like_code: z.string().nullable(),
  like_name: z.string().nullable(),
})
export type ForecastConfigRow = z.output<typeof configRow>
export const listForecastConfigs = query(`${base}query_demand_forecast_config`, {
  title: text('查询预测配置', 'List forecast configs'),
  grantedBy,
  input: listInput({
    material_id: id.optional(),
    status: codeOf(enabledStatus).optional(),
    time_dimension: codeOf(timeDimension).optional(),
  }),
  output: listOutput(configRow),
  records,
})
export const addForecastConfig = command(`${base}add_demand_forecast_config`, {
  title: text('新增预测配置', 'Add a forecast config'),
  grantedBy,
  input: z.strictObject({ material_id: id, ...given, ...like, status: disabledFirst }),
  output: z.object({ id }),
  records,
})
export const alterForecastConfig = command(`${base}alter_demand_forecast_config`, {
  title: text('修改预测配置', 'Alter a forecast config'),
  grantedBy,
  input: z.strictObject({ id, row_version: rowVersion.optional(), material_id: id, ...given, ...like }),
  output: affected,
  records,
})
export const dropForecastConfigs = command(`${base}drop_demand_forecast_config`, {
  title: text('删除预测配置', 'Delete forecast configs'),
  grantedBy,
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
  records,
})
/** What materials without a config of their own are forecast with. */
export const alterDefaultForecastConfig = command(`${base}alter_demand_forecast_default_config`, {
  title: text('修改默认预测配置', 'Alter the default forecast config'),
  grantedBy,
  input: z.strictObject(given),
  output: affected,
  records,
})
export const alterForecastConfigStatus = command(`${base}alter_demand_forecast_config_status`, {
  title: text('启用或停用预测配置', 'Enable or disable forecast configs'),
  grantedBy,
  input: z.strictObject({ ids: ids(), status: codeOf(enabledStatus) }),
  output: affected,
  records,
})
/** Half a millisecond each, while the caller waits. */
const mostChosen = 100
export const selectBestForecastConfigs = command(`${base}auto_select_best_forecast_config`, {
  title: text('自动选择最佳模型', 'Choose the best model'),
  grantedBy,
  input: z.strictObject({ material_ids: ids(mostChosen), time_dimension }),
  output: bulkOutput,
  records,
})
