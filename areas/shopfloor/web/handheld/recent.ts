import { send } from '@qitao/platform/web/call/client.ts'
import type { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { device, failureOf } from '@qitao/platform/web/offline/device.ts'
import { keep, readKept } from '@qitao/platform/web/offline/device-store.ts'
import { createStore } from '@qitao/platform/web/store.ts'
import { addReport, dropReport, listReports, type ReportRow } from '../../model/report.calls.ts'

/** What the holder has reported lately, as the server has it. */
interface Recent {
  readonly owner: string
  /** Milliseconds of the device. */
  readonly askedAt: number
  readonly reports: readonly ReportRow[]
}
export const recent = createStore<Recent | undefined>(undefined)
export const recentOffered = createStore(false)
const mostShown = 30
/** Others undo reports too: that is seen this much later at the latest. */
const renewEvery = 5 * 60_000
const changing: readonly string[] = [addReport.path, dropReport.path]
const kept = (owner: string): string => `reports:${owner}`

export async function readRecent(): Promise<void> {
  const owner = device.get()?.holder?.owner
  if (recent.get()?.owner === owner) return
  show(owner === undefined ? undefined : await readKept<Recent>(kept(owner)))
}
function show(next: Recent | undefined): void {
  recent.set(next)
  recentOffered.set(next !== undefined && next.reports.length > 0)
}

/** Asked when something of it was answered since, or when it is old. */
export async function loadRecent(): Promise<CallFailure | undefined> {
  const { holder, outbox } = device.get() ?? {}
  if (!holder) return undefined
  await readRecent()
  const { askedAt = 0 } = recent.get() ?? {}
  const isOld = Date.now() - askedAt >= renewEvery
  const isChanged = outbox?.actions.get().some(one => changing.includes(one.path) && (one.answered_at ?? 0) >= askedAt)
  if (!isOld && !isChanged) return undefined
  const asks = Date.now()
  return failureOf(async () => {
    const { result } = await send(listReports, { user_id: holder.user_id, page_size: mostShown })
    // Somebody else may have signed in while it was asked.
    if (device.get()?.holder?.owner !== holder.owner) return
    const next = { owner: holder.owner, askedAt: asks, reports: result }
    show(next)
    await keep(kept(holder.owner), next).catch(() => undefined)
  })
}
