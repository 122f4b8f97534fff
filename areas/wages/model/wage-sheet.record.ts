import {
  choiceField,
  codeField,
  dayField,
  instantField,
  integerField,
  moneyField,
  optional,
  quantityFromZeroField,
  readOnly,
  referenceField,
  signedMoneyField,
  signedQuantityField,
  textField,
} from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { periodStatus, sheetStatus, wageKind } from './wages.status.ts'

export const wagePeriod = record('wage_period', text('工资期间', 'Wage period'), {
  no: codeField('期间', 'Period', 20),
  status: readOnly(choiceField('状态', 'Status', periodStatus)),
  /** Where the one before it ends. */
  start_time: dayField('开始日期', 'From'),
  /** The first day that is not of it any more. */
  end_time: dayField('结束日期（不含）', 'Until, not with it'),
  computed_time: readOnly(optional(instantField('计算时间', 'Calculated'))),
  locked_time: readOnly(optional(instantField('锁定时间', 'Locked'))),
  sheet_count: readOnly(integerField('人数', 'People')),
  total_wage: readOnly(signedMoneyField('合计', 'Total')),
})
export type WagePeriodRow = RowOf<typeof wagePeriod>

const seconds = text('秒', 's')
export const wageSheet = record('wage_sheet', text('工资', 'Wages'), {
  user_id: readOnly(referenceField('人员', 'Person', 'user')),
  user_name: readOnly(textField('人员', 'Person')),
  workgroup_names: readOnly(optional(textField('班组', 'Workgroup'))),
  period_id: readOnly(referenceField('期间', 'Period', 'wage_period')),
  period_no: readOnly(codeField('期间', 'Period')),
  status: readOnly(choiceField('状态', 'Status', sheetStatus)),
  quantity: readOnly(quantityFromZeroField('良品数', 'Good')),
  defective_quantity: readOnly(quantityFromZeroField('不良数', 'Scrap')),
  piece_wage: readOnly(moneyField('计件工资', 'Piece wage')),
  work_seconds: readOnly(integerField('计时工时', 'Paid time', { unit: seconds })),
  hour_wage: readOnly(moneyField('计时工资', 'Hourly wage')),
  supplement_wage: readOnly(signedMoneyField('补报', 'Supplements')),
  deduction_wage: readOnly(signedMoneyField('不良扣款', 'Scrap deduction')),
  correction_wage: readOnly(signedMoneyField('往期更正', 'Corrections')),
  total_wage: readOnly(signedMoneyField('合计', 'Total')),
  /** What the worker objects, and what is answered. */
  objection: readOnly(optional(textField('异议', 'Objection'))),
  answer: readOnly(optional(textField('答复', 'Answer'))),
})
export type WageSheetRow = RowOf<typeof wageSheet>

export const wageLine = record('wage_line', text('工资明细', 'Wage line'), {
  kind: readOnly(choiceField('类别', 'Kind', wageKind)),
  work_time: readOnly(instantField('日期', 'Date')),
  source_no: readOnly(codeField('单号', 'Report or supplement')),
  mo_no: readOnly(optional(codeField('工单', 'MO'))),
  process_name: readOnly(optional(textField('工序', 'Process'))),
  material_code: readOnly(optional(codeField('产品编码', 'Product code'))),
  material_name: readOnly(optional(textField('产品', 'Product'))),
  quantity: readOnly(signedQuantityField('数量', 'Quantity')),
  work_seconds: readOnly(integerField('工时', 'Work time', { unit: seconds })),
  rate: readOnly(optional(quantityFromZeroField('单价', 'Rate'))),
  amount: readOnly(signedMoneyField('金额', 'Amount')),
})
