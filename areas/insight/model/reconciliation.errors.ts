import { errors } from '@qitao/core/refusal.ts'

export const reconciliationErrors = errors({
  notCorrectable: [6306, '系统不能更正该差异', 'The system cannot put this difference right'],
  administratorsOnly: [6307, '仅管理员可以操作', 'Administrators only'],
  oneCheckAtATime: [6308, '一次只能更正同一核对项的差异', 'Put differences of one check right at a time'],
})
