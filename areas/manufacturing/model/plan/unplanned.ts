import { type Text, text } from '@qitao/core/text.ts'
import type { Cause } from '@qitao/planning/scheduling/place/plan.ts'

/** Why the last plan could not place a work order, as a sentence that names the thing to mend. */
const causeTexts: Readonly<Record<Cause, Text>> = {
  no_machine: text('工序{object}没有可用设备', 'No machine does {object}'),
  no_calendar: text('设备{object}没有工作日历或已停用', 'Machine {object} has no calendar or is disabled'),
  cycle_time_missing: text('工序{object}未维护工时', 'No cycle time for {object}'),
  not_kitted: text('缺料：{object}', 'Short of {object}'),
  component_unplanned: text('等待的工单{object}未能排产', 'It waits for {object}, which could not be planned'),
  no_unbroken_time: text(
    '设备{object}没有足够长的连续工作时间',
    'Machine {object} has no unbroken working time that is long enough',
  ),
  no_resource: text(
    '{object}不够用（人手、技能、模具或工装）',
    'Too little of {object} (people, skill, mould or tool)',
  ),
  circular: text('{object}的工序互相等待', 'The operations of {object} wait for each other'),
  frozen: text('设备{object}已冻结', 'Machine {object} is frozen'),
  beyond_horizon: text('计划期内{object}没有足够的时间', 'There is not enough time on {object} within the horizon'),
}
const unknown = text('未能排产', 'It could not be planned')
export const causeText = (cause: string): Text =>
  (causeTexts as Readonly<Record<string, Text | undefined>>)[cause] ?? unknown
