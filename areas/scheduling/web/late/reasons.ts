import type { Say } from '@qitao/platform/web/session/language.ts'
import { reasonWords } from '../../model/late/reason-words.ts'
import type { TaskReason, TaskRow } from '../../model/task.record.ts'

export const reasonText = (reason: TaskReason, say: Say, timeOf: (instant: number) => string): string =>
  say(reasonWords[reason.kind], { object: reason.object_name ?? '', time: timeOf(reason.until) })

export interface ChainStep {
  readonly task: TaskRow
  readonly reason: TaskReason | undefined
}
/** Longest chain that is told. */
const mostSteps = 15

/**
 * Why a task stands where it stands, step by step back in time: its deciding reason, and when that is another task, that
 * one's. It ends at the first cause that is no task, or at a task that is not on the chart.
 */
export function chainOf(task: TaskRow, byOperation: ReadonlyMap<string, TaskRow>): ChainStep[] {
  const steps: ChainStep[] = []
  const seen = new Set<string>()
  for (let at: TaskRow | undefined = task; at && !seen.has(at.id) && steps.length < mostSteps; ) {
    seen.add(at.id)
    const reason: TaskReason | undefined = at.reasons[0]
    steps.push({ task: at, reason })
    const leads: string | null | false | undefined =
      reason && (reason.kind === 'machine' || reason.kind === 'predecessor') && reason.object_id
    at = leads ? byOperation.get(leads) : undefined
  }
  return steps
}
