import {
  choiceField,
  dayField,
  instantField,
  integerField,
  moneyField,
  optional,
  quantityFromZeroField,
  readOnly,
  referenceField,
  signedQuantityField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { demandTrend, supplyStatus } from './supply-demand.status.ts'

/** What is asked of a material and what comes of it, period by period. */
export const supplyDemand = record('supply_demand_plan', text('供需计划', 'Demand-supply plan'), {
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  supply_status: readOnly(choiceField('供应状态', 'Supply', supplyStatus)),
  demand_trend: readOnly(optional(choiceField('需求趋势', 'Trend', demandTrend))),
  short_period: readOnly(optional(dayField('首次缺料', 'First short'))),
  short_quantity: readOnly(quantityFromZeroField('最多缺', 'Most short')),
  short_amount: readOnly(optional(moneyField('缺料金额', 'Value short'))),
  opening_quantity: readOnly(quantityFromZeroField('现有', 'At hand')),
  safety_stock: readOnly(quantityFromZeroField('再订货点', 'ROP')),
  cover_days: readOnly(optional(integerField('可用天数', 'Days of cover'))),
  history_average: readOnly(optional(signedQuantityField('历史平均', 'Average of the past'))),
  computed_time: readOnly(instantField('计算时间', 'Calculated')),
})
