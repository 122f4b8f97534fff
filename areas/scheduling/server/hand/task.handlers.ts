import { createHash } from 'node:crypto'
import { loadSettings } from '@qitao/access/server'
import type { Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isGranted } from '@qitao/core/grant.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { say, text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { alterCalendarDays } from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { type ChangedDay, prolongDays } from '@qitao/masterdata/server'
import type { HandTask } from '@qitao/planning/scheduling/hand/hand-answer.ts'
import { weightOfPriority } from '@qitao/planning/scheduling/problem/problem.ts'
import type { Overtime } from '@qitao/planning/scheduling/repair/repair-overtime.ts'
import type { PlanTotals } from '@qitao/planning/scheduling/repair/repair-plan.ts'
import type { MoveReason } from '@qitao/planning/scheduling/repair/repair-reasons.ts'
import type { Split } from '@qitao/planning/scheduling/repair/repair-split.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import {
  bulkAnswer,
  type Context,
  type Handler,
  handle,
  handleInSteps,
  type Refused,
  Warning,
} from '@qitao/platform/server/http/handle.ts'
import {
  type HandChange,
  heldInDownTime,
  type OrderMoved,
  type RepairKind,
  type RepairOffer,
} from '../../model/hand/hand.rules.ts'
import { moveReason, moveRefusal } from '../../model/hand/move-errors.ts'
import { overtimeDays, possibleOvertime } from '../../model/hand/overtime.rules.ts'
import { quantitiesOf } from '../../model/hand/split-task.rules.ts'
import type { ScheduleFacts, TaskOfPlan } from '../../model/problem/facts.ts'
import {
  alterTask,
  moveTasks,
  previewRepair,
  repairPlan,
  restoreTasks,
  shiftTasks,
  undoRepair,
} from '../../model/schedule.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { type ForWhom, forWhom } from '../plan/for-whom.ts'
import { insertTasks, planChanged, planVersionNow, tasksByIds } from '../plan/plan.queries.ts'
import { type PlanRead, readPlan } from '../problem/read-plan.ts'
import {
  byHand,
  expectUnbroken,
  lockChanged,
  type MadeByHand,
  makeByHand,
  movedRow,
  placedByHand,
  reasonsOfMoved,
  saveByHand,
} from './hand-changes.ts'
import { warningsOf } from './hand-warnings.ts'
import { keepRepair, lastRepair, standing, takeRepairBack } from './last-repair.ts'
import { placesToRestore, reasonsAt, tasksAsked, versionsAsked } from './restore-places.ts'
import { addPart } from './split-task.queries.ts'

type Wanted = Parsed<typeof moveTasks>['tasks']
interface ToChange {
  readonly read: PlanRead
  readonly change: HandChange
}
const changed = ({ read, change }: ToChange): Promise<MadeByHand> => makeByHand(read, change)

