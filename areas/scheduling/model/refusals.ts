import { type ErrorDefinition, explain, type RefusalData } from '@qitao/core/refusal.ts'
import { type Language, type Text, text } from '@qitao/core/text.ts'
import { minuteOf } from '@qitao/core/time.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import type { MoveObject, MoveRefusal } from '@qitao/planning/scheduling/move.ts'
import type { Cause } from '@qitao/planning/scheduling/plan.ts'
import { schedulingErrors } from './scheduling.errors.ts'

/** The catalogue error of each way in which the engine refuses a move. */
export const moveErrors: Readonly<Record<MoveRefusal, ErrorDefinition>> = {
  device_unavailable: schedulingErrors.deviceUnavailable,
  no_capacity: schedulingErrors.noCapacity,
  task_spans_break: schedulingErrors.taskSpansBreak,
  task_before_predecessor: schedulingErrors.taskBeforePredecessor,
  task_after_successor: schedulingErrors.taskAfterSuccessor,
  device_frozen: schedulingErrors.deviceFrozen,
  task_reversed: schedulingErrors.taskReversed,
  start_before_kitting: schedulingErrors.startBeforeKitting,
  bad_time_range: masterdataErrors.badTimeRange,
  capacity_locked: schedulingErrors.capacityLocked,
  task_under_one_hour: schedulingErrors.taskUnderOneHour,
  task_overlap: schedulingErrors.taskOverlap,
}

/** What a name is asked of: operations read as order and process, machines by number. */
export type NameOf = (kind: MoveObject['kind'] | 'material' | 'order' | 'resource', id: string) => string | undefined

const withObject = text('{object}', '{object}')
const withObjectAndTime = text('{object}，{time}', '{object}, {time}')
const withTime = text('{time}', '{time}')

/** The engine's refusal as people read it: the rule, the thing in the way, and the limit. */
export function moveRefusal(
  refusal: MoveRefusal,
  object: MoveObject,
  nameOf: NameOf,
  zone: string,
): { definition: ErrorDefinition; data: RefusalData } {
  const name = nameOf(object.kind, object.id)
  const time = object.at === undefined ? undefined : minuteOf(object.at, zone)
  const detail: Text | undefined = name && time ? withObjectAndTime : name ? withObject : time ? withTime : undefined
  return { definition: moveErrors[refusal], data: { object: name, time, ...(detail ? { detail } : {}) } }
}
export const moveReason = (
  refusal: MoveRefusal,
  object: MoveObject,
  nameOf: NameOf,
  zone: string,
  language: Language,
): string => {
  const { definition, data } = moveRefusal(refusal, object, nameOf, zone)
  return explain(definition, data, language)
}

/** The catalogue error of each cause that leaves an order unplanned, and the sentence beside the order. */
export const causeErrors: Readonly<Record<Cause, ErrorDefinition>> = {
  no_machine: schedulingErrors.noEquipment,
  no_calendar: schedulingErrors.noCapacity,
  cycle_time_missing: schedulingErrors.cycleTimeMissing,
  not_kitted: schedulingErrors.notKitted,
  component_unplanned: schedulingErrors.infeasible,
  no_unbroken_time: schedulingErrors.noCapacity,
  no_resource: schedulingErrors.noCapacity,
  circular: schedulingErrors.infeasible,
  frozen: schedulingErrors.deviceFrozen,
  beyond_horizon: schedulingErrors.noCapacity,
}
export const causeTexts: Readonly<Record<Cause, Text>> = {
  no_machine: text('工序{object}没有可用设备', 'No machine does {object}'),
  no_calendar: text('设备{object}没有工作日历或已停用', 'Machine {object} has no calendar or is disabled'),
  cycle_time_missing: text('工序{object}未维护工时', 'No cycle time for {object}'),
  not_kitted: text('缺料：{object}', 'Short of {object}'),
  component_unplanned: text('等待的工单{object}未能排产', 'It waits for {object}, which could not be planned'),
  no_unbroken_time: text(
    '设备{object}没有足够长的连续工作时间',
    'Machine {object} has no unbroken working time that is long enough',
  ),
  no_resource: text('班组{object}人数不足', 'Workgroup {object} has too few people'),
  circular: text('{object}的工序互相等待', 'The operations of {object} wait for each other'),
  frozen: text('设备{object}已冻结', 'Machine {object} is frozen'),
  beyond_horizon: text('计划期内{object}没有足够的时间', 'There is not enough time on {object} within the horizon'),
}
/** Where each cause is mended. */
export const causeOf = (cause: string): Text | undefined =>
  (causeTexts as Readonly<Record<string, Text | undefined>>)[cause]
