import { type ErrorDefinition, explain, type RefusalData } from '@qitao/core/refusal.ts'
import { type Language, type Text, text } from '@qitao/core/text.ts'
import { minuteOf } from '@qitao/core/time.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import type { MoveObject, MoveRefusal } from '@qitao/planning/scheduling/hand/hand-refusal.ts'
import type { Cause, Reason } from '@qitao/planning/scheduling/place/plan.ts'
import { reasonWords } from '../late/reason-words.ts'
import { schedulingErrors } from '../scheduling.errors.ts'
import { namedReason } from '../what-if/outcome.rules.ts'
import type { NameOf } from './name-of.ts'

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
  held_back: schedulingErrors.noMovablePlan,
}

const withObject = text('{object}', '{object}')
const withObjectAndTime = text('{object}，{time}', '{object}, {time}')
const withTime = text('{time}', '{time}')

/** The engine's refusal as people read it: the rule, the thing in the way, and the limit. */
export function moveRefusal(
  refusal: MoveRefusal,
  object: MoveObject,
  nameOf: NameOf,
  zone: string,
  held?: Reason,
): { definition: ErrorDefinition; data: RefusalData } {
  if (held || refusal === 'held_back') return { definition: moveErrors[refusal], data: heldData(held, nameOf, zone) }
  const name = nameOf(object.kind, object.id)
  const time = object.at === undefined ? undefined : minuteOf(object.at, zone)
  const detail: Text | undefined = name && time ? withObjectAndTime : name ? withObject : time ? withTime : undefined
  return { definition: moveErrors[refusal], data: { object: name, time, ...(detail ? { detail } : {}) } }
}
/** What binds a task that is as far as it can be. */
function heldData(held: Reason | undefined, nameOf: NameOf, zone: string): RefusalData {
  if (!held)
    return { detail: text('再移会推动其他任务或超过交期', 'Any further, others would move or it would be late') }
  const { kind, until, object_name } = namedReason(held, nameOf)
  return { object: object_name ?? '', time: minuteOf(until, zone), detail: reasonWords[kind] }
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

/** The catalogue error of each cause that leaves an order unplanned. */
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
