import { loadSettings } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { say, text } from '@qitao/core/text.ts'
import { minuteOf } from '@qitao/core/time.ts'
import { type ChangedSetup, checkMove } from '@qitao/planning/scheduling/move.ts'
import { moveView, type PlanIndex } from '@qitao/planning/scheduling/move-view.ts'
import { shiftTasks as shift } from '@qitao/planning/scheduling/shift.ts'
import type { Tx } from '@qitao/platform/server/database.ts'
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
import { boardOf, isHeld } from '../model/board.rules.ts'
import type { ScheduleFacts } from '../model/facts.ts'
import { namesOf } from '../model/outcome.rules.ts'
import { dueOf, problemFrom } from '../model/problem.rules.ts'
import { moveRefusal } from '../model/refusals.ts'
import { alterTask, shiftTasks } from '../model/schedule.calls.ts'
import { schedulingErrors } from '../model/scheduling.errors.ts'
import type { TaskRow } from '../model/task.record.ts'
import { ordersNear } from './board.queries.ts'
import { loadFacts } from './facts.queries.ts'
import { tellManufacturing } from './outcomes.ts'
import { countUp, lockHead, type MovedRow, planAsItIs, saveMoves, tasksByIds, tasksForUpdate } from './plan.queries.ts'

const byHand = (until: number) => [{ kind: 'hand' as const, until, object_id: null, object_name: null }]

export const taskHandlers: Handler[] = [
  handle(alterTask, async ({ task_id, machine_no, start_time, end_time, row_version }, context) => {
    const { tx, org_id, member } = context
    await lockHead(tx, org_id)
    const [found] = await tasksForUpdate(tx, org_id, sql`t.id = ${task_id}`)
    const task = expectVersion(found, row_version)
    const { facts, board } = await boardAround(context, task, machine_no, start_time, end_time)
    const device =
      machine_no === undefined ? task.device_id : facts.devices.find(one => one.machine_no === machine_no)?.id
    if (!device || !board.tasks.has(task.operation_id)) {
      refuse(schedulingErrors.deviceUnavailable, { object: machine_no, detail: text('{object}', '{object}') })
    }
    const verdict = checkMove(moveView(board, task.operation_id, device), { start: start_time, end: end_time })
    if (!verdict.ok) {
      const { definition, data } = moveRefusal(verdict.refusal, verdict.object, namesOf(facts), member.time_zone)
      refuse(definition, data)
    }
    const { setupStart, start, end, setupSeconds } = verdict.task
    const moved: MovedRow[] = [
      {
        operation_id: task.operation_id,
        device_id: device,
        setup_start_time: setupStart,
        start_time: start,
        end_time: end,
        setup_seconds: setupSeconds,
        reasons: byHand(start),
      },
      ...verdict.setups.map(neighbour => changedSetup(board, neighbour)),
    ]
    const changed = await save(tx, org_id, moved, member.time_zone)
    const plan_version = await countUp(tx, org_id)
    return {
      task: changed.find(({ id }) => id === task_id) ?? task,
      changed,
      warnings: warningsOf(context, facts, task, changed),
      plan_version,
    }
  }),

  handle(shiftTasks, async ({ task_ids, direction, duration }, context) => {
    const { tx, org_id, member, now, language } = context
    await lockHead(tx, org_id)
    const asked = new Set(task_ids)
    const facts = await loadFacts(tx, org_id, now, member.time_zone)
    const tasks = facts.tasks.filter(task => asked.has(task.id))
    const found = new Map(tasks.map(task => [task.operation_id, task]))
    if (tasks.length === 0) refuse(schedulingErrors.noMovablePlan)
    const settings = await loadSettings(tx, org_id)
    const problem = problemFrom(facts, {
      isFree: task => !isHeld(task),
      only_kitted: settings.production_plan_no_schedule_not_kitted,
    })
    const { moved, refused } = shift(problem, planAsItIs(facts.tasks), {
      operations: [...found.keys()],
      direction,
      seconds: duration === 0 ? null : duration,
    })
    const nameOf = namesOf(facts)
    const failed: Refused[] = [
      ...task_ids
        .filter(id => !tasks.some(task => task.id === id))
        .map(id => ({ id, definition: generalErrors.recordNotFound })),
      ...refused.map(({ operation, refusal, object }) => ({
        id: found.get(operation)?.id ?? operation,
        ...moveRefusal(refusal, object, nameOf, member.time_zone),
      })),
    ]
    const changed = await save(
      tx,
      org_id,
      moved.map(task => ({
        operation_id: task.operation,
        device_id: task.machine,
        setup_start_time: task.setupStart,
        start_time: task.start,
        end_time: task.end,
        setup_seconds: task.setupSeconds,
        reasons: found.has(task.operation) ? byHand(task.start) : null,
      })),
      member.time_zone,
    )
    const refusedIds = new Set(failed.map(({ id }) => id))
    const done_ids = tasks.filter(({ id }) => !refusedIds.has(id)).map(({ id }) => id)
    if (done_ids.length > 0 && changed.length === 0) refuse(schedulingErrors.noMovablePlan)
    if (changed.length > 0) await countUp(tx, org_id)
    const answer = bulkAnswer(done_ids, failed, language)
    return answer instanceof Warning
      ? new Warning(answer.definition, { ...answer.data, changed })
      : { ...answer, changed }
  }),
]

