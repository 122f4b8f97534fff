import {
  because,
  daysField,
  instantField,
  integerField,
  moneyField,
  optional,
  quantityFromZero,
  quantityFromZeroField,
  readOnly,
  referenceField,
  signedQuantityField,
  textField,
} from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { decimalsOf, isLess, isPositive, isQuantity } from '@qitao/core/quantity.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'

const percentDecimals = 2
const share = (zh: string, en: string, least: 'above0' | 'from0') =>
  quantityFromZeroField(zh, en, {
    unit: text('%', '%'),
    schema: quantityFromZero
      .refine(
        value => !isQuantity(value) || decimalsOf(value) <= percentDecimals,
        because(generalErrors.decimalsExceeded),
      )
      .refine(
        value => !isQuantity(value) || (isLess(value, '100') && (least === 'from0' || isPositive(value))),
        because(generalErrors.badParameter, { detail: text('应小于100', 'It must be below 100') }),
      ),
  })

/** How much of a material is to lie there so that what is promised is kept (K23, K24). */
export const inventoryPlan = record('inventory_plan', text('库存计划', 'Inventory plan'), {
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  abc: readOnly(optional(textField('ABC', 'ABC'))),
  xyz: readOnly(optional(textField('XYZ', 'XYZ'))),
  fill_rate: share('目标满足率', 'Fill rate', 'above0'),
  reorder_cycle: integerField('补货周期', 'Reorder cycle', {
    ...{ min: 1, max: 365, unit: text('天', 'days') },
    outside: generalErrors.positiveIntegerRequired,
  }),
  supply_lead_time: daysField('供货提前期', 'Lead time'),
  additional_time: daysField('附加时间', 'Additional time'),
  defect_rate: share('不良率', 'Defect rate', 'from0'),
  packaging_size: quantityFromZeroField('包装量', 'Package size'),
  inventory_lower: optional(quantityFromZeroField('库存下限', 'Stock lower bound')),
  inventory_upper: optional(quantityFromZeroField('库存上限', 'Stock upper bound')),
  daily_average: readOnly(quantityFromZeroField('日均', 'Daily average')),
  standard_deviation: readOnly(quantityFromZeroField('标准差', 'Deviation')),
  fluctuation_buffer: readOnly(quantityFromZeroField('波动缓冲', 'Fluctuation buffer')),
  quality_buffer: readOnly(quantityFromZeroField('质量缓冲', 'Quality buffer')),
  reorder_point: readOnly(quantityFromZeroField('再订货点', 'ROP')),
  reorder_quantity: readOnly(quantityFromZeroField('补货批量', 'Bought beyond it')),
  in_use_quantity: readOnly(quantityFromZeroField('在用再订货点', 'ROP in use')),
  difference: readOnly(signedQuantityField('差异', 'Difference')),
  difference_amount: readOnly(optional(signedQuantityField('差异金额', 'Difference, money'))),
  current_quantity: readOnly(quantityFromZeroField('现有', 'At hand')),
  position_quantity: readOnly(signedQuantityField('库存头寸', 'Position')),
  suggested_quantity: readOnly(quantityFromZeroField('建议补货', 'To order')),
  consumed_quantity: readOnly(quantityFromZeroField('年消耗', 'Consumed in a year')),
  consumed_amount: readOnly(optional(moneyField('年消耗金额', 'Value consumed'))),
  turns: readOnly(optional(quantityFromZeroField('年消耗÷现有', 'Year ÷ at hand', { unit: text('次/年', '/ year') }))),
  excess_amount: readOnly(optional(moneyField('超储金额', 'Excess'))),
  kept_reason: readOnly(optional(textField('保留原因', 'Kept because'))),
  computed_time: readOnly(optional(instantField('计算时间', 'Calculated'))),
})
