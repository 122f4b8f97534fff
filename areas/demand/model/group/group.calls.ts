import { affected, command, query } from '@qitao/core/call.ts'
import { codeOf, id, instant, plainString, quantityFromZero } from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { mostPeriods } from '../forecast.calls.ts'
import { forecastCustom } from '../forecast.record.ts'
import { forecastGroup, forecastLevel } from './group.record.ts'

const base = '/mep_server/biz/supply_demand/'
const grantedBy = [pages.demandForecast]
const time_dimension = codeOf(timeDimension).default(timeDimension.codes.month)
const by = codeOf(forecastLevel).default(forecastLevel.codes.series)
const value = z.string().nullable()
const groupRow = z.object({
  /** The series, or the id of the customer; empty: without one. */
  id: z.string(),
  group_name: z.string(),
  material_count: z.int(),
  year_quantity: z.string(),
  bottom_up_quantity: z.string(),
  own_quantity: value,
  /** Of what the materials add up to, against the group as a whole. */
  difference: value,
  accuracy: value,
})
export type ForecastGroupRow = z.output<typeof groupRow>
export const listForecastGroups = query(`${base}query_demand_forecast_group_list`, {
  title: text('查询分组预测', 'List forecasts of groups'),
  grantedBy,
  input: listInput({ time_dimension, by }),
  output: listOutput(groupRow).extend({ by }),
  records: [forecastGroup],
})
const groupPeriod = z.object({
  period: instant,
  model_quantity: z.string(),
  bottom_up_quantity: z.string(),
  own_quantity: value,
})
export type ForecastGroupPeriod = z.output<typeof groupPeriod>
export const showForecastGroup = query(`${base}query_demand_forecast_group_detail`, {
  title: text('分组预测详情', 'Forecast of a group'),
  grantedBy,
  input: z.strictObject({ time_dimension, by, key: z.string().max(100) }),
  output: z.object({
    result: z.array(groupPeriod),
    materials: z.array(
      z.object({
        id,
        material_code: z.string(),
        material_name: z.string(),
        unit_name: z.string(),
        /** Percent of the material that counts here: of customers what they took in the past year. */
        share: z.string(),
        bottom_up_quantity: z.string(),
      }),
    ),
  }),
})
/** Spread to its materials by what each is forecast for, so that they add up to it. */
export const alterForecastSeries = command(`${base}alter_demand_forecast_series`, {
  title: text('按系列调整预测', 'Set the forecast of a series'),
  grantedBy,
  input: z.strictObject({
    time_dimension,
    series: z.string().max(100),
    values: z
      .array(z.strictObject({ period: instant, quantity: quantityFromZero }))
      .min(1)
      .max(mostPeriods),
    reason: plainString(255).min(1),
  }),
  output: affected,
  records: [forecastCustom],
})
