import {
  choiceField,
  instantField,
  integerField,
  optional,
  percentField,
  quantityFromZeroField,
  readOnly,
  signedQuantityField,
  textField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'
import { accuracyGroup, accuracyOnly, mostLag } from './accuracy.status.ts'

/** A forecast as it was released to the plan. */
export const forecastRelease = record('demand_forecast_release', text('预测发布', 'Released forecast'), {
  number: readOnly(integerField('版本', 'Version')),
  time_dimension: readOnly(choiceField('周期', 'Periods', timeDimension)),
  released_time: readOnly(instantField('发布时间', 'Released')),
  material_count: readOnly(integerField('物料数', 'Materials')),
  custom_count: readOnly(integerField('人工调整', 'Set by people')),
  total_quantity: readOnly(quantityFromZeroField('合计', 'Total')),
  note: optional(textField('说明', 'Note')),
})

/** What releases said of periods that are over, against what was asked for in them. */
export const forecastAccuracy = record('demand_forecast_accuracy', text('预测准确率', 'Forecast accuracy'), {
  by: readOnly(choiceField('汇总方式', 'By', accuracyGroup)),
  lag: readOnly(optional(integerField('提前期数', 'Lag', { min: 1, max: mostLag }))),
  only: readOnly(optional(choiceField('只看', 'Only', accuracyOnly))),
  subject: readOnly(textField('对象', 'Of')),
  cell_count: readOnly(integerField('期数', 'Periods')),
  forecast_quantity: readOnly(quantityFromZeroField('预测', 'Forecast')),
  actual_quantity: readOnly(quantityFromZeroField('实际', 'Asked for')),
  accuracy: readOnly(optional(percentField('准确率', 'Accuracy'))),
  wape: readOnly(optional(quantityFromZeroField('WAPE%', 'WAPE %'))),
  mape: readOnly(optional(quantityFromZeroField('MAPE%', 'MAPE %'))),
  bias: readOnly(optional(signedQuantityField('偏差%', 'Bias %'))),
  model_wape: readOnly(optional(quantityFromZeroField('模型WAPE%', 'WAPE % of the models'))),
  value_added: readOnly(optional(signedQuantityField('人工增值（百分点）', 'Value added (points)'))),
})
