import { generalErrors } from '@qitao/core/general.errors.ts'
import { sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { among } from '@qitao/platform/server/database.ts'
import { type Context, expectVersion, type Handler, handle } from '@qitao/platform/server/handle.ts'
import { newId } from '@qitao/platform/server/new-id.ts'
import { sql } from 'kysely'
import type { ScheduleFacts } from '../model/facts.ts'
import type { HandChange } from '../model/hand.rules.ts'
import { expectPartable, joinable, joinFacts, restAfter, splitFacts } from '../model/parts.rules.ts'
import { moveRefusal } from '../model/refusals.ts'
import { joinTasks, splitTask } from '../model/schedule.calls.ts'
import { schedulingErrors } from '../model/scheduling.errors.ts'
import { byHand, type MadeByHand, makeByHand, saveByHand } from './hand-changes.ts'
import { warningsOf } from './hand-warnings.ts'
import { addPart, joinParts } from './part.queries.ts'
import { countUp, insertTasks, lockHead, tasksForUpdate } from './plan.queries.ts'
import { expectUnbroken, placesToRestore } from './restore-places.ts'

export const partHandlers: Handler[] = [
  handle(splitTask, async ({ task_id, quantity, machine_no, start_time, row_version }, context) => {
    const { tx, org_id, now } = context
    await lockHead(tx, org_id)
    const [found] = await tasksForUpdate(tx, org_id, sql`t.id = ${task_id}`)
    const task = expectVersion(found, row_version)
    expectPartable(task)
    const part = { id: newId(), quantity, rest: '' }
    const made = await makeByHand(
      context,
      facts => {
        const machine = machineOf(facts, machine_no) ?? task.device_id
        const stands = facts.tasks.find(one => one.id === task.id)!
        const behind = machine === task.device_id ? stands.end_time : stands.start_time
        const start = start_time ?? Math.max(behind, now)
        return { kind: 'place', operation: part.id, machine, start, rest: task.operation_id }
      },
      {
        mo_id: task.mo_id,
        with: facts => {
          const order = facts.orders.find(({ id }) => id === task.mo_id) ?? refuse(generalErrors.recordNotFound)
          part.rest = restAfter(task.quantity, quantity, order.unit_precision)
          return splitFacts(facts, task, { part_id: part.id, quantity, rest: part.rest })
        },
      },
    )
    expectPlaced(made, context)
    const { moved } = made.outcome
    const placed = moved.find(({ operation }) => operation === part.id)!
    await addPart(tx, org_id, task, part)
    const row_id = newId()
    await insertTasks(tx, org_id, [
      {
        ...{ id: row_id, mo_id: task.mo_id, operation_id: part.id, device_id: placed.machine },
        ...{ setup_start_time: placed.setupStart, start_time: placed.start, end_time: placed.end },
        ...{ setup_seconds: placed.setupSeconds, reasons: [byHand(placed)] },
      },
    ])
    const shortened = made.facts.tasks.find(({ id }) => id === task.id)!
    await sql`update production_task set end_time = ${shortened.end_time} where org_id = ${org_id} and id = ${task.id}`.execute(
      tx,
    )
    const others = moved.filter(one => one !== placed)
    const changed = await saveByHand(context, others, new Set(), [task.id, row_id])
    return {
      task: changed.find(({ id }) => id === task.id)!,
      part: changed.find(({ id }) => id === row_id)!,
      changed,
      warnings: warningsOf(context, made, new Set([task.id, row_id]), changed),
      plan_version: await countUp(tx, org_id),
    }
  }),

  handle(joinTasks, async ({ tasks: asked, places }, context) => {
    const { tx, org_id, now } = context
    await lockHead(tx, org_id)
    const versions = new Map(asked.map(({ task_id, row_version }) => [task_id, row_version]))
    const found = await tasksForUpdate(tx, org_id, among(sql`t.id`, [...versions.keys()]))
    if (found.length < versions.size) refuse(generalErrors.recordNotFound)
    const tasks = joinable(found.map(task => expectVersion(task, versions.get(task.id)!)))
    const kept = tasks[0]!
    const change: HandChange = places
      ? { kind: 'restore', tasks: await placesToRestore(context, places), judged: kept.operation_id }
      : {
          ...{ kind: 'place', operation: kept.operation_id, machine: kept.device_id },
          // A start that has passed by now is made up for.
          start: Math.max(kept.start_time, now),
        }
    const steps = tasks.map(({ operation_id }) => operation_id)
    const made = await makeByHand(context, change, { mo_id: kept.mo_id, with: facts => joinFacts(facts, steps) })
    expectPlaced(made, context)
    expectUnbroken(made)
    await joinParts(tx, org_id, tasks, sum(tasks.map(({ quantity }) => quantity)))
    const changed = await saveByHand(context, made.outcome.moved, new Set([kept.operation_id]), [kept.id])
    return {
      task: changed.find(({ id }) => id === kept.id)!,
      changed,
      warnings: warningsOf(context, made, new Set([kept.id]), changed),
      plan_version: await countUp(tx, org_id),
    }
  }),
]

function machineOf({ devices }: ScheduleFacts, machine_no: string | undefined): string | undefined {
  if (machine_no === undefined) return undefined
  const device = devices.find(one => one.machine_no === machine_no)
  return (
    device?.id ??
    refuse(schedulingErrors.deviceUnavailable, { object: machine_no, detail: text('{object}', '{object}') })
  )
}

function expectPlaced({ outcome, nameOf }: MadeByHand, { member }: Context): void {
  const [no] = outcome.refused
  if (!no) return
  const { definition, data } = moveRefusal(no.refusal, no.object, nameOf, member.time_zone)
  refuse(definition, data)
}
