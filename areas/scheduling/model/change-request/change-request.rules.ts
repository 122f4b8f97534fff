import { generalErrors } from '@qitao/core/general.errors.ts'
import { isPositive, type Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { dispatchStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import type { HandTask } from '@qitao/planning/scheduling/hand/hand-answer.ts'
import { brokenRules } from '../hand/checker-words.ts'
import { type HandChange, type HandOutcome, isHeld } from '../hand/hand.rules.ts'
import { moveReason } from '../hand/move-errors.ts'
import type { NameOf } from '../hand/name-of.ts'
import { restAfter, splitFacts } from '../hand/split-task.rules.ts'
import type { ScheduleFacts, TaskOfPlan } from '../problem/facts.ts'
import { dueOf } from '../problem/problem.rules.ts'
import { schedulingErrors } from '../scheduling.errors.ts'
import { type ChangeEffect, mostNamed, type WishedTask } from './change-request.calls.ts'
import { changeKind, outdatedCause } from './change-request.status.ts'

type Kind = CodeOf<typeof changeKind>
const { machine: toMachine, time: toTime, split, hold } = changeKind.codes

/** What a wish is to the plan. */
export interface WishedChange {
  readonly change: HandChange
  /** The plan with a task parted. */
  readonly parted?: { readonly mo_id: string; readonly facts: ScheduleFacts; readonly part: WishedPart }
}
export interface WishedPart {
  readonly id: string
  readonly quantity: Quantity
  readonly rest: Quantity
}
type Wished = Omit<WishedTask, 'row_version'>

/**
 * The change of the plan that a wish comes to, by the same moves as on the chart. Refuses what says nothing, lacks what its kind
 * asks for, or names what there is not. `part_id`: what planning would know the new part by.
 */
export function changeOf(
  facts: ScheduleFacts,
  kind: Kind,
  wished: readonly Wished[],
  { part_id, now }: { readonly part_id: string; readonly now: Instant },
): WishedChange {
  const tasks = new Map(facts.tasks.map(task => [task.id, task]))
  if (new Set(wished.map(({ task_id }) => task_id)).size < wished.length)
    refuse(generalErrors.badParameter, {
      field: 'tasks',
      detail: text('同一任务只能申请一次', 'A task stands in a request once'),
    })
  const wants = wished.map((wish, index) => {
    const at = { row: index + 1 }
    const task = tasks.get(wish.task_id) ?? refuse(generalErrors.recordNotFound, at)
    const machine = machineOf(facts, wish.machine_no, at) ?? task.device_id
    expectSaid(kind, wish, task, machine, at)
    return { task, operation: task.operation_id, machine, start: wish.start_time ?? Math.max(task.start_time, now) }
  })
  if (kind === split) {
    const [{ task, machine }, ...others] = wants as [(typeof wants)[number], ...typeof wants]
    if (others.length > 0)
      refuse(generalErrors.badParameter, {
        field: 'tasks',
        detail: text('每次拆分一个任务', 'Split one task at a time'),
      })
    return parted(facts, task, machine, wished[0]!, { part_id, now })
  }
  // What was to be held until a time that has passed waits no longer.
  const earliest = kind === hold ? now : 0
  const places = wants.map(({ operation, machine, start }) => ({
    operation,
    machine,
    start: Math.max(start, earliest),
  }))
  return { change: { kind: 'wish', tasks: places, behind: kind === hold } }
}

function expectSaid(kind: Kind, wish: Wished, task: TaskOfPlan, machine: string, at: { row: number }): void {
  const missing = (field: keyof Wished, detail: Text) => refuse(generalErrors.badParameter, { ...at, field, detail })
  const start = wish.start_time
  switch (kind) {
    case toMachine:
      if (wish.machine_no === undefined) missing('machine_no', text('请选择设备', 'Choose a machine'))
      if (machine === task.device_id) refuse(schedulingErrors.changeSaysNothing, { ...at, field: 'machine_no' })
      return
    case toTime:
      if (start === undefined) missing('start_time', text('请填写开始时间', 'Say when it is to start'))
      if (start === task.start_time && machine === task.device_id)
        refuse(schedulingErrors.changeSaysNothing, { ...at, field: 'start_time' })
      return
    case hold:
      if (start === undefined) missing('start_time', text('请填写暂缓到何时', 'Say until when it is held'))
      if (start !== undefined && start <= task.start_time)
        refuse(schedulingErrors.changeSaysNothing, {
          ...{ ...at, field: 'start_time' },
          detail: text('暂缓时间须晚于现在的开始时间', 'Hold it until after its start'),
        })
      return
    case split:
      if (wish.quantity === undefined) missing('quantity', text('请填写拆出数量', 'Say how much is taken off'))
  }
}

function parted(
  facts: ScheduleFacts,
  task: TaskOfPlan,
  machine: string,
  { quantity = '0', start_time }: Wished,
  { part_id, now }: { readonly part_id: string; readonly now: Instant },
): WishedChange {
  const order = facts.orders.find(({ id }) => id === task.mo_id) ?? refuse(generalErrors.recordNotFound)
  const part = { id: part_id, quantity, rest: restAfter(task.quantity, quantity, order.unit_precision) }
  const apart = splitFacts(facts, task, { part_id, quantity, rest: part.rest })
  return {
    change: placeOfPart(apart, task, machine, part_id, start_time, now),
    parted: { mo_id: task.mo_id, facts: apart, part },
  }
}

/** Where a new part is to be placed: when it is asked for, else side by side on another machine or right behind on the same. */
export function placeOfPart(
  apart: ScheduleFacts,
  task: Pick<TaskOfPlan, 'id' | 'operation_id' | 'device_id'>,
  machine: string,
  part_id: string,
  start_time: Instant | undefined,
  now: Instant,
): HandChange {
  const stands = apart.tasks.find(({ id }) => id === task.id)!
  const behind = machine === task.device_id ? stands.end_time : stands.start_time
  const start = start_time ?? Math.max(behind, now)
  return { kind: 'place', operation: part_id, machine, start, rest: task.operation_id }
}

export function machineOf(
  { devices }: Pick<ScheduleFacts, 'devices'>,
  machine_no: string | undefined,
  at: { row?: number } = {},
): string | undefined {
  if (machine_no === undefined) return undefined
  const device = devices.find(one => one.machine_no === machine_no)
  const detail = text('{object}', '{object}')
  return device?.id ?? refuse(schedulingErrors.deviceUnavailable, { ...at, object: machine_no, detail })
}

/** Why tasks do not move, before the plan is asked: somebody holds them where they are. */
export const heldWords = (tasks: readonly TaskOfPlan[], nameOf: NameOf): Text[] =>
  tasks.filter(isHeld).map(task => {
    const name = nameOf('operation', task.operation_id) ?? ''
    if (task.status !== taskStatus.codes.not_started) return text(`${name}已开工`, `${name} has begun`)
    return task.dispatch_status === dispatchStatus.codes.pending_dispatch
      ? text(`${name}的产能已锁定，须先解锁`, `${name} is locked: unlock its capacity first`)
      : text(`${name}已派工，须先取消派工`, `${name} is dispatched: withdraw the dispatch first`)
  })

/** What people are told of a change before it is made: who moves, which orders are done earlier or later, what stands against it. */
export function effectOf(
  facts: ScheduleFacts,
  outcome: Pick<HandOutcome, 'moved' | 'refused' | 'broken'>,
  {
    asked,
    nameOf,
    held,
  }: { readonly asked: ReadonlySet<string>; readonly nameOf: NameOf; readonly held: readonly Text[] },
): ChangeEffect {
  const { time_zone: zone } = facts
  const refused = outcome.refused.map(({ operation, refusal, object }) => {
    const words = (language: 'zh' | 'en') =>
      `${nameOf('operation', operation) ?? ''}: ${moveReason(refusal, object, nameOf, zone, language)}`
    return text(words('zh'), words('en'))
  })
  const broken = outcome.broken.map(({ rule, subject }) => {
    const name = nameOf('operation', subject) ?? ''
    const words = brokenRules[rule]
    return words ? text(`${name}: ${words.zh}`, `${name}: ${words.en}`) : text(name, name)
  })
  const conflicts = [...held, ...(held.length > 0 ? [] : refused), ...broken].slice(0, mostNamed)
  const orders = finishes(facts, outcome.moved)
  const moved = movedTasks(facts, outcome.moved, asked)
  return {
    ...{ time: facts.now, conflicts, moved_count: moved.length, moved: moved.slice(0, mostNamed) },
    late_count: orders.filter(one => one.tardiness_seconds > one.tardiness_seconds_before).length,
    early_count: orders.filter(one => one.tardiness_seconds < one.tardiness_seconds_before).length,
    orders: orders.slice(0, mostNamed),
  }
}

function movedTasks(facts: ScheduleFacts, moved: readonly HandTask[], asked: ReadonlySet<string>) {
  const taskOf = new Map(facts.tasks.map(task => [task.operation_id, task]))
  const processOf = new Map(facts.operations.map(({ id, process_name, mo_id }) => [id, { process_name, mo_id }]))
  const orderNo = new Map(facts.orders.map(({ id, no }) => [id, no]))
  const machineNo = new Map(facts.devices.map(({ id, machine_no }) => [id, machine_no]))
  return moved
    .map(({ operation, machine, start, end }) => {
      const task = taskOf.get(operation)
      const of = processOf.get(operation)
      const isPart = task !== undefined && task.id === operation
      return {
        ...{ task_id: isPart || !task ? null : task.id, mo_no: orderNo.get(of?.mo_id ?? '') ?? '' },
        ...{ process_name: of?.process_name ?? '', asked: asked.has(operation) },
        ...{
          from_machine_no: machineNo.get(task?.device_id ?? machine) ?? '',
          machine_no: machineNo.get(machine) ?? '',
        },
        ...{ from_time: task?.start_time ?? start, start_time: start, end_time: end },
      }
    })
    .sort((a, b) => Number(b.asked) - Number(a.asked) || a.start_time - b.start_time)
}

/** Of the orders with a task that moves: when they are done, before and then; those that lose most first. */
function finishes(facts: ScheduleFacts, moved: readonly HandTask[]) {
  const endOf = new Map(moved.map(({ operation, end }) => [operation, end]))
  const touched = new Set(facts.tasks.flatMap(task => (endOf.has(task.operation_id) ? [task.mo_id] : [])))
  const tasks = Map.groupBy(
    facts.tasks.filter(({ mo_id }) => touched.has(mo_id)),
    ({ mo_id }) => mo_id,
  )
  return facts.orders
    .filter(({ id }) => touched.has(id))
    .flatMap(order => {
      const own = tasks.get(order.id) ?? []
      const finish_before = Math.max(...own.map(task => task.end_time))
      const finish_time = Math.max(...own.map(task => endOf.get(task.operation_id) ?? task.end_time))
      if (finish_before === finish_time) return []
      const due = dueOf(order, facts.time_zone)
      return [
        {
          ...{ mo_id: order.id, mo_no: order.no, delivery_date: order.delivery_date, finish_before, finish_time },
          tardiness_seconds_before: Math.max(0, finish_before - due),
          tardiness_seconds: Math.max(0, finish_time - due),
        },
      ]
    })
    .sort((a, b) => lost(b) - lost(a) || b.finish_time - b.finish_before - (a.finish_time - a.finish_before))
}
const lost = (of: { tardiness_seconds: number; tardiness_seconds_before: number }) =>
  of.tardiness_seconds - of.tardiness_seconds_before

/** A task as it stood when it was asked for. */
export interface AskedTask {
  readonly device_id: string
  readonly start_time: Instant
  readonly end_time: Instant
  readonly quantity: Quantity
}
export type TaskNow = AskedTask &
  Pick<TaskOfPlan, 'status' | 'reported_quantity'> & { readonly defective_quantity: Quantity }

/** Why nobody can answer what was asked of a task; undefined: it stands as it stood. */
export function outdatedBy(asked: AskedTask, now: TaskNow | undefined): CodeOf<typeof outdatedCause> | undefined {
  const { removed, reported, replanned } = outdatedCause.codes
  if (!now) return removed
  const isReported = isPositive(now.reported_quantity) || isPositive(now.defective_quantity)
  if (now.status !== taskStatus.codes.not_started || isReported) return reported
  const same =
    now.device_id === asked.device_id &&
    now.start_time === asked.start_time &&
    now.end_time === asked.end_time &&
    now.quantity === asked.quantity
  return same ? undefined : replanned
}
