import { errors } from '@qitao/core/refusal.ts'

/** Production plan, 5601-5620 (5612 is master data's), change requests, 5621-5624, and the scheduling service, 6102-6105 (6101 is the platform's: its jobs). */
export const schedulingErrors = errors({
  deviceUnavailable: [5601, '设备不可用', 'The device is unavailable'],
  noCapacity: [5602, '没有可用产能', 'No capacity'],
  taskSpansBreak: [5603, '任务不能跨越休息时间', 'The task must not span break times'],
  taskBeforePredecessor: [
    5604,
    '任务结束时间早于前道工序允许的时间',
    'The task ends earlier than the preceding operation allows',
  ],
  taskAfterSuccessor: [
    5605,
    '任务结束时间晚于后道工序允许的时间',
    'The task ends later than the following operation allows',
  ],
  deviceFrozen: [5606, '设备已冻结', 'The device is frozen'],
  taskReversed: [5607, '任务开始时间不能晚于结束时间', 'The task is reversed: its start is after its end'],
  noEquipment: [5608, '没有可用设备', 'No equipment'],
  noMovablePlan: [5609, '没有可移动的计划', 'No movable plan'],
  cycleTimeMissing: [5610, '未维护工时', 'The cycle time is missing'],
  startBeforeKitting: [5611, '开始时间不能早于齐套时间', 'The start is earlier than the kitting time'],
  capacityLocked: [
    5613,
    '产能已锁定，不能取消或拖动',
    'The capacity is locked, the order cannot be cancelled or dragged',
  ],
  taskUnderOneHour: [5614, '任务时长不能少于1小时', 'A task is at least 1 hour long'],
  taskOverlap: [5615, '任务时间重叠', 'Tasks must not overlap'],
  planPublished: [5616, '计划已发布', 'The plan is published already'],
  planNotPublished: [5617, '计划未发布', 'The plan is not published'],
  notKitted: [5618, '未齐套，不能排产', 'Not kitted, cannot be scheduled'],
  planHasExecution: [
    5619,
    '计划已派工或报工，不能取消发布',
    'The plan is dispatched or reported and cannot be unpublished',
  ],
  outsidePublishWindow: [5620, '超出发布时间窗口', 'Outside the publishing window'],
  changeOutdated: [
    5621,
    '变更申请已过时，请按现在的计划重新申请',
    'The request is outdated: ask anew for the plan as it is now',
  ],
  changeNotYours: [
    5622,
    '只能申请变更自己或所在班组的任务，请联系班组长',
    'Only tasks of your own or of your workgroup may be asked for: turn to the foreman',
  ],
  changeSaysNothing: [5623, '申请的变更与现在的计划相同', 'What is asked for is what the plan says already'],
  changeByOther: [5624, '只有申请人可以撤回', 'Only who has asked can withdraw it'],
  deliveryFailed: [6102, '任务下发失败', 'The task delivery failed'],
  scheduleRunning: [6103, '排产计算中，请稍等', 'Scheduling is being calculated'],
  scheduleTimeout: [6104, '排产计算超时', 'Scheduling timed out'],
  infeasible: [6105, '没有可行的排产结果', 'No feasible schedule'],
})
