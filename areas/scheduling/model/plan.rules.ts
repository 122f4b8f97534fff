import { generalErrors } from '@qitao/core/general.errors.ts'
import { isPositive } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { expectReturnable, type MoFacts } from '@qitao/manufacturing/model/mo/mo.rules.ts'
import { dispatchStatus, moStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { schedulingErrors } from './scheduling.errors.ts'

/** What the rules of a plan ask of a task. */
export interface TaskFacts {
  readonly id: string
  readonly mo_id: string
  readonly device_id: string
  readonly setup_start_time: Instant
  readonly start_time: Instant
  readonly end_time: Instant
  readonly status: CodeOf<typeof taskStatus>
  readonly publish_status: CodeOf<typeof publishStatus>
  readonly published_start_time: Instant | null
  readonly published_end_time: Instant | null
  readonly published_device_id: string | null
  readonly dispatch_status: CodeOf<typeof dispatchStatus>
  readonly reported_quantity: string
  readonly capacity_locked: boolean
}
/** A work order with its tasks. */
export interface PlannedOrder {
  readonly mo: MoFacts
  readonly tasks: readonly TaskFacts[]
}

const isPublished = (task: TaskFacts): boolean => task.publish_status === publishStatus.codes.published
/** Told to somebody, begun or reported. */
const hasExecution = (task: TaskFacts): boolean =>
  task.dispatch_status === dispatchStatus.codes.dispatched ||
  task.status !== taskStatus.codes.not_started ||
  isPositive(task.reported_quantity)

/** Placing an order anew: it is in the plan, and its capacity is free. */
export function expectSchedulable(mo: Pick<MoFacts, 'capacity_locked' | 'status'>): void {
  if (mo.capacity_locked) refuse(schedulingErrors.capacityLocked)
  const why = moStatus.whyNot('schedule', mo.status)
  if (why) refuse(generalErrors.statusNotAllowed, { detail: why })
}
export function expectCancellable({ mo, tasks }: PlannedOrder): void {
  if (mo.capacity_locked) refuse(schedulingErrors.capacityLocked)
  if (tasks.some(isPublished)) refuse(schedulingErrors.planPublished)
  if (tasks.length === 0)
    refuse(schedulingErrors.noMovablePlan, { detail: text('工单尚未排产', 'The order is not scheduled') })
}
/** Locking is for orders that are on the plan; unlocking for locked ones. */
export function expectLock({ mo, tasks }: PlannedOrder, locked: boolean): void {
  if (tasks.length === 0)
    refuse(manufacturingErrors.noneLockable, { detail: text('工单尚未排产', 'The order is not scheduled') })
  if (mo.capacity_locked !== locked) return
  const detail = locked
    ? text('产能已锁定', 'The capacity is locked already')
    : text('产能未锁定', 'The capacity is not locked')
  refuse(manufacturingErrors.noneLockable, { detail })
}
/** Not with anything on the floor; published orders lose their published plan first. */
export function expectRevertable({ mo, tasks }: PlannedOrder): void {
  if (mo.capacity_locked) refuse(schedulingErrors.capacityLocked)
  expectReturnable(mo)
  if (tasks.some(hasExecution)) refuse(schedulingErrors.planHasExecution)
}

const isMoved = (task: TaskFacts): boolean =>
  isPublished(task) &&
  (task.start_time !== task.published_start_time ||
    task.end_time !== task.published_end_time ||
    task.device_id !== task.published_device_id)

/**
 * An order is published whole, when its first task starts within the window. One that is published already is published
 * again when a task of it has moved since.
 */
export function expectPublishable(
  { mo, tasks }: PlannedOrder,
  publish_until: Instant,
  disabled: ReadonlySet<string>,
): void {
  if (tasks.length === 0)
    refuse(schedulingErrors.noMovablePlan, { detail: text('工单尚未排产', 'The order is not scheduled') })
  const again = tasks.some(isPublished)
  if (again && !tasks.some(task => isMoved(task) || !isPublished(task))) refuse(schedulingErrors.planPublished)
  if (!again) {
    const why = moStatus.whyNot('publish', mo.status)
    if (why) refuse(schedulingErrors.planPublished, { detail: why })
  }
  if (tasks.some(task => disabled.has(task.device_id))) refuse(schedulingErrors.deviceUnavailable)
  if (!again && firstStart(tasks) > publish_until) refuse(schedulingErrors.outsidePublishWindow)
}
const firstStart = (tasks: readonly Pick<TaskFacts, 'start_time'>[]): Instant =>
  Math.min(...tasks.map(task => task.start_time))

export function expectUnpublishable({ mo, tasks }: PlannedOrder): void {
  if (!tasks.some(isPublished)) refuse(schedulingErrors.planNotPublished)
  if (mo.capacity_locked) refuse(schedulingErrors.capacityLocked)
  const why = moStatus.whyNot('unpublish', mo.status)
  if (tasks.some(hasExecution) || isPositive(mo.picked_quantity)) refuse(schedulingErrors.planHasExecution)
  if (why) refuse(schedulingErrors.planHasExecution, { detail: why })
}
