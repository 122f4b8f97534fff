import { errors } from '@qitao/core/refusal.ts'

export const noticeRuleErrors = errors({
  tooMany: [6312, '最多{limit}条提醒规则，请先删除不用的', 'At most {limit} rules: delete one that is not used first'],
  nobody: [6313, '请选择通知谁：负责人、角色或成员', 'Say who is told: the owner, roles or members'],
  raiseNobody: [6314, '请选择升级给谁', 'Say who is told when nobody answers'],
  quietHalf: [6315, '静默时段需同时填写开始和结束', 'Quiet hours have a beginning and an end'],
  noValue: [6316, '该事件没有金额，请清空「最低金额」', 'This event has no value: leave the least value empty'],
  goneReference: [6317, '所选的角色或成员已不存在，请重新选择', 'A chosen role or member is gone: choose again'],
})
