import type { In } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { HandTask } from '@qitao/planning/scheduling/hand-answer.ts'
import { type Context, expectVersion } from '@qitao/platform/server/handle.ts'
import { sql } from 'kysely'
import { brokenRules } from '../model/broken-rules.ts'
import { isHeld } from '../model/hand.rules.ts'
import type { restoreTasks } from '../model/schedule.calls.ts'
import { schedulingErrors } from '../model/scheduling.errors.ts'
import type { MadeByHand } from './hand-changes.ts'
import { tasksForUpdate } from './plan.queries.ts'

/** The places as the engine takes them; the tasks are as they were when they were asked for, and nothing holds them. */
export async function placesToRestore(
  { tx, org_id }: Context,
  places: In<typeof restoreTasks>['tasks'],
): Promise<HandTask[]> {
  const wanted = new Map(places.map(place => [place.task_id, place]))
  const found = await tasksForUpdate(tx, org_id, sql`t.id = any(${[...wanted.keys()]}::uuid[])`)
  if (found.length < wanted.size) refuse(generalErrors.recordNotFound)
  return found.map(task => {
    const to = wanted.get(task.id)!
    expectVersion(task, to.row_version)
    if (isHeld(task))
      refuse(schedulingErrors.capacityLocked, { object: task.task_no, detail: text('{object}', '{object}') })
    return {
      ...{ operation: task.operation_id, machine: to.device_id, setupStart: to.setup_start_time, start: to.start_time },
      ...{ end: to.end_time, setupSeconds: to.setup_seconds },
    }
  })
}

export function expectUnbroken({ outcome, nameOf }: MadeByHand): void {
  const [broken] = outcome.broken
  if (!broken) return
  const detail = brokenRules[broken.rule as keyof typeof brokenRules]
  refuse(schedulingErrors.infeasible, {
    object: nameOf('operation', broken.operation) ?? '',
    detail: detail ?? text('{object}', '{object}'),
  })
}
