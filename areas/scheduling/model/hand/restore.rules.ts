import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import type { ScheduleFacts } from '../problem/facts.ts'
import { mayBePlaced } from '../problem/problem.rules.ts'
import type { TaskReason } from '../task.record.ts'

/** A task as a plan version keeps it. */
export interface KeptTask {
  readonly operation_id: string
  readonly mo_id: string
  readonly device_id: string
  readonly setup_start_time: number
  readonly start_time: number
  readonly end_time: number
  readonly setup_seconds: number
  /** Absent in versions that were kept before they were. */
  readonly reasons?: readonly TaskReason[]
}

/** Kept tasks of orders that may be placed and have a kept task for every open operation; and the orders that have not. */
export function restorable(
  { orders, operations }: Pick<ScheduleFacts, 'orders' | 'operations'>,
  kept: readonly KeptTask[],
): { complete: KeptTask[]; incomplete: string[] } {
  const byOrder = Map.groupBy(kept, task => task.mo_id)
  const open = Map.groupBy(
    operations.filter(operation => operation.status !== taskStatus.codes.done),
    operation => operation.mo_id,
  )
  const complete: KeptTask[] = []
  const incomplete: string[] = []
  for (const { id } of orders.filter(mayBePlaced)) {
    const tasks = byOrder.get(id)
    if (!tasks) continue
    const wanted = new Set(open.get(id)?.map(operation => operation.id))
    const found = tasks.filter(task => wanted.has(task.operation_id))
    if (found.length === wanted.size) complete.push(...found)
    else incomplete.push(id)
  }
  return { complete, incomplete }
}

const lookedAtSeconds = 3_600
/** A start that has passed while people looked at the plan is no reason to drop it: the machine begins late. */
export const hasJustPassed = ({ setup_start_time }: KeptTask, now: number): boolean =>
  setup_start_time < now && now - setup_start_time <= lookedAtSeconds
