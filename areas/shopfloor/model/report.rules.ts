import { generalErrors } from '@qitao/core/general.errors.ts'
import { type Grant, isGranted } from '@qitao/core/grant.ts'
import { add, isMore, isNegative, isPositive, isZero, least, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { dispatchStatus, moStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import {
  type OperationFacts,
  type OperationReport,
  operationAfter,
} from '@qitao/manufacturing/model/mo/progress.rules.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { addDispatch, report } from './report.calls.ts'
import { shopfloorErrors } from './shopfloor.errors.ts'
import { floorTask } from './task.record.ts'
import { type ToMake, unmade } from './unmade.rules.ts'

/** A task as reporting sees it. */
export interface TaskFacts extends ToMake {
  readonly id: string
  readonly task_no: string
  readonly mo_id: string
  readonly mo_no: string
  readonly material_id: string
  readonly mo_status: CodeOf<typeof moStatus>
  /** Some material of its work order is not picked. */
  readonly material_open: boolean
  readonly mo_inbound_quantity: Quantity
  readonly outsourced: boolean
  readonly operation_id: string
  readonly process_id: string
  readonly device_id: string
  readonly sequence: number
  readonly status: CodeOf<typeof taskStatus>
  readonly publish_status: CodeOf<typeof publishStatus>
  readonly dispatch_status: CodeOf<typeof dispatchStatus>
  readonly actual_start_time: number | null
  readonly assignee_ids: readonly string[]
  /** Given to nobody, in a company that gives no tasks away. */
  readonly for_anybody: boolean
  readonly row_version: number
}

export interface ReportWanted {
  readonly task_id: string
  readonly finished_quantity: Quantity
  readonly defective_quantity: Quantity
  readonly rework_quantity?: Quantity | undefined
}

/** Somebody had the task until it was given to others, by whom. */
export interface GivenOn {
  readonly until_time: number
  readonly given_by: string | null
  readonly name: string
}
/** Given to the person, or, in an edition without dispatching, to nobody. */
export const isAssigned = (task: TaskFacts, user_id: string): boolean =>
  task.for_anybody || task.assignee_ids.includes(user_id)
/**
 * Only the person it was given to, alone or through the workgroup (specification section 5); and who had it before, for what was done by
 * then on a device that had no connection.
 */
export function expectAssigned(task: TaskFacts, user_id: string, given_on?: GivenOn, done_time?: number): void {
  const wasTheirs = given_on !== undefined && done_time !== undefined && done_time < given_on.until_time
  if (!isAssigned(task, user_id) && !wasTheirs)
    refuse(shopfloorErrors.notAssigned, { detail: text('任务{no}', 'Task {no}'), no: task.task_no })
}
/** For whom the task was given on by. */
export const doneBefore = (name: string, { task_no }: Pick<TaskFacts, 'task_no'>): Text =>
  text(
    `${name}在任务${task_no}改派前离线登记的报工已入账`,
    `What ${name} did of ${task_no} before it was re-assigned has arrived and is booked`,
  )
export const othersReport = text(
  '撤销他人的报工需要派工权限',
  'To undo the report of others takes the right to dispatch',
)
/** What was reported on a task is taken back by whom it was given to, or by who gives tasks away. */
export function expectMayRevoke(task: TaskFacts, member: { user_id: string; grants: readonly Grant[] }): void {
  if (task.for_anybody || task.assignee_ids.includes(member.user_id) || isGranted(addDispatch, member.grants)) return
  refuse(shopfloorErrors.notAssigned, { detail: othersReport })
}
export interface ReportToApprove {
  readonly id: string
  readonly no: string
  readonly revoked: boolean
  readonly approved_time: number | null
}
export const alreadyApproved = text('该报工已审核', 'The report is approved already')
/** What was undone counts for nobody; what is approved is so once. */
export function expectApprovable({ revoked, approved_time }: Omit<ReportToApprove, 'no'>): void {
  if (revoked) refuse(generalErrors.statusNotAllowed, { detail: text('报工记录已撤销', 'The report was undone') })
  if (approved_time !== null) refuse(generalErrors.statusNotAllowed, { detail: alreadyApproved })
}
interface GivenPeople {
  user_ids?: readonly string[] | undefined
  user_seconds?: readonly number[] | undefined
}
export const timeOfEach = text('请为每个人填写工时', 'Enter a time for each of the people')
/** Whoever is named is there, and is named once; `known`: those of them that are of the company. */
export function expectPeople({ user_ids = [] }: GivenPeople, known: ReadonlySet<string>): void {
  for (const [index, id] of user_ids.entries()) {
    const place = { field: 'user_ids', field_title: floorTask.fields.user_ids.title, row: index + 1 }
    if (!known.has(id)) refuse(generalErrors.recordNotFound, place)
    const first = user_ids.indexOf(id)
    if (first < index)
      refuse(shopfloorErrors.badParameter, {
        ...place,
        first: first + 1,
        detail: text('与第{first}行是同一人，每人只填一次', 'The same person as in row {first}: name each once'),
      })
  }
}
/** A time for each of the people, or for none. Where some took time, nobody took none: he would be paid nothing. */
export function expectTimes({ user_ids = [], user_seconds = [] }: GivenPeople): void {
  const place = { field: 'user_seconds', field_title: report.fields.work_seconds.title, detail: timeOfEach }
  if (user_seconds.length > 0 && user_seconds.length !== user_ids.length) refuse(shopfloorErrors.badParameter, place)
  const none = user_seconds.indexOf(0)
  if (none >= 0 && user_seconds.some(seconds => seconds > 0))
    refuse(shopfloorErrors.badParameter, { ...place, row: none + 1 })
}
export const notDispatched = text('任务未派工', 'The task is not dispatched')
/** Whatever was begun goes to the next shift; only what is done stays with whom did it. */
export function expectReassignable({ status, dispatch_status }: Pick<TaskFacts, 'status' | 'dispatch_status'>): void {
  if (status === taskStatus.codes.done) refuse(shopfloorErrors.taskDone)
  if (dispatch_status !== dispatchStatus.codes.dispatched)
    refuse(generalErrors.statusNotAllowed, { detail: notDispatched })
}
export const notPublished = text('任务未发布', 'The task is not published')
export function expectReportable(task: TaskFacts, requiresPicking: boolean): void {
  if (task.status === taskStatus.codes.done) refuse(shopfloorErrors.taskDone)
  const inWork = task.mo_status === moStatus.codes.to_be_produced || task.mo_status === moStatus.codes.in_production
  if (!inWork || task.publish_status === publishStatus.codes.unpublished)
    refuse(shopfloorErrors.badParameter, { detail: notPublished })
  if (requiresPicking && task.material_open) refuse(shopfloorErrors.notFullyPicked)
}

/** Good pieces that the steps before have handed on and this one has not used; null for a first step. */
export function handedOn(operation: OperationFacts, operations: readonly OperationFacts[]): Quantity | null {
  const before = operations.filter(one => one.next_sequences.includes(operation.sequence))
  if (before.length === 0) return null
  const least_ = before.map(one => one.reported_quantity).reduce(least)
  const used = add(operation.reported_quantity, operation.defective_quantity)
  return isMore(least_, used) ? subtract(least_, used) : '0'
}

/** Most that can be reported on a task now. */
export function reportableQuantity(
  task: TaskFacts,
  operation: OperationFacts,
  operations: readonly OperationFacts[],
): Quantity {
  const open = unmade(task)
  const handed = handedOn(operation, operations)
  const most = handed === null ? open : least(open, handed)
  return isNegative(most) ? '0' : most
}

export interface Decided {
  readonly report: OperationReport
  readonly task: {
    id: string
    reported_quantity: Quantity
    defective_quantity: Quantity
    status: CodeOf<typeof taskStatus>
    actual_start_time: number
    actual_finish_time: number | null
  }
  readonly operation: OperationFacts
}

export const reworkIsOpen = text(
  '返工件还要再加工，任务不能同时完成',
  'Pieces are to be worked on again: the task does not end with them',
)
/**
 * What a report does to its task and operation. The task is done when all that it is to make is reported, good or not; a shortfall
 * that the steps before left behind ends it too when the reporter says so. `othersOpen`: the operation is made in parts, and others of
 * them are not done.
 */
export function decideReport(
  wanted: ReportWanted & { finishes: boolean },
  task: TaskFacts,
  operation: OperationFacts,
  operations: readonly OperationFacts[],
  now: number,
  othersOpen = false,
): Decided {
  const { rework_quantity = '0' } = wanted
  if ([wanted.finished_quantity, wanted.defective_quantity, rework_quantity].some(isNegative))
    refuse(shopfloorErrors.negative)
  if (wanted.finishes && isPositive(rework_quantity)) refuse(shopfloorErrors.badParameter, { detail: reworkIsOpen })
  const total = add(add(wanted.finished_quantity, wanted.defective_quantity), rework_quantity)
  if (isZero(total) && !wanted.finishes)
    refuse(shopfloorErrors.badParameter, { detail: text('请填写数量', 'Enter a quantity') })
  const handed = handedOn(operation, operations)
  const before = operations.filter(one => one.next_sequences.includes(operation.sequence))
  if (handed !== null && isPositive(total) && before.some(one => isZero(one.reported_quantity)))
    refuse(shopfloorErrors.previousNotReported)
  const most = reportableQuantity(task, operation, operations)
  if (isMore(total, most))
    refuse(shopfloorErrors.overQuantity, { most, detail: text('最多可报{most}', 'At most {most} can be reported') })
  const reported_quantity = add(task.reported_quantity, wanted.finished_quantity)
  const defective_quantity = add(task.defective_quantity, wanted.defective_quantity)
  const done = wanted.finishes || !isMore(unmade(task), add(wanted.finished_quantity, wanted.defective_quantity))
  const report: OperationReport = {
    mo_id: task.mo_id,
    operation_id: operation.id,
    good: wanted.finished_quantity,
    defective: wanted.defective_quantity,
    started_at: task.actual_start_time ?? now,
    at: now,
    finishes: done && !othersOpen,
  }
  return {
    report,
    operation: operationAfter(operation, report),
    task: {
      id: task.id,
      reported_quantity,
      defective_quantity,
      status: done ? taskStatus.codes.done : taskStatus.codes.started,
      actual_start_time: task.actual_start_time ?? now,
      actual_finish_time: done ? now : null,
    },
  }
}
