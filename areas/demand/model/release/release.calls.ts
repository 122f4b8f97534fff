import { command, exportOf, query } from '@qitao/core/call.ts'
import { codeOf, id, instant, plainString } from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { accuracyGroup, accuracyOnly, mostLag } from './accuracy.status.ts'
import { forecastAccuracy, forecastRelease } from './release.record.ts'

const base = '/mep_server/biz/supply_demand/'
const grantedBy = [pages.demandForecast]
const records = [forecastRelease]
const time_dimension = codeOf(timeDimension).default(timeDimension.codes.month)

const releaseRow = forecastRelease.row.extend({ author_name: z.string().nullable() })
export type ForecastReleaseRow = z.output<typeof releaseRow>
/** What the plan counts with from now on: the models, and what people set instead. */
export const releaseForecast = command(`${base}release_demand_forecast`, {
  title: text('发布需求预测', 'Release the forecast'),
  grantedBy,
  input: z.strictObject({ time_dimension, note: plainString(255).nullish() }),
  output: z.object({ id, number: z.int() }),
  records,
})
export const listForecastReleases = query(`${base}query_demand_forecast_release_list`, {
  title: text('查询预测发布', 'List released forecasts'),
  grantedBy,
  input: listInput({ time_dimension }),
  output: listOutput(releaseRow),
  records,
})
/** Which one holds, and whether the forecast says something else by now. */
export const showForecastRelease = query(`${base}query_demand_forecast_release_status`, {
  title: text('预测发布状态', 'State of the release'),
  grantedBy,
  input: z.strictObject({ time_dimension }),
  output: z.object({
    number: z.int().nullable(),
    released_time: instant.nullable(),
    author_name: z.string().nullable(),
    /** Calculated or set otherwise since. */
    changed: z.boolean(),
  }),
})

const share = z.string().nullable()
const figures = {
  /** Material and period, once for each release that spoke of it. */
  cell_count: z.int(),
  forecast_quantity: z.string(),
  actual_quantity: z.string(),
  /** Percent; null where nothing was asked for. */
  accuracy: share,
  wape: share,
  mape: share,
  bias: share,
  /** Of what the models alone had said. */
  model_wape: share,
  /** Points of WAPE that people took off the error of the models; below 0: they added to it. */
  value_added: share,
}
const accuracyRow = z.object({
  /** The lag, the material, the series, the model or the person. */
  id: z.string(),
  /** As people know it; of a lag its number, of a model its code. */
  subject: z.string(),
  ...figures,
})
export type AccuracyRow = z.output<typeof accuracyRow>
const lag = z.int().min(1).max(mostLag).optional()
/** Largest error first; of lags the nearest. */
export const listForecastAccuracy = query(`${base}query_demand_forecast_accuracy_list`, {
  title: text('查询预测准确率', 'Accuracy of released forecasts'),
  grantedBy,
  input: listInput({
    time_dimension,
    by: codeOf(accuracyGroup).default(accuracyGroup.codes.lag),
    /** So many periods before: absent, all. */
    lag,
    only: codeOf(accuracyOnly).optional(),
  }),
  output: listOutput(accuracyRow).extend({ by: codeOf(accuracyGroup), total_of: z.object(figures) }),
  records: [forecastAccuracy],
})
export const exportForecastAccuracy = exportOf(listForecastAccuracy, `${base}export_demand_forecast_accuracy`, {
  title: text('导出预测准确率', 'Export the accuracy of forecasts'),
  grantedBy,
})
const cell = z.object({
  id: z.string(),
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  release_number: z.int(),
  period: instant,
  lag: z.int(),
  model: z.string().nullable(),
  model_quantity: z.string(),
  quantity: z.string(),
  actual_quantity: z.string(),
  author_name: z.string().nullable(),
})
export type AccuracyCell = z.output<typeof cell>
/** What a row of the list is made of: the largest errors first. */
export const listAccuracyCells = query(`${base}query_demand_forecast_accuracy_detail`, {
  title: text('预测准确率明细', 'What the accuracy of a forecast is made of'),
  grantedBy,
  input: z.strictObject({
    time_dimension,
    by: codeOf(accuracyGroup),
    key: plainString(100),
    lag,
  }),
  output: z.object({ result: z.array(cell), total: z.int() }),
})
