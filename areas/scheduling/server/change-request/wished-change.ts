import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import type { Text } from '@qitao/core/text.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import type { ChangeEffect, WishedTask } from '../../model/change-request/change-request.calls.ts'
import { changeOf, effectOf, heldWords, type WishedChange } from '../../model/change-request/change-request.rules.ts'
import type { changeKind } from '../../model/change-request/change-request.status.ts'
import type { TaskOfPlan } from '../../model/problem/facts.ts'
import { type MadeByHand, makeByHand } from '../hand/hand-changes.ts'
import { type PlanRead, readPlan } from '../problem/read-plan.ts'

/** A wish on the plan as it stands now. */
export interface WishRead extends WishedChange {
  readonly read: PlanRead
  readonly tasks: readonly TaskOfPlan[]
  /** Who holds them where they are: then the plan is not asked. */
  readonly held: readonly Text[]
}
export interface WishMade {
  readonly made: MadeByHand | undefined
  readonly effect: ChangeEffect
}

export async function readWish(
  context: Context,
  kind: CodeOf<typeof changeKind>,
  wished: readonly Omit<WishedTask, 'row_version'>[],
): Promise<WishRead> {
  const read = await readPlan(context)
  const known = new Map(read.facts.tasks.map(task => [task.id, task]))
  const tasks = wished.map(
    ({ task_id }, index) => known.get(task_id) ?? refuse(generalErrors.recordNotFound, { row: index + 1 }),
  )
  const change = changeOf(read.facts, kind, wished, { part_id: newId(), now: context.now })
  return { read, tasks, held: heldWords(tasks, read.nameOf), ...change }
}

/** In a thread, by what moves tasks on the planner's chart. */
export async function makeWish({ read, tasks, held, change, parted }: WishRead): Promise<WishMade> {
  const asked = new Set([...tasks.map(({ operation_id }) => operation_id), ...(parted ? [parted.part.id] : [])])
  const made = held.length > 0 ? undefined : await makeByHand(read, change, parted)
  const facts = parted?.facts ?? read.facts
  const outcome = made?.outcome ?? { moved: [], refused: [], broken: [] }
  return { made, effect: effectOf(facts, outcome, { asked, nameOf: read.nameOf, held }) }
}