export const taskHandlers: Handler[] = [
  handleInSteps(alterTask, {
    load: (task, context) => toMove([task], context),
    decide: changed,
    async save(task, context, { read }, made) {
      const { asked, ...moved } = await saveMoved([task], context, read, made)
      return { ...moved, task: moved.changed.find(({ id }) => id === task.task_id) ?? asked[0]! }
    },
  }),
  handleInSteps(moveTasks, {
    load: ({ tasks }, context) => toMove(tasks, context),
    decide: changed,
    async save({ tasks }, context, { read }, made) {
      const { asked: _, ...moved } = await saveMoved(tasks, context, read, made)
      return moved
    },
  }),

  handleInSteps(restoreTasks, {
    async load({ tasks }, context) {
      const places = await placesToRestore(context, tasks)
      return { places, read: await readPlan(context), change: { kind: 'restore', tasks: places } as const }
    },
    decide: changed,
    async save({ tasks }, context, { read, places }, made) {
      expectUnbroken(made.outcome.broken, made.nameOf)
      const { moved } = made.outcome
      await lockChanged(context, read, moved, { asked: versionsAsked(tasks) })
      const rows = await saveByHand(context, moved, reasonsAt(places))
      return { changed: rows, plan_version: await planChanged(context) }
    },
  }),

  handleInSteps(shiftTasks, {
    async load({ task_ids, direction, duration }, context) {
      const asked = new Set(task_ids)
      const read = await readPlan(context)
      const operations = read.facts.tasks.filter(task => asked.has(task.id)).map(task => task.operation_id)
      if (operations.length === 0) refuse(schedulingErrors.noMovablePlan)
      return {
        read,
        change: { kind: 'shift', operations, direction, seconds: duration === 0 ? null : duration } as const,
      }
    },
    decide: changed,
    async save({ task_ids }, context, { read }, made) {
      const { member, language } = context
      const asked = new Set(task_ids)
      const tasks = made.facts.tasks.filter(task => asked.has(task.id))
      const found = new Map(tasks.map(task => [task.operation_id, task]))
      const failed: Refused[] = [
        ...task_ids
          .filter(id => !tasks.some(task => task.id === id))
          .map(id => ({ id, definition: generalErrors.recordNotFound })),
        ...made.outcome.refused.map(({ operation, refusal, object, held }) => ({
          id: found.get(operation)?.id ?? operation,
          ...moveRefusal(refusal, object, made.nameOf, member.time_zone, held),
        })),
      ]
      expectUnbroken(made.outcome.broken, made.nameOf)
      await lockChanged(context, read, made.outcome.moved)
      const rows = await saveByHand(
        context,
        made.outcome.moved,
        reasonsOfMoved(made, placedByHand(made.outcome.moved, found.keys())),
      )
      const refusedIds = new Set(failed.map(({ id }) => id))
      const done_ids = tasks.filter(({ id }) => !refusedIds.has(id)).map(({ id }) => id)
      if (done_ids.length > 0 && rows.length === 0) refuse(schedulingErrors.noMovablePlan)
      if (rows.length > 0) await planChanged(context)
      const warnings = warningsOf(context, made, asked, rows)
      const answer = bulkAnswer(done_ids, failed, language)
      return answer instanceof Warning
        ? new Warning(answer.definition, { ...answer.data, changed: rows, warnings })
        : { ...answer, changed: rows, warnings }
    },
  }),

  handleInSteps(previewRepair, {
    load: toPutRight,
    decide: changed,
    async save(_, context, { read }, made) {
      const { before, choices, advised } = expectDone(made, context).outcome.repair!
      const totals = totalsIn(made.facts, before)
      const last = await lastRepair(context.tx, context.org_id)
      const whom = await whomOf(context, made, choices)
      return {
        time: read.facts.now,
        before: totals(before),
        choices: choices
          .filter(({ moved }) => moved.length > 0)
          .map(one => {
            const told = toldOf(made, one, whom)
            return { kind: one.kind, totals: totals(one.totals), digest: digestOf(told), ...told }
          }),
        advised,
        stay: stayingOf(made),
        last: last
          ? {
              plan_version: last.plan_version,
              moved_count: last.tasks.length,
              overtime_days: last.calendar_days.length,
              is_split: last.parts !== null,
            }
          : null,
      }
    },
  }),
  handle(undoRepair, ({ plan_version }, context) => takeRepairBack(context, plan_version)),
  handleInSteps(repairPlan, {
    load: toPutRight,
    decide: changed,
    async save({ choice, agreed }, context, { read }, made) {
      const { tx, org_id } = context
      const { moved, repair } = expectDone(made, context).outcome
      const offer = repair!.choices.find(({ kind }) => kind === choice) ?? repair!.choices[0]!
      const told = { ...toldOf(made, offer, await whomOf(context, made, [offer])), stay: stayingOf(made) }
      if (agreed && agreed.digest !== digestOf(told)) refuse(generalErrors.versionConflict)
      expectUnbroken(made.outcome.broken, made.nameOf)
      await lockChanged(context, read, moved)
      if (moved.length === 0) return { ...told, plan_version: await planVersionNow(tx, org_id) }
      const operations = new Set(moved.map(({ operation }) => operation))
      const tasks = await standing(
        tx,
        org_id,
        read.facts.tasks.filter(({ operation_id }) => operations.has(operation_id)),
      )
      const parts = offer.split && (await saveSplit(context, read.facts, offer.split, moved))
      await saveByHand(
        context,
        moved.filter(({ operation }) => operation !== offer.split?.part.id),
        reasonsOfMoved(made),
      )
      const calendar_days: ChangedDay[] = []
      for (const [calendar, days] of Map.groupBy(told.overtime, day => day.calendar_id))
        calendar_days.push(...(await prolongDays(tx, org_id, calendar, days)))
      const plan_version = await planChanged(context)
      await keepRepair(tx, org_id, { plan_version, tasks, calendar_days, parts: parts ?? null })
      return { ...told, plan_version }
    },
  }),
]

