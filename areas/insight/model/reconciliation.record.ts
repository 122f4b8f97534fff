import { choiceField, instantField, optional, textField } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { differenceStatus } from './reconciliation.status.ts'

/** Two figures that must agree and do not. */
export const difference = record('reconciliation_difference', text('差异', 'Difference'), {
  check_title: textField('核对项', 'Check'),
  object_no: textField('单据/对象', 'Document or object'),
  subject: textField('明细', 'Part'),
  expected: textField('应为', 'Should be'),
  found: textField('实为', 'Is'),
  status: choiceField('状态', 'Status', differenceStatus),
  found_time: instantField('发现时间', 'Found'),
  remedy: textField('处理方法', 'Remedy'),
  reason: textField('更正原因', 'Reason'),
  corrected_by_name: optional(textField('更正人', 'Corrected by')),
  corrected_time: optional(instantField('更正时间', 'Corrected')),
})
