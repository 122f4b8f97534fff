import { enabledStatus } from '@qitao/core/enabled.status.ts'
import {
  because,
  choiceField,
  integerField,
  optional,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  signedQuantityField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'
import { z } from 'zod'
import { demandErrors } from '../demand.errors.ts'
import { forecastModel } from '../demand.status.ts'

/** A model that nobody knows is refused as a wrong parameter of the forecast (5305). */
const modelSchema = z
  .string()
  .refine(
    value => forecastModel.list.some(({ code }) => code === value),
    because(demandErrors.parameterInvalid),
  ) as unknown as z.ZodType<ModelCode, ModelCode>
export type ModelCode = (typeof forecastModel.list)[number]['code']

/** With which model a material is forecast. Without a material it is the default of all others. */
export const forecastConfig = record('demand_forecast_config', text('预测配置', 'Forecast config'), {
  material_id: referenceField('物料', 'Material', 'material'),
  time_dimension: choiceField('周期', 'Periods', timeDimension),
  model: { ...choiceField('模型', 'Model', forecastModel), schema: modelSchema },
  /** A new material begins with what was asked for of this one. */
  like_material_id: optional(referenceField('新品参照物料', 'New: begins like the material', 'material')),
  like_share: withDefault(quantityField('参照比例%', 'Share of it %'), '100'),
  status: readOnly(choiceField('状态', 'Status', enabledStatus)),
  /** As people read it: 'window 6'. */
  fixed: readOnly(optional(textField('参数', 'Parameters'))),
})

/** What a form asks of the parameters; each belongs to some of the models. */
export const parameterFields = {
  window: optional(integerField('平均期数', 'Periods averaged', { min: 1, max: 156 })),
  alpha: optional(quantityFromZeroField('平滑系数α', 'Smoothing alpha')),
  beta: optional(quantityFromZeroField('趋势系数β', 'Smoothing of the trend, beta')),
  growth: optional(signedQuantityField('同比增长', 'Growth over the year', { unit: text('%', '%') })),
} as const
