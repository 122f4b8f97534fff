import { text } from '@qitao/core/text.ts'
import { dropAllKept, keptForms, keptOf } from '../form/kept-forms.ts'
import { confirm } from '../show/confirm.tsx'

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
const changed = new Set<() => void>()
/** A page on the screen holds unsaved changes: the window asks before it closes. `release`: lets them go. Returns its end. */
export function whileChanged(release: () => void): () => void {
  changed.add(release)
  addEventListener('beforeunload', warn)
  return () => {
    changed.delete(release)
    if (changed.size === 0) removeEventListener('beforeunload', warn)
  }
}

export const askToLose = (): Promise<boolean> =>
  confirm({
    title: text('有未保存的修改', 'There are unsaved changes'),
    detail: text('离开后这些修改将丢失。', 'They will be lost when you leave.'),
    ok: text('离开', 'Leave'),
    cancel: text('继续编辑', 'Keep editing'),
    danger: true,
  })

/** Before all pages go at once, as somebody signs out or works for another company. */
export const mayLeaveAll = async (): Promise<boolean> =>
  (changed.size === 0 && keptForms.get().size === 0) || askToLose()
/** They go: what was not saved is kept for nobody. */
export function leaveAll(): void {
  releaseShown()
  dropAllKept()
}
export function releaseShown(): void {
  for (const release of changed) release()
}
/** Before tabs close that are not on the screen. */
export const mayClose = async (paths: readonly string[]): Promise<boolean> =>
  paths.every(path => !keptOf(keptForms.get(), path)) || askToLose()
