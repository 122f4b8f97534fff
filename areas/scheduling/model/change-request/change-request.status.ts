import { statuses } from '@qitao/core/status.ts'

export const changeRequestStatus = statuses(
  {
    open: { code: 0, zh: '待处理', en: 'Open', colour: 'warning' },
    accepted: { code: 10, zh: '已同意', en: 'Accepted', colour: 'success' },
    refused: { code: 20, zh: '已拒绝', en: 'Refused', colour: 'danger' },
    withdrawn: { code: 30, zh: '已撤回', en: 'Withdrawn', colour: 'neutral' },
    outdated: { code: 40, zh: '已过时', en: 'Outdated', colour: 'neutral' },
  },
  {
    accept: { zh: '同意', en: 'accept', from: ['open'], to: 'accepted' },
    refuse: { zh: '拒绝', en: 'refuse', from: ['open'], to: 'refused' },
    withdraw: { zh: '撤回', en: 'withdraw', from: ['open'], to: 'withdrawn' },
    outdate: { zh: '过时', en: 'outdate', from: ['open'], to: 'outdated' },
  },
)
/** What is asked for. */
export const changeKind = statuses({
  machine: { code: 1, zh: '换设备', en: 'Another machine', colour: 'info' },
  time: { code: 2, zh: '改时间', en: 'Another time', colour: 'processing' },
  split: { code: 3, zh: '拆分数量', en: 'Split the quantity', colour: 'neutral' },
  hold: { code: 4, zh: '暂缓', en: 'Hold', colour: 'warning' },
})
export const changeReason = statuses({
  machine: { code: 1, zh: '设备故障或保养', en: 'Machine down or serviced', colour: 'danger' },
  tool: { code: 2, zh: '工装模具未到位', en: 'Tool or mould missing', colour: 'warning' },
  material: { code: 3, zh: '物料未到或不良', en: 'Material missing or bad', colour: 'warning' },
  people: { code: 4, zh: '人员不足', en: 'Too few people', colour: 'info' },
  quality: { code: 5, zh: '质量问题', en: 'Quality', colour: 'danger' },
  changeover: { code: 6, zh: '减少换型', en: 'Fewer change-overs', colour: 'processing' },
  urgent: { code: 7, zh: '急单插入', en: 'Something is urgent', colour: 'danger' },
  other: { code: 9, zh: '其他', en: 'Other', colour: 'neutral' },
})
/** Why nobody can answer it any more. */
export const outdatedCause = statuses({
  removed: { code: 1, zh: '任务已不在计划中', en: 'The task is not on the plan any more', colour: 'neutral' },
  reported: { code: 2, zh: '任务已开工或报工', en: 'The task has begun or was reported', colour: 'neutral' },
  replanned: { code: 3, zh: '任务已重新安排', en: 'The task was planned anew', colour: 'neutral' },
})
