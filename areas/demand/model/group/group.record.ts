import {
  choiceField,
  integerField,
  optional,
  percentField,
  quantityFromZeroField,
  readOnly,
  signedQuantityField,
  textField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'

/** Above materials: by what their forecasts are added up. */
export const forecastLevel = statuses({
  series: { code: 'series', zh: '系列', en: 'Series', colour: 'neutral' },
  customer: { code: 'customer', zh: '客户', en: 'Customer', colour: 'neutral' },
})

/** The forecasts of materials added up, beside what the group as a whole is forecast for. */
export const forecastGroup = record('demand_forecast_group', text('分组预测', 'Forecast of a group'), {
  by: readOnly(choiceField('层级', 'Level', forecastLevel)),
  group_name: readOnly(textField('名称', 'Name')),
  material_count: readOnly(integerField('物料数', 'Materials')),
  year_quantity: readOnly(quantityFromZeroField('过去一年', 'Past year')),
  bottom_up_quantity: readOnly(quantityFromZeroField('物料预测合计', 'Materials added up')),
  own_quantity: readOnly(optional(quantityFromZeroField('整体预测', 'As a whole'))),
  difference: readOnly(optional(signedQuantityField('差异%', 'Difference %'))),
  accuracy: readOnly(optional(percentField('整体准确率', 'Accuracy as a whole'))),
})
