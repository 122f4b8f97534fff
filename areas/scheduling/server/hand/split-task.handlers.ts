import { generalErrors } from '@qitao/core/general.errors.ts'
import { type Quantity, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Context, type Handler, handleInSteps } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { machineOf, placeOfPart } from '../../model/change-request/change-request.rules.ts'
import type { HandChange } from '../../model/hand/hand.rules.ts'
import { moveRefusal } from '../../model/hand/move-errors.ts'
import { expectPartable, joinable, joinFacts, restAfter, splitFacts } from '../../model/hand/split-task.rules.ts'
import { joinTasks, splitTask } from '../../model/schedule.calls.ts'
import type { TaskRow } from '../../model/task.record.ts'
import { insertTasks, planChanged } from '../plan/plan.queries.ts'
import { readPlan } from '../problem/read-plan.ts'
import {
  byHand,
  expectUnbroken,
  lockChanged,
  type MadeByHand,
  makeByHand,
  placedByHand,
  reasonsOfMoved,
  saveByHand,
} from './hand-changes.ts'
import { warningsOf } from './hand-warnings.ts'
import { placesToRestore, reasonsAt, tasksAsked, versionsAsked } from './restore-places.ts'
import { addPart, joinParts } from './split-task.queries.ts'

export const partHandlers: Handler[] = [
  handleInSteps(splitTask, {
    async load({ task_id, quantity, machine_no, start_time, row_version }, context) {
      const task = (await tasksAsked(context, new Map([[task_id, row_version]]))).get(task_id)!
      expectPartable(task)
      const read = await readPlan(context)
      const { facts } = read
      const order = facts.orders.find(({ id }) => id === task.mo_id) ?? refuse(generalErrors.recordNotFound)
      const part = { id: newId(), quantity, rest: restAfter(task.quantity, quantity, order.unit_precision) }
      const apart = splitFacts(facts, task, { part_id: part.id, quantity, rest: part.rest })
      const machine = machineOf(apart, machine_no) ?? task.device_id
      const change = placeOfPart(apart, task, machine, part.id, start_time, context.now)
      return { read, task, part, change, parted: { mo_id: task.mo_id, facts: apart } }
    },
    decide: ({ read, change, parted }) => makeByHand(read, change, parted),
    async save({ row_version }, context, { read, task, part }, made) {
      expectPlaced(made, context)
      await lockChanged(context, read, made.outcome.moved, { asked: new Map([[task.id, row_version]]) })
      const { changed, row_id } = await saveWithPart(context, task, part, made)
      return {
        task: changed.find(({ id }) => id === task.id)!,
        part: changed.find(({ id }) => id === row_id)!,
        changed,
        warnings: warningsOf(context, made, new Set([task.id, row_id]), changed),
        plan_version: await planChanged(context),
      }
    },
  }),

  handleInSteps(joinTasks, {
    async load({ tasks: asked, places }, context) {
      const found = await tasksAsked(context, versionsAsked(asked))
      const tasks = joinable([...found.values()])
      const kept = tasks[0]!
      const stood = places && (await placesToRestore(context, places))
      const change: HandChange = stood
        ? { kind: 'restore', tasks: stood, judged: kept.operation_id }
        : {
            ...{ kind: 'place', operation: kept.operation_id, machine: kept.device_id },
            // A start that has passed by now is made up for.
            start: Math.max(kept.start_time, context.now),
          }
      const read = await readPlan(context)
      const steps = tasks.map(({ operation_id }) => operation_id)
      return { read, tasks, kept, stood, change, parted: { mo_id: kept.mo_id, facts: joinFacts(read.facts, steps) } }
    },
    decide: ({ read, change, parted }) => makeByHand(read, change, parted),
    async save({ tasks: asked, places = [] }, context, { read, tasks, kept, stood }, made) {
      const { tx, org_id } = context
      expectPlaced(made, context)
      await lockChanged(context, read, made.outcome.moved, { asked: versionsAsked([...places, ...asked]) })
      await joinParts(tx, org_id, tasks, sum(tasks.map(({ quantity }) => quantity)))
      const { moved } = made.outcome
      const reasons = stood ? reasonsAt(stood) : reasonsOfMoved(made, placedByHand(moved, [kept.operation_id]))
      const changed = await saveByHand(context, moved, reasons, [kept.id])
      return {
        task: changed.find(({ id }) => id === kept.id)!,
        changed,
        warnings: warningsOf(context, made, new Set([kept.id]), changed),
        plan_version: await planChanged(context),
      }
    },
  }),
]

/** Under the locks of all that a split writes. Answers the tasks that are others now, and the id of the new one. */
export async function saveWithPart(
  context: Context,
  task: TaskRow,
  part: { readonly id: string; readonly quantity: Quantity; readonly rest: Quantity },
  made: MadeByHand,
): Promise<{ changed: TaskRow[]; row_id: string }> {
  const { tx, org_id } = context
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
  return { changed: await saveByHand(context, others, reasonsOfMoved(made), [task.id, row_id]), row_id }
}

/** All that was asked for has a place, and no rule is broken by it. */
export function expectPlaced(made: MadeByHand, { member }: Context): void {
  const { outcome, nameOf } = made
  const [no] = outcome.refused
  if (no) {
    const { definition, data } = moveRefusal(no.refusal, no.object, nameOf, member.time_zone)
    refuse(definition, data)
  }
  expectUnbroken(made.outcome.broken, made.nameOf)
}