/** The task keeps the rest, and a new one makes the part. Answers both. */
async function saveSplit(
  { tx, org_id }: Context,
  { tasks, orders }: ScheduleFacts,
  split: Split,
  moved: readonly HandTask[],
): Promise<{ rest: string; part: string }> {
  const rest = tasks.find(task => task.operation_id === split.rest.id)!
  const { quantity, part_quantity } = quantitiesOf(split, orders.find(({ id }) => id === rest.mo_id)!.unit_precision)
  const placed = moved.find(({ operation }) => operation === split.part.id)!
  const [row] = await tasksByIds(tx, org_id, [rest.id])
  const operation_id = newId()
  const part = newId()
  await addPart(tx, org_id, row!, { id: operation_id, quantity: part_quantity, rest: quantity })
  await insertTasks(tx, org_id, [
    { ...movedRow(placed), id: part, mo_id: rest.mo_id, operation_id, reasons: [byHand(placed)] },
  ])
  return { rest: rest.id, part }
}

async function toMove(wanted: Wanted, context: Context): Promise<ToChange> {
  const found = await tasksAsked(context, versionsAsked(wanted))
  const read = await readPlan(context)
  const standing = new Set(read.facts.tasks.map(({ id }) => id))
  const tasks = wanted.map(({ task_id, machine_no, start_time, end_time }) => {
    const task = found.get(task_id)!
    const machine = machine_no === undefined ? task.device_id : machineNamed(read.facts, machine_no)
    if (!machine || !standing.has(task_id))
      refuse(schedulingErrors.deviceUnavailable, { object: machine_no, detail: text('{object}', '{object}') })
    return { operation: task.operation_id, machine, start: start_time, end: end_time }
  })
  return { read, change: { kind: 'move', tasks } }
}
const machineNamed = ({ devices }: ScheduleFacts, no: string): string | undefined =>
  devices.find(({ machine_no }) => machine_no === no)?.id

/** All of them or none: they were moved in one gesture. */
async function saveMoved(wanted: Wanted, context: Context, read: PlanRead, made: MadeByHand) {
  expectAllMoved(wanted.length, made, context)
  expectUnbroken(made.outcome.broken, made.nameOf)
  const { moved } = made.outcome
  const asked = await lockChanged(context, read, moved, { asked: versionsAsked(wanted) })
  const chosen = new Set(asked.map(({ id }) => id))
  const byPerson = placedByHand(
    moved,
    asked.map(({ operation_id }) => operation_id),
  )
  const rows = await saveByHand(context, moved, reasonsOfMoved(made, byPerson))
  return {
    asked,
    changed: rows,
    warnings: warningsOf(context, made, chosen, rows),
    plan_version: await planChanged(context),
  }
}

/** So many of those that cannot be moved are named with their reasons. */
const mostNamed = 5