/** What stands around the task where it is and where it is to go. */
async function boardAround(
  { tx, org_id, now, member }: Context,
  task: TaskRow,
  machine_no: string | undefined,
  start: number,
  end: number,
): Promise<{ facts: ScheduleFacts; board: PlanIndex }> {
  const from = Math.min(task.setup_start_time, start)
  const to = Math.max(task.end_time, end)
  const target =
    machine_no === undefined || machine_no === task.machine_no ? [] : await deviceNamed(tx, org_id, machine_no)
  const near = await ordersNear(tx, org_id, [task.device_id, ...target], from, to)
  const facts = await loadFacts(tx, org_id, now, member.time_zone, [...new Set([task.mo_id, ...near])])
  const settings = await loadSettings(tx, org_id)
  const problem = problemFrom(facts, {
    isFree: one => !isHeld(one),
    only_kitted: settings.production_plan_no_schedule_not_kitted,
  })
  return { facts, board: boardOf(problem, facts.tasks) }
}
async function deviceNamed(tx: Tx, org_id: string, machine_no: string): Promise<string[]> {
  const { rows: found } = await sql<{
    id: string
  }>`select id from device where org_id = ${org_id} and machine_no = ${machine_no}`.execute(tx)
  return found.map(({ id }) => id)
}

/** A neighbour keeps its run and gets another change-over. */
function changedSetup(board: PlanIndex, { operation, setupStart, setupSeconds }: ChangedSetup): MovedRow {
  const task = board.tasks.get(operation)!
  return {
    operation_id: operation,
    device_id: task.machine,
    setup_start_time: setupStart,
    start_time: task.start,
    end_time: task.end,
    setup_seconds: setupSeconds,
    reasons: null,
  }
}

/** Writes the tasks and tells manufacturing; answers them as they are now. */
async function save(tx: Tx, org_id: string, moved: readonly MovedRow[], zone: string): Promise<TaskRow[]> {
  const changed = await tasksByIds(tx, org_id, await saveMoves(tx, org_id, moved))
  await tellManufacturing(tx, org_id, [...new Set(changed.map(({ mo_id }) => mo_id))], zone)
  return changed
}

function warningsOf({ language, member }: Context, facts: ScheduleFacts, task: TaskRow, changed: readonly TaskRow[]) {
  const warnings: { kind: 'late' | 'changeover' | 'published_moved'; message: string }[] = []
  const order = facts.orders.find(({ id }) => id === task.mo_id)
  const due = order && dueOf(order, member.time_zone)
  const now = changed.find(({ id }) => id === task.id)
  if (order && due !== undefined && now && now.end_time > due) {
    const message = text('{no}将在交期之后完成：{time}', '{no} will finish after its delivery date: {time}')
    warnings.push({
      kind: 'late',
      message: say(message, language, { no: order.no, time: minuteOf(now.end_time, member.time_zone) }),
    })
  }
  const others = changed.filter(({ id }) => id !== task.id).map(({ task_no }) => task_no)
  if (others.length > 0) {
    const message = text('换型时间随之变化：{tasks}', 'Change-overs follow: {tasks}')
    warnings.push({ kind: 'changeover', message: say(message, language, { tasks: others.join(', ') }) })
  }
  if (now?.publish_status === 1) {
    const message = text('任务已发布，请重新发布以通知车间', 'The task is published: publish again to tell the floor')
    warnings.push({ kind: 'published_moved', message: say(message, language) })
  }
  return warnings
}
