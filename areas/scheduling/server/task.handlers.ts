import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  type Refused,
  Warning,
} from '@qitao/platform/server/handle.ts'
import { sql } from 'kysely'
import type { TaskOfPlan } from '../model/facts.ts'
import { heldInDownTime } from '../model/hand.rules.ts'
import { moveRefusal } from '../model/refusals.ts'
import { alterTask, previewRepair, repairPlan, restoreTasks, shiftTasks } from '../model/schedule.calls.ts'
import { schedulingErrors } from '../model/scheduling.errors.ts'
import { type MadeByHand, makeByHand, saveByHand } from './hand-changes.ts'
import { warningsOf } from './hand-warnings.ts'
import { countUp, lockHead, planVersionNow, tasksForUpdate } from './plan.queries.ts'
import { expectUnbroken, placesToRestore } from './restore-places.ts'

export const taskHandlers: Handler[] = [
  handle(alterTask, async ({ task_id, machine_no, start_time, end_time, row_version }, context) => {
    const { tx, org_id, member } = context
    await lockHead(tx, org_id)
    const [found] = await tasksForUpdate(tx, org_id, sql`t.id = ${task_id}`)
    const task = expectVersion(found, row_version)
    const made = await makeByHand(context, ({ devices, tasks }) => {
      const device = machine_no === undefined ? task.device_id : devices.find(one => one.machine_no === machine_no)?.id
      if (!device || !tasks.some(one => one.id === task_id))
        refuse(schedulingErrors.deviceUnavailable, { object: machine_no, detail: text('{object}', '{object}') })
      return { kind: 'move', operation: task.operation_id, machine: device, start: start_time, end: end_time }
    })
    const [no] = made.outcome.refused
    if (no) {
      const { definition, data } = moveRefusal(no.refusal, no.object, made.nameOf, member.time_zone)
      refuse(definition, data)
    }
    const changed = await saveByHand(context, made.outcome.moved, new Set([task.operation_id]))
    return {
      task: changed.find(({ id }) => id === task_id) ?? task,
      changed,
      warnings: warningsOf(context, made, new Set([task_id]), changed),
      plan_version: await countUp(tx, org_id),
    }
  }),

  handle(restoreTasks, async ({ tasks }, context) => {
    const { tx, org_id } = context
    await lockHead(tx, org_id)
    const places = await placesToRestore(context, tasks)
    const made = await makeByHand(context, { kind: 'restore', tasks: places })
    expectUnbroken(made)
    const changed = await saveByHand(context, made.outcome.moved, new Set(places.map(({ operation }) => operation)))
    return { changed, plan_version: await countUp(tx, org_id) }
  }),

  handle(shiftTasks, async ({ task_ids, direction, duration }, context) => {
    const { tx, org_id, member, language } = context
    await lockHead(tx, org_id)
    const asked = new Set(task_ids)
    const made = await makeByHand(context, ({ tasks }) => {
      const chosen = tasks.filter(task => asked.has(task.id)).map(task => task.operation_id)
      if (chosen.length === 0) refuse(schedulingErrors.noMovablePlan)
      return { kind: 'shift', operations: chosen, direction, seconds: duration === 0 ? null : duration }
    })
    const tasks = made.facts.tasks.filter(task => asked.has(task.id))
    const found = new Map(tasks.map(task => [task.operation_id, task]))
    const failed: Refused[] = [
      ...task_ids
        .filter(id => !tasks.some(task => task.id === id))
        .map(id => ({ id, definition: generalErrors.recordNotFound })),
      ...made.outcome.refused.map(({ operation, refusal, object }) => ({
        id: found.get(operation)?.id ?? operation,
        ...moveRefusal(refusal, object, made.nameOf, member.time_zone),
      })),
    ]
    const changed = await saveByHand(context, made.outcome.moved, new Set(found.keys()))
    const refusedIds = new Set(failed.map(({ id }) => id))
    const done_ids = tasks.filter(({ id }) => !refusedIds.has(id)).map(({ id }) => id)
    if (done_ids.length > 0 && changed.length === 0) refuse(schedulingErrors.noMovablePlan)
    if (changed.length > 0) await countUp(tx, org_id)
    const warnings = warningsOf(context, made, asked, changed)
    const answer = bulkAnswer(done_ids, failed, language)
    return answer instanceof Warning
      ? new Warning(answer.definition, { ...answer.data, changed, warnings })
      : { ...answer, changed, warnings }
  }),

  handle(previewRepair, async (_, context) => toldOf(await putRight(context))),
  handle(repairPlan, async (_, context) => {
    const { tx, org_id } = context
    await lockHead(tx, org_id)
    const made = await putRight(context)
    if (made.outcome.moved.length === 0) return { ...toldOf(made), plan_version: await planVersionNow(tx, org_id) }
    await saveByHand(context, made.outcome.moved, new Set())
    return { ...toldOf(made), plan_version: await countUp(tx, org_id) }
  }),
]

async function putRight(context: Context): Promise<MadeByHand> {
  const made = await makeByHand(context, { kind: 'put_right' })
  const [no] = made.outcome.refused
  if (no) {
    const { definition, data } = moveRefusal(no.refusal, no.object, made.nameOf, context.member.time_zone)
    refuse(definition, data)
  }
  return made
}

function toldOf({ facts, outcome }: MadeByHand) {
  const taskOf = new Map(facts.tasks.map(task => [task.operation_id, task]))
  const orderNo = new Map(facts.orders.map(({ id, no }) => [id, no]))
  const processOf = new Map(facts.operations.map(({ id, process_name }) => [id, process_name]))
  const machineNo = new Map(facts.devices.map(({ id, machine_no }) => [id, machine_no]))
  const named = ({ id, mo_id, operation_id }: TaskOfPlan, machine: string) => ({
    ...{ task_id: id, mo_no: orderNo.get(mo_id) ?? '', process_name: processOf.get(operation_id) ?? '' },
    machine_no: machineNo.get(machine) ?? '',
  })
  return {
    moved: outcome.moved
      .flatMap(({ operation, machine, setupStart, end }) => {
        const task = taskOf.get(operation)
        if (!task) return []
        const times = { from_time: task.setup_start_time, start_time: setupStart, end_time: end }
        return [{ ...named(task, machine), ...times }]
      })
      .sort((a, b) => a.start_time - b.start_time),
    orders: outcome.orders.map(({ order, finish, tardinessSeconds, tardinessSecondsBefore }) => ({
      ...{ mo_id: order, mo_no: orderNo.get(order) ?? '', finish_time: finish },
      ...{ tardiness_seconds: tardinessSeconds, tardiness_seconds_before: tardinessSecondsBefore },
    })),
    stay: heldInDownTime(facts).map(task => ({
      ...named(task, task.device_id),
      ...{ start_time: task.setup_start_time, end_time: task.end_time },
    })),
  }
}
