import { type Text, text } from '@qitao/core/text.ts'
import type { Rule } from '@qitao/planning/checker/violation.ts'

/** What the checker may find wrong with a task that is to be published. Rules about the answer as a whole are not here. */
export const brokenRules: Readonly<Partial<Record<Rule, Text>>> = {
  eligible: text('设备{object}不能加工此工序，请重新排程', '{object} cannot do this operation: schedule it again'),
  kitting: text('开始时间早于齐套时间：{object}', 'The start is earlier than the kitting time: {object}'),
  calendar: text('任务不在工作时间内：{object}', 'The task lies outside of working time: {object}'),
  minimum: text('任务时长少于1小时：{object}', 'The task is shorter than 1 hour: {object}'),
  duration: text(
    '加工时间不足，请重新排程：{object}',
    'The run is shorter than the cycle time asks, schedule again: {object}',
  ),
  resource: text('人手、模具或工装不足：{object}', 'Too few people, moulds or tools: {object}'),
  break: text('任务跨越休息时间：{object}', 'The task spans break times: {object}'),
  frozen: text('设备已冻结：{object}', 'The device is frozen: {object}'),
  setup: text('换型时间不足：{object}', 'The change-over is too short: {object}'),
  capacity: text('任务时间重叠：{object}', 'Tasks overlap: {object}'),
  precedence: text('早于前道工序：{object}', 'Before the operation it waits for: {object}'),
}
