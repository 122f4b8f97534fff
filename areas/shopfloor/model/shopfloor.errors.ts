import { errors } from '@qitao/core/refusal.ts'

/** Dispatch and reporting rights 5801-5807, reporting 8401-8414. */
export const shopfloorErrors = errors({
  dispatchNoRight: [5801, '没有派工权限', 'No right to dispatch'],
  reportNoRight: [5802, '没有报工权限', 'No right to report'],
  taskDispatched: [5803, '任务已派工', 'The task is dispatched already'],
  dispatchHasReport: [5804, '任务已报工，不能取消派工', 'The task is reported, the dispatch cannot be undone'],
  assigneeRequired: [5805, '请选择派工人员或班组', 'Please choose a person or workgroup'],
  dispatchOverQuantity: [5806, '派工数量超过任务数量', 'The dispatched quantity exceeds the task quantity'],
  andonOpen: [5807, '该任务已有同类型的未解决呼叫', 'The same call from this task is open already'],
  taskDone: [8401, '任务已完成', 'The task is done'],
  notAssigned: [8402, '任务未派给您，不能报工', 'The task is not assigned to you'],
  badParameter: [8403, '报工参数错误', 'Bad report parameters'],
  negative: [8404, '报工数量不能为负数', 'The report quantity cannot be negative'],
  notFullyPicked: [8405, '未完全领料，不能报工', 'Not fully picked, cannot be reported'],
  reportRemarkTooLong: [8406, '报工备注不能超过255个字符', 'The report remark is limited to 255 characters'],
  outsourcedOneClick: [8408, '委外工单不支持一键完工', 'No one-click completion for outsourced orders'],
  missingInput: [8409, '缺少投入物料', 'Missing input'],
  previousNotReported: [8410, '前道工序未报工', 'The previous process is not reported'],
  tooManyAttachments: [8411, '每次报工最多5个附件', 'At most 5 attachments per report'],
  overQuantity: [8413, '报工数量超过可报数量', 'The report quantity exceeds the reportable quantity'],
  notRevocable: [8414, '报工记录不能撤销', 'The report cannot be undone'],
})