function expectAllMoved(count: number, { outcome, nameOf }: MadeByHand, { member, language }: Context): void {
  const { refused } = outcome
  const [first] = refused
  if (!first) return
  const { definition, data } = moveRefusal(first.refusal, first.object, nameOf, member.time_zone)
  if (count === 1) refuse(definition, data)
  const bars = refused
    .slice(0, mostNamed)
    .map(({ operation, refusal, object }) =>
      say(text('{name}：{reason}', '{name}: {reason}'), language, {
        name: nameOf('operation', operation) ?? '',
        reason: moveReason(refusal, object, nameOf, member.time_zone, language),
      }),
    )
    .join(say(text('；', '; '), language))
  throw new Refusal(definition, {
    ...{ bars, count, failed: refused.length },
    detail: text(
      '{count}个任务中{failed}个不能移动，全部留在原处。{bars}',
      '{failed} of {count} tasks cannot be moved, so all stay where they are. {bars}',
    ),
  })
}

/** What was agreed to is computed for the time at which it was shown, and not done when that is so far off. Seconds. */
const agreedWithin = 600
const digestOf = ({ moved, overtime, split }: ReturnType<typeof toldOf>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([moved.map(one => [one.task_id, one.machine_no, one.start_time, one.end_time]), overtime, split]),
    )
    .digest('hex')

async function toPutRight(
  { choice, agreed }: { choice?: RepairKind; agreed?: { readonly time: number } | undefined },
  context: Context,
): Promise<ToChange> {
  const { now } = context
  if (agreed && (agreed.time > now || agreed.time <= now - agreedWithin)) refuse(generalErrors.versionConflict)
  const read = await readPlan({ ...context, now: agreed?.time ?? now })
  const { repair_overtime_hours: hours } = await loadSettings(context.tx, context.org_id)
  // Only who may alter the calendar is offered to.
  const overtime =
    hours > 0 && isGranted(alterCalendarDays, context.member.grants)
      ? { overtime: possibleOvertime(read.facts, hours * hourSeconds) }
      : {}
  return { read, change: { kind: 'put_right', ...(choice ? { choice } : {}), ...overtime } }
}
function expectDone(made: MadeByHand, { member }: Context): MadeByHand {
  const [no] = made.outcome.refused
  if (!no) return made
  const { definition, data } = moveRefusal(no.refusal, no.object, made.nameOf, member.time_zone)
  return refuse(definition, data)
}

/** The engine counts the set-ups that it may place; people read those of the whole plan, as in the head of the page. */
function totalsIn({ tasks }: ScheduleFacts, before: PlanTotals) {
  const open = tasks.filter(({ status }) => status !== taskStatus.codes.done)
  const standing = open.reduce((sum, { setup_seconds }) => sum + setup_seconds, 0) - before.setupSeconds
  return ({ lateOrders, lateHours, weightedLateHours, setupSeconds }: PlanTotals) => ({
    ...{ late_orders: lateOrders, late_hours: lateHours, weighted_late_hours: weightedLateHours },
    setup_seconds: setupSeconds + standing,
  })
}

function taskNames({ facts }: MadeByHand) {
  const orderNo = new Map(facts.orders.map(({ id, no }) => [id, no]))
  const processOf = new Map(facts.operations.map(({ id, process_name }) => [id, process_name]))
  const machineNo = new Map(facts.devices.map(({ id, machine_no }) => [id, machine_no]))
  const machine = (id: string) => machineNo.get(id) ?? ''
  const order = (id: string) => orderNo.get(id) ?? ''
  const named = ({ id, mo_id, operation_id }: TaskOfPlan, device_id: string) => ({
    ...{ task_id: id, mo_no: order(mo_id), process_name: processOf.get(operation_id) ?? '' },
    machine_no: machine(device_id),
  })
  return { named, machine, order }
}

/** For whom the orders are made that a repair moves. */
function whomOf({ tx, org_id }: Context, { facts }: MadeByHand, offers: readonly RepairOffer[]) {
  const moved = new Set(offers.flatMap(offer => offer.moved.map(({ operation }) => operation)))
  return forWhom(tx, org_id, [
    ...facts.tasks.flatMap(({ operation_id, mo_id }) => (moved.has(operation_id) ? [mo_id] : [])),
    ...offers.flatMap(({ orders }) => orders.map(({ order }) => order)),
  ])
}

