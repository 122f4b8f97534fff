import { statuses } from '@qitao/core/status.ts'

/** What the colours and marks of the Gantt tell (specification section 2). */
export const ganttView = statuses({
  task: { code: 'task', zh: '任务', en: 'Task', colour: 'processing' },
  progress: { code: 'progress', zh: '进度', en: 'Progress', colour: 'success' },
  lead_time: { code: 'lead_time', zh: '交期', en: 'Due date', colour: 'danger' },
  material: { code: 'material', zh: '物料', en: 'Material', colour: 'warning' },
})
export type GanttView = (typeof ganttView.list)[number]['code']

export const timeDimension = statuses({
  week: { code: 2, zh: '周', en: 'Week', colour: 'neutral' },
  month: { code: 3, zh: '月', en: 'Month', colour: 'neutral' },
})

/** A plan version: the last saved one is in force. */
export const planVersionStatus = statuses(
  {
    in_force: { code: 1, zh: '当前', en: 'In force', colour: 'success' },
    superseded: { code: 0, zh: '历史', en: 'Superseded', colour: 'neutral' },
  },
  { supersede: { zh: '被取代', en: 'be superseded', from: ['in_force'], to: 'superseded' } },
)

/** A plan that is tried without effect. */
export const simulationStatus = statuses(
  {
    draft: { code: 0, zh: '待计算', en: 'To calculate', colour: 'neutral' },
    calculated: { code: 1, zh: '已计算', en: 'Calculated', colour: 'info' },
    converted: { code: 2, zh: '已转为计划', en: 'Made the plan', colour: 'success' },
  },
  {
    change: { zh: '修改优先级', en: 'change the priorities', from: ['draft', 'calculated'], to: 'draft' },
    calculate: { zh: '计算', en: 'calculate', from: ['draft', 'calculated'], to: 'calculated' },
    convert: { zh: '转为计划', en: 'make the plan', from: ['calculated'], to: 'converted' },
  },
)
