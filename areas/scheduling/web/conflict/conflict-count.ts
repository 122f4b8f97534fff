import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useMemo } from 'react'
import { countConflicts } from '../../model/conflict/conflict.calls.ts'
import type { ConflictKind } from '../../model/conflict/conflict.status.ts'

export interface Conflicts {
  /** Undefined while it is not known. */
  readonly total: number | undefined
  readonly failed: boolean
  readonly ofTask: ReadonlyMap<string, readonly ConflictKind[]>
}

/** Time alone makes conflicts, and so do others who receive, report and stop machines. */
const lookEvery = 60_000

/** How many conflicts the plan has, and on which tasks: one answer for the head of the page and the bars. */
export function useConflicts(): Conflicts {
  const { data, error } = useCall(countConflicts, {}, { refetchEvery: lookEvery })
  const ofTask = useMemo(() => new Map(data?.tasks.map(({ task_id, kinds }) => [task_id, kinds])), [data])
  return { total: data?.total, failed: error !== null && !data, ofTask }
}