function toldOf(
  made: MadeByHand,
  { moved, orders, reasons, overtime, split }: RepairOffer,
  whom: (mo_id: string) => ForWhom,
) {
  const { facts, nameOf } = made
  const orderOf = new Map(facts.orders.map(order => [order.id, order]))
  const stakes = new Map(orders.map(one => [one.order, stakeOf(one, orderOf.get(one.order)!.priority)]))
  const stake = (mo_id: string) => stakes.get(mo_id) ?? 0
  const taskOf = new Map(facts.tasks.map(task => [task.operation_id, task]))
  const names = taskNames(made)
  return {
    overtime: overtime ? workedOn(facts, overtime) : [],
    split: split ? madeInParts(made, split, moved) : null,
    moved: moved
      .flatMap(({ operation, machine, setupStart, end }) => {
        const task = taskOf.get(operation)
        if (!task) return []
        // One whose set-up alone is another has none of its own.
        const reason = reasons.get(operation) ?? { kind: 'resource' as const }
        const times = { from_time: task.setup_start_time, start_time: setupStart, end_time: end }
        const why = { reason: reason.kind, object: objectOf(reason, nameOf) }
        const { order_no, customer_name } = whom(task.mo_id)
        const of = { ...names.named(task, machine), order_no, customer_name }
        return [
          { mo_id: task.mo_id, told: { ...of, ...times, from_machine_no: names.machine(task.device_id), ...why } },
        ]
      })
      .sort((a, b) => stake(b.mo_id) - stake(a.mo_id) || a.told.start_time - b.told.start_time)
      .map(({ told }) => told),
    orders: orders
      .toSorted((a, b) => stake(b.order) - stake(a.order))
      .map(({ order, finish, tardinessSeconds, tardinessSecondsBefore }) => ({
        ...{ mo_id: order, mo_no: names.order(order), ...whom(order), finish_time: finish },
        delivery_date: orderOf.get(order)!.delivery_date,
        ...{ tardiness_seconds: tardinessSeconds, tardiness_seconds_before: tardinessSecondsBefore },
      })),
  }
}
/** What an order gains or loses, by its weight. */
const stakeOf = ({ tardinessSeconds, tardinessSecondsBefore }: OrderMoved, priority: number): number =>
  Math.abs(tardinessSeconds - tardinessSecondsBefore) * weightOfPriority(priority)
function workedOn(facts: ScheduleFacts, overtime: Overtime) {
  const { id, name } = facts.calendars.find(one => one.id === overtime.calendar)!
  const machines = facts.devices.filter(({ calendar_id }) => calendar_id === id).length
  return overtimeDays(facts, overtime).map(one => ({ calendar_id: id, calendar_name: name, machines, ...one }))
}
function madeInParts(made: MadeByHand, split: Split, moved: readonly HandTask[]) {
  const { facts } = made
  const task = facts.tasks.find(one => one.operation_id === split.rest.id)!
  const order = facts.orders.find(({ id }) => id === task.mo_id)!
  const part = moved.find(({ operation }) => operation === split.part.id)!
  const { named, machine } = taskNames(made)
  return {
    ...named(task, moved.find(({ operation }) => operation === split.rest.id)?.machine ?? task.device_id),
    ...quantitiesOf(split, order.unit_precision),
    ...{ part_machine_no: machine(part.machine), start_time: part.setupStart, end_time: part.end },
  }
}
function objectOf(reason: MoveReason, nameOf: MadeByHand['nameOf']): string | null {
  if (reason.kind === 'machine_stopped') return nameOf('machine', reason.machine) ?? null
  if (reason.kind === 'predecessor' || reason.kind === 'machine_taken')
    return nameOf('operation', reason.operation) ?? null
  return reason.kind === 'material' && reason.material ? (nameOf('material', reason.material) ?? null) : null
}

function stayingOf(made: MadeByHand) {
  const { named } = taskNames(made)
  return heldInDownTime(made.facts).map(task => ({
    ...named(task, task.device_id),
    ...{ start_time: task.setup_start_time, end_time: task.end_time },
  }))
}
