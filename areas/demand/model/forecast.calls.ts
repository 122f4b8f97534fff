import { affected, command, exportOf, query } from '@qitao/core/call.ts'
import { because, codeOf, id, instant, plainString, positiveQuantity, quantityFromZero } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { demandKind, forecastModel } from './demand.status.ts'
import { demandHistory, forecastCustom, forecastRow } from './forecast.record.ts'

const base = '/mep_server/biz/supply_demand/'
const grantedBy = [pages.demandForecast]
const time_dimension = codeOf(timeDimension).default(timeDimension.codes.month)
/** Of history that is kept three years: no limit of one year, as other lists have. */
const range = z.tuple([instant, instant]).refine(([from, to]) => from <= to, because(generalErrors.badParameter))
const material = {
  material_code: z.string(),
  material_name: z.string(),
  material_specs: z.string().nullable(),
  unit_name: z.string(),
}

export const forecastListRow = forecastRow.row.extend(material)
export type ForecastListRow = z.output<typeof forecastListRow>
export const listForecasts = query(`${base}query_demand_forecast_list`, {
  title: text('查询需求预测', 'List demand forecasts'),
  grantedBy,
  input: listInput({ time_dimension, material_id: id.optional() }),
  output: listOutput(forecastListRow),
  records: [forecastRow],
})
export const exportForecasts = exportOf(listForecasts, `${base}export_demand_forecast_list`, {
  title: text('导出需求预测', 'Export demand forecasts'),
  grantedBy,
})

const demandHistoryRow = demandHistory.row.extend(material)
export type DemandHistoryRow = z.output<typeof demandHistoryRow>
export const listDemandHistory = query(`${base}query_demand_history_list`, {
  title: text('查询需求历史', 'List demand history'),
  grantedBy,
  input: listInput({ time_dimension, material_id: id.optional(), timestamp_range: range.optional() }),
  output: listOutput(demandHistoryRow),
  records: [demandHistory],
})
export const exportDemandHistory = exportOf(listDemandHistory, `${base}export_demand_history_list`, {
  title: text('导出需求历史', 'Export demand history'),
  grantedBy,
})

const ofPeriod = z.object({
  period: instant,
  /** Asked for by orders: of the past what was demanded, of what comes the orders in hand. */
  order_quantity: z.string(),
  /** Far above what is usual, and no season explains it. */
  abnormal: z.boolean(),
  model_quantity: z.string().nullable(),
  lower: z.string().nullable(),
  upper: z.string().nullable(),
  custom_quantity: z.string().nullable(),
  reason: z.string().nullable(),
  author_name: z.string().nullable(),
  custom_time: instant.nullable(),
  /** What people say, else what the models say. */
  final_quantity: z.string().nullable(),
  /** Not yet ordered of it: orders consume the forecast of their period. */
  open_quantity: z.string().nullable(),
})
export type ForecastPeriod = z.output<typeof ofPeriod>
export const showForecast = query(`${base}query_demand_forecast_detail`, {
  title: text('需求预测详情', 'Demand forecast of a material'),
  grantedBy,
  input: z.strictObject({ material_id: id, time_dimension, timestamp_range: range.optional() }),
  output: z.object({
    record: z.object({
      material_id: id,
      ...material,
      demand_kind: codeOf(demandKind).nullable(),
      origin_count: z.int().nullable(),
      computed_time: instant.nullable(),
    }),
    result: z.array(ofPeriod),
  }),
  records: [forecastRow],
})

export const showModelAccuracy = query(`${base}query_module_accuracy_list`, {
  title: text('模型准确率', 'Accuracy of the models'),
  grantedBy,
  input: z.strictObject({ material_id: id, time_dimension }),
  output: z.object({
    result: z.array(
      z.object({
        model: codeOf(forecastModel),
        /** Of the forecast, percent. */
        share: z.string(),
        accuracy: z.string().nullable(),
        bias: z.string().nullable(),
        best: z.boolean(),
      }),
    ),
  }),
})

export const triggerForecast = command(`${base}trigger_demand_forecast`, {
  title: text('计算需求预测', 'Calculate the forecast'),
  grantedBy,
  input: z.strictObject({ time_dimension }),
  output: z.object({ job_id: id }),
})
export const showForecastStatus = query(`${base}query_demand_forecast_status`, {
  title: text('预测计算状态', 'State of the calculation'),
  grantedBy,
  input: z.strictObject({}),
  /** Of the last one; nulls when there was none. */
  output: z.object({
    job_id: id.nullable(),
    status: codeOf(jobStatus).nullable(),
    progress: z.int().nullable(),
    finished_time: instant.nullable(),
  }),
})

/** Most periods set at once: all that are forecast. */
export const mostPeriods = 60
export const alterForecastCustom = command(`${base}alter_demand_forecast_custom`, {
  title: text('人工调整预测', 'Set the forecast'),
  grantedBy,
  input: z.strictObject({
    material_id: id,
    time_dimension,
    /** null: what the models say holds again. */
    values: z
      .array(z.strictObject({ period: instant, quantity: quantityFromZero.nullable() }))
      .min(1)
      .max(mostPeriods),
    reason: plainString(255).min(1),
  }),
  output: affected,
  records: [forecastCustom],
})

/** Ours. So much of what is forecast is expected in another period instead: the sum stays, both are set with the reason. */
export const moveForecast = command(`${base}move_demand_forecast`, {
  title: text('移动预测', 'Move a forecast'),
  grantedBy,
  input: z.strictObject({
    material_id: id,
    time_dimension,
    from: instant,
    to: instant,
    quantity: positiveQuantity,
    reason: plainString(255).min(1),
  }),
  output: z.object({ from_quantity: z.string(), to_quantity: z.string() }),
  records: [forecastCustom],
})
