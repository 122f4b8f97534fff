import type { In } from '@qitao/core/call.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { HandTask } from '@qitao/planning/scheduling/hand/hand-answer.ts'
import { type Context, expectVersion } from '@qitao/platform/server/http/handle.ts'
import { isHeld } from '../../model/hand/hand.rules.ts'
import type { restoreTasks } from '../../model/schedule.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import type { TaskReason, TaskRow } from '../../model/task.record.ts'
import { tasksByIds } from '../plan/plan.queries.ts'
import { byHand, type KnownVersions, type OtherReasons } from './hand-changes.ts'

export const versionsAsked = (tasks: readonly { task_id: string; row_version: number }[]): KnownVersions =>
  new Map(tasks.map(({ task_id, row_version }) => [task_id, row_version]))

/** The tasks that are asked for, as the caller saw them. */
export async function tasksAsked(
  { tx, org_id }: Pick<Context, 'tx' | 'org_id'>,
  asked: KnownVersions,
): Promise<Map<string, TaskRow>> {
  const found = new Map((await tasksByIds(tx, org_id, [...asked.keys()])).map(task => [task.id, task]))
  for (const [id, row_version] of asked) expectVersion(found.get(id), row_version)
  return found
}

/** A place with the reasons that the task had there. */
export interface StoodPlace extends HandTask {
  readonly reasons: readonly TaskReason[]
}
/** The places as the engine takes them; the tasks are as they were when they were asked for, and nothing holds them. */
export async function placesToRestore(
  context: Pick<Context, 'tx' | 'org_id'>,
  places: In<typeof restoreTasks>['tasks'],
): Promise<StoodPlace[]> {
  const found = await tasksAsked(context, versionsAsked(places))
  return places.map((to): StoodPlace => {
    const task = found.get(to.task_id)!
    if (isHeld(task))
      refuse(schedulingErrors.capacityLocked, { object: task.task_no, detail: text('{object}', '{object}') })
    const place = {
      ...{ operation: task.operation_id, machine: to.device_id, setupStart: to.setup_start_time, start: to.start_time },
      ...{ end: to.end_time, setupSeconds: to.setup_seconds },
    }
    return { ...place, reasons: to.reasons ?? [byHand(place)] }
  })
}
export const reasonsAt = (places: readonly StoodPlace[]): OtherReasons =>
  new Map(places.map(({ operation, reasons }) => [operation, reasons]))
