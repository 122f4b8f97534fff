import { add, isMore, isNegative, isPositive, subtract } from '@qitao/core/quantity.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { inOrder, type QueuedAction } from '@qitao/platform/web/offline/action.ts'
import { addReport, pauseTask, resumeTask, startTask, type TaskRow } from '../../model/report.calls.ts'

/** A task with what waits on the device for the server: shown, never sent. */
export interface ExpectedTask extends TaskRow {
  /** Reported on the device only. */
  readonly waiting_quantity: string
}
const zeroAtLeast = (quantity: string): string => (isNegative(quantity) ? '0' : quantity)

const isWaiting = ({ state }: QueuedAction): boolean => state === 'waiting'
/** Pieces that go back to a step before are not there any more until they come again. */
const sentBackBy = (reports: readonly QueuedAction[]): string =>
  reports.reduce(
    (sum, { input }) => (input.rework_sequence === undefined ? sum : add(sum, String(input.rework_quantity))),
    '0',
  )
const amountOf = (reports: readonly QueuedAction[]): string =>
  reports.reduce(
    (sum, { input }) => add(sum, add(String(input.finished_quantity), String(input.defective_quantity))),
    '0',
  )

/**
 * Tasks as they will stand when everything that waits has been done; those that it ends go. `askedAt`: what was answered after the tasks were
 * asked for is not in them yet.
 */
export function expectedTasks(
  tasks: readonly TaskRow[],
  actions: readonly QueuedAction[],
  askedAt: number,
): ExpectedTask[] {
  const ofTask = Map.groupBy(
    actions.filter(one => isWaiting(one) || (one.state === 'done' && (one.answered_at ?? 0) > askedAt)),
    ({ input }) => String(input.task_id),
  )
  return tasks.flatMap(task => {
    const own = ofTask.get(task.id) ?? []
    const reports = own.filter(({ path }) => path === addReport.path)
    const unseen = amountOf(reports)
    const open_quantity = zeroAtLeast(subtract(task.open_quantity, unseen))
    if (reports.some(({ input }) => input.finishes === true) || (reports.length > 0 && !isPositive(open_quantity)))
      return []
    const isStarted = reports.length > 0 || own.some(({ path }) => path === startTask.path)
    return [
      {
        ...task,
        ...{ open_quantity, waiting_quantity: amountOf(reports.filter(isWaiting)) },
        status: isStarted ? taskStatus.codes.started : task.status,
        ...restOf(task, own),
        reportable_quantity: zeroAtLeast(subtract(subtract(task.reportable_quantity, unseen), sentBackBy(reports))),
      },
    ]
  })
}
/** Whether it rests when what was done here has been done, and how long it did before. */
function restOf(
  task: TaskRow,
  own: readonly QueuedAction[],
): Pick<TaskRow, 'paused_since' | 'pause_reason' | 'paused_seconds'> {
  let { paused_since, pause_reason, paused_seconds } = task
  for (const { path, input } of inOrder(own)) {
    const at = Number(input.at ?? 0)
    if (path === pauseTask.path && paused_since === null) {
      paused_since = at
      pause_reason = input.reason as TaskRow['pause_reason']
    } else if (path === resumeTask.path && paused_since !== null) {
      paused_seconds += Math.max(0, at - paused_since)
      paused_since = null
      pause_reason = null
    }
  }
  return { paused_since, pause_reason, paused_seconds }
}

/** Begun ones first, then by their time. */
export const inSequence = <T extends TaskRow>(tasks: readonly T[]): T[] =>
  tasks.toSorted((a, b) => b.status - a.status || a.start_time - b.start_time || a.sequence - b.sequence)

/** What a label means: the number of a task, or of a work order with its next task. Exactly, or nothing. */
export const taskOf = <T extends TaskRow>(code: string, tasks: readonly T[]): T | undefined =>
  tasks.find(({ task_no }) => task_no === code) ?? tasks.find(({ mo_no }) => mo_no === code)
export const isOver = (task: ExpectedTask, total: string): boolean => isMore(total, task.reportable_quantity)
