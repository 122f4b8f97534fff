import { isPositive } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { isHeld } from '../../model/hand/hand.rules.ts'
import type { TaskRow } from '../../model/task.record.ts'

/** What may be split or joined: the same on the page as on the server. */
const isPartable = (task: TaskRow): boolean =>
  !isHeld(task) && !isPositive(task.reported_quantity) && !isPositive(task.defective_quantity)

const held = text('任务已锁定、派工、开工或报工', 'The task is locked, dispatched, begun or reported')

/** Why what is chosen cannot be split; undefined: it can. */
export function whyNotSplit(tasks: readonly TaskRow[]): Text | undefined {
  const [task] = tasks
  if (!task || tasks.length > 1) return text('请选择一个任务', 'Choose one task')
  return isPartable(task) ? undefined : held
}

/** One part chosen means all parts of its operation that may be joined; several mean just these. */
export function toJoin(chosen: readonly TaskRow[], all: readonly TaskRow[]): TaskRow[] {
  const [first] = chosen
  if (!first || first.part_no === null) return []
  const own = all.filter(task => task.mo_id === first.mo_id && task.sequence === first.sequence && isPartable(task))
  return chosen.length === 1 ? own : own.filter(task => chosen.some(({ id }) => id === task.id))
}
export function whyNotJoin(chosen: readonly TaskRow[], all: readonly TaskRow[]): Text | undefined {
  if (chosen.length === 0) return text('请先选择任务', 'Choose tasks first')
  const own = toJoin(chosen, all)
  if (own.length >= 2 && (chosen.length === 1 || own.length === chosen.length)) return undefined
  return chosen.every(task => task.part_no !== null && !isPartable(task))
    ? held
    : text('请选择同一工序拆分出的任务', 'Choose parts of one operation')
}

/** Where tasks stood before a change, with the versions that they have since. */
export const placesBefore = (changed: readonly TaskRow[], before: ReadonlyMap<string, TaskRow>) =>
  changed.flatMap(({ id: task_id, row_version }) => {
    const stood = before.get(task_id)
    if (!stood) return []
    const { device_id, setup_start_time, start_time, end_time, setup_seconds, reasons } = stood
    return [{ task_id, row_version, device_id, setup_start_time, start_time, end_time, setup_seconds, reasons }]
  })
export const versionsOf = (tasks: readonly TaskRow[]) =>
  tasks.map(({ id: task_id, row_version }) => ({ task_id, row_version }))

/** What a change by hand has brought about besides, in place of what the one before it has. */
export function tellWarnings(warnings: readonly { readonly kind: string; readonly message: string }[]): void {
  const grave = warnings.some(({ kind }) => kind !== 'moved')
  toast.forgetFailure()
  if (grave) toast.warnings(warnings.map(({ message }) => message))
  else for (const { message } of warnings) toast.notice({ text: message })
}
