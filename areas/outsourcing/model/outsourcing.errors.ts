import { errors } from '@qitao/core/refusal.ts'

export const outsourcingErrors = errors({
  notEditable: [5706, '委外单当前状态不可编辑', 'The outsourcing order is not editable in its status'],
})
