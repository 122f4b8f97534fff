import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import {
  choiceField,
  codeField,
  dayField,
  flagField,
  integerField,
  moneyField,
  optional,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { shopfloorErrors } from '@qitao/shopfloor/model/shopfloor.errors.ts'
import { wagesErrors } from './wages.errors.ts'
import { supplementKind, supplementStatus } from './wages.status.ts'

export const supplementSheet = record('supplement_sheet', text('补报单', 'Supplement sheet'), {
  no: readOnly(codeField('补报单号', 'Supplement no.')),
  status: readOnly(choiceField('状态', 'Status', supplementStatus)),
  approval_status: readOnly(optional(choiceField('审批', 'Approval', approvalStatus))),
  kind: choiceField('类别', 'Kind', supplementKind),
  user_id: referenceField('人员', 'Person', 'user'),
  sheet_date: dayField('日期', 'Date'),
  process_id: optional(referenceField('工序', 'Process', 'process')),
  material_id: optional(referenceField('产品', 'Product', 'material')),
  quantity: withDefault(quantityFromZeroField('数量', 'Quantity'), '0'),
  work_seconds: withDefault(integerField('工时', 'Work time', { unit: text('秒', 's') }), 0),
  /** Empty, for pieces and hours: by the rate of that day. */
  wage: optional(moneyField('金额', 'Amount', wagesErrors.wageDecimals)),
  by_rate: readOnly(flagField('按单价计算', 'By rate')),
  reason: textField('原因', 'Reason', 100),
  remark: remarkField('备注', 'Remark', shopfloorErrors.reportRemarkTooLong),
})
