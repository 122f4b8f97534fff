import {
  choiceField,
  instantField,
  integerField,
  optional,
  percentField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  signedQuantityField,
  textField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { demandKind, forecastModel } from './demand.status.ts'

/** What is expected of a material over all periods ahead. */
export const forecastRow = record('demand_forecast', text('需求预测', 'Demand forecast'), {
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  demand_kind: readOnly(choiceField('需求类型', 'Kind of demand', demandKind)),
  model: readOnly(optional(choiceField('主要模型', 'Main model', forecastModel))),
  accuracy: readOnly(optional(percentField('准确率', 'Accuracy'))),
  bias: readOnly(optional(signedQuantityField('偏差%', 'Bias %'))),
  next_quantity: readOnly(quantityFromZeroField('本期', 'This period')),
  total_quantity: readOnly(quantityFromZeroField('合计', 'Total')),
  custom_count: readOnly(integerField('人工调整', 'Set by people')),
  computed_time: readOnly(instantField('计算时间', 'Calculated')),
})

/** What was asked of a material, in three years at most. */
export const demandHistory = record('demand_history', text('需求历史', 'Demand history'), {
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  total_quantity: readOnly(quantityFromZeroField('需求合计', 'Total demand')),
  average_quantity: readOnly(quantityFromZeroField('每期平均', 'Average')),
  most_quantity: readOnly(quantityFromZeroField('最高', 'Highest')),
  demand_count: readOnly(integerField('有需求期数', 'Periods with demand')),
  abnormal_count: readOnly(integerField('异常期数', 'Abnormal periods')),
})

/** What somebody says instead of the models. */
export const forecastCustom = record('demand_forecast_custom', text('人工预测', 'User input'), {
  quantity: quantityFromZeroField('数量', 'Quantity'),
  reason: textField('原因', 'Reason'),
})
