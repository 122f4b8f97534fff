import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Violation } from '@qitao/planning/checker/violation.ts'
import type { HandTask } from '@qitao/planning/scheduling/hand/hand-answer.ts'
import { type Context, expectVersion } from '@qitao/platform/server/http/handle.ts'
import { log } from '@qitao/platform/server/log.ts'
import { brokenRules } from '../../model/hand/checker-words.ts'
import type { HandChange, HandOutcome } from '../../model/hand/hand.rules.ts'
import type { NameOf } from '../../model/hand/name-of.ts'
import type { ScheduleFacts } from '../../model/problem/facts.ts'
import { onlyOrders } from '../../model/problem/renewed-facts.rules.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import type { TaskReason, TaskRow } from '../../model/task.record.ts'
import { namedReason } from '../../model/what-if/outcome.rules.ts'
import { lockTasks, type MovedRow, saveMoves, tasksByIds } from '../plan/plan.queries.ts'
import { tellManufacturing } from '../plan/tell-manufacturing.ts'
import { handInThread } from '../plan/threads.ts'
import { lockStanding, type PlanRead } from '../problem/read-plan.ts'

export interface MadeByHand {
  readonly facts: ScheduleFacts
  readonly outcome: HandOutcome
  readonly nameOf: NameOf
}
/** An order's operation made in other parts: the whole plan as it would be then. */
export interface Parted {
  readonly mo_id: string
  readonly facts: ScheduleFacts
}

/** Makes a change on the whole plan, in a thread. Nothing is saved, and nothing is locked meanwhile. */
export async function makeByHand(read: PlanRead, change: HandChange, parted?: Parted): Promise<MadeByHand> {
  const { org_id, held, only_kitted, nameOf } = read
  const facts = parted?.facts ?? read.facts
  const outcome = await handInThread(read.known, {
    ...{ org_id, held, only_kitted, change, now: facts.now, time_zone: facts.time_zone },
    ...(parted ? { parted: { mo_ids: [parted.mo_id], orders: onlyOrders(facts, new Set([parted.mo_id])) } } : {}),
  })
  return { facts, outcome, nameOf }
}

/** Nothing is stored that the checker finds wrong: places of old that are taken by now, or a fault of the engine. */
export function expectUnbroken(broken: readonly Violation[], nameOf: NameOf): void {
  const [first] = broken
  if (!first) return
  log.warn({ broken: broken.slice(0, 10) }, 'a change of the plan breaks its rules')
  refuse(schedulingErrors.infeasible, {
    object: nameOf('operation', first.subject) ?? '',
    detail: brokenRules[first.rule] ?? text('{object}', '{object}'),
  })
}

/** Tasks by their ids, with the versions that the caller knows. */
export type KnownVersions = ReadonlyMap<string, number>

/**
 * Locks all that a change writes to; what it was computed from stands, or it is Moved. Answers the tasks that were asked for,
 * which are still those that the caller saw.
 */
export async function lockChanged(
  { tx, org_id }: Context,
  read: PlanRead,
  moved: readonly Pick<HandTask, 'operation'>[],
  { asked = new Map(), mo_ids = [] }: { readonly asked?: KnownVersions; readonly mo_ids?: readonly string[] } = {},
): Promise<TaskRow[]> {
  const operations = new Set(moved.map(({ operation }) => operation))
  const written = read.facts.tasks.filter(task => operations.has(task.operation_id) || asked.has(task.id))
  await lockStanding(tx, read, [...new Set([...mo_ids, ...written.map(({ mo_id }) => mo_id)])])
  await lockTasks(
    tx,
    org_id,
    written.map(({ id }) => id),
  )
  const found = new Map((await tasksByIds(tx, org_id, [...asked.keys()])).map(task => [task.id, task]))
  return [...asked].map(([id, row_version]) => expectVersion(found.get(id), row_version))
}

export const byHand = ({ start }: HandTask): TaskReason => ({
  ...{ kind: 'hand', until: start, object_id: null, object_name: null },
})

export const movedRow = ({ operation, machine, setupStart, start, end, setupSeconds }: HandTask): MovedRow => ({
  ...{ operation_id: operation, device_id: machine, setup_start_time: setupStart, start_time: start, end_time: end },
  ...{ setup_seconds: setupSeconds, reasons: null },
})

/** Operations with other reasons than they have: what a person has placed, or what goes back to where it stood with its own. */
export type OtherReasons = ReadonlyMap<string, readonly TaskReason[]>
/** Those of these operations that have moved were placed by a person. */
export const placedByHand = (moved: readonly HandTask[], chosen: Iterable<string>): OtherReasons => {
  const asked = new Set(chosen)
  return new Map(moved.flatMap(task => (asked.has(task.operation) ? [[task.operation, [byHand(task)]]] : [])))
}

/** Of what was pushed along the plan says why; of what a person has placed, that he has. */
export const reasonsOfMoved = ({ outcome, nameOf }: MadeByHand, chosen: OtherReasons = new Map()): OtherReasons =>
  new Map<string, readonly TaskReason[]>([
    ...[...outcome.reasons].map(([operation, why]) => [operation, why.map(one => namedReason(one, nameOf))] as const),
    ...chosen,
  ])

/**
 * Writes the tasks and tells manufacturing; answers them as they are now. `reasons`: why they stand there; `written`: ids of tasks
 * that are changed already.
 */
export async function saveByHand(
  { tx, org_id }: Context,
  moved: readonly HandTask[],
  reasons: OtherReasons,
  written: readonly string[] = [],
): Promise<TaskRow[]> {
  const ids = await saveMoves(
    tx,
    org_id,
    moved.map(task => ({ ...movedRow(task), reasons: reasons.get(task.operation) ?? null })),
  )
  const changed = await tasksByIds(tx, org_id, [...new Set([...ids, ...written])])
  await tellManufacturing(tx, org_id, [...new Set(changed.map(({ mo_id }) => mo_id))])
  return changed
}
