import type { Out } from '@qitao/core/call.ts'
import type { previewRepair } from '../schedule.calls.ts'

type Answer = Out<typeof previewRepair>
type Choice = Answer['choices'][number]
type Moved = Choice['moved'][number]

export interface RepairDifference {
  /** It is not offered any more. */
  readonly isGone: boolean
  readonly late_orders: readonly [before: number, after: number]
  readonly late_hours: readonly [before: number, after: number]
  /** Move now and did not. */
  readonly added: readonly Moved[]
  /** Moved and do not now. */
  readonly dropped: readonly Moved[]
  /** Go somewhere else than was shown. */
  readonly elsewhere: readonly { readonly before: Moved; readonly after: Moved }[]
}

/** What is another now in a choice that somebody has looked at; `after`: the same choice now. */
export function repairDifference(before: Choice, after: Choice | undefined): RepairDifference {
  const was = new Map(before.moved.map(task => [task.task_id, task]))
  const is = new Map(after?.moved.map(task => [task.task_id, task]))
  const both = [...is.values()].flatMap(now => {
    const then = was.get(now.task_id)
    return then ? [{ before: then, after: now }] : []
  })
  const totals = after?.totals ?? before.totals
  return {
    isGone: after === undefined,
    late_orders: [before.totals.late_orders, totals.late_orders],
    late_hours: [before.totals.late_hours, totals.late_hours],
    added: [...is.values()].filter(task => !was.has(task.task_id)),
    dropped: [...was.values()].filter(task => !is.has(task.task_id)),
    elsewhere: both.filter(
      ({ before: then, after: now }) =>
        then.machine_no !== now.machine_no || then.start_time !== now.start_time || then.end_time !== now.end_time,
    ),
  }
}
