import { memberCalls } from '@qitao/access/model/member/user.calls.ts'
import { downloadAttachment } from '@qitao/access/model/record/attachment.calls.ts'
import type { Out } from '@qitao/core/call.ts'
import { drawingCalls } from '@qitao/engineering/model/document/drawing.calls.ts'
import { fileVersionStatus } from '@qitao/engineering/model/document/file-version.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { fetchFile, send } from '@qitao/platform/web/call/client.ts'
import type { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { device, failureOf } from '@qitao/platform/web/offline/device.ts'
import { forget, keep, readKept } from '@qitao/platform/web/offline/device-store.ts'
import { createStore } from '@qitao/platform/web/store.ts'
import { scrapReasonCalls } from '../../model/reason/scrap-reason.calls.ts'
import type { ScrapReasonRow } from '../../model/reason/scrap-reason.record.ts'
import { listReports, listReportTasks, proposeReportTrace, type TaskRow } from '../../model/report.calls.ts'

export type Trace = Out<typeof proposeReportTrace>
export interface Drawing {
  readonly attachment_id: string
  readonly name: string
  readonly mime_type: string
}
/** What a member works by for a shift, as it was when the server was reached last. */
export interface Shift {
  readonly owner: string
  /** When tasks were asked for, and when all that belongs to them was: milliseconds of the device. */
  readonly tasksAt: number
  readonly preparedAt: number
  readonly tasks: readonly TaskRow[]
  /** Why pieces were bad lately. */
  readonly reasons: readonly string[]
  /** Those that the company has named. */
  readonly named?: readonly Pick<ScrapReasonRow, 'group_name' | 'name' | 'process_id'>[]
  readonly people: readonly { id: string; name: string }[]
  /** Which version of each task that was loaded for. */
  readonly versions: Readonly<Record<string, number>>
  /** Lots and pieces, by task; drawings by material. */
  readonly traces: Readonly<Record<string, Trace>>
  readonly drawings: Readonly<Record<string, readonly Drawing[]>>
}
/** Undefined: nothing was ever loaded. */
export const shift = createStore<Shift | undefined>(undefined)
/** Why the tasks of a member did not come, as the server said last. */
export const notLoaded = createStore<{ readonly owner: string; readonly failure: CallFailure } | undefined>(undefined)

const mostTasks = 200
/** Of so many tasks, the next ones, all that belongs to them is loaded. */
const prepared = 40
/** Lots, drawings, people and reasons are asked for again so often. */
const renewEvery = 10 * 60_000
const open: number[] = [taskStatus.codes.not_started, taskStatus.codes.started]
const kept = (owner: string): string => `shift:${owner}`
const fileKey = (attachment_id: string): string => `file:${attachment_id}`
export const keptFile = (attachment_id: string): Promise<Blob | undefined> => readKept<Blob>(fileKey(attachment_id))

/** What the device has of the member's shift; works without a connection. */
export async function readShift(): Promise<void> {
  const owner = device.get()?.holder?.owner
  if (shift.get()?.owner === owner) return
  shift.set(owner === undefined ? undefined : await readKept<Shift>(kept(owner)))
}

/** Asks for the tasks anew, and for what belongs to them when that is old; answers why it could not. */
export async function loadShift(): Promise<CallFailure | undefined> {
  const owner = device.get()?.holder?.owner
  if (owner === undefined) return undefined
  const failure = await failureOf(() => loadTasks(owner))
  // Without a connection what was said last stands.
  if (failure?.kind === 'refused' || failure?.kind === 'http') notLoaded.set({ owner, failure })
  else if (!failure) notLoaded.set(undefined)
  return failure
}
async function loadTasks(owner: string): Promise<void> {
  await readShift()
  const tasksAt = Date.now()
  const { result: tasks } = await send(listReportTasks, {
    ...{ mine: true, statuses: open, page_size: mostTasks, order_by: 'start_time' },
  })
  const before = shift.get()
  const nothing = { preparedAt: 0, reasons: [], people: [], versions: {}, traces: {}, drawings: {} }
  await show({ ...nothing, ...before, owner, tasks, tasksAt })
  const next = tasks.slice(0, prepared)
  if (tasksAt - (before?.preparedAt ?? 0) >= renewEvery) void prepareBeside(owner, () => prepare(next))
  else {
    const changed = next.filter(({ id, row_version }) => before?.versions?.[id] !== row_version)
    if (changed.length > 0) void prepareBeside(owner, () => prepareSome(next, changed))
  }
}
type Prepared = Pick<Shift, 'versions' | 'traces' | 'drawings'> & Partial<Shift>
let preparing = false
/** Beside what the person does: a report does not wait for lots and drawings. What does not answer stays as it was. */
async function prepareBeside(owner: string, load: () => Promise<Prepared>): Promise<void> {
  if (preparing) return
  preparing = true
  await failureOf(async () => {
    const ready = await load()
    const now = shift.get()
    if (now?.owner === owner) await show({ ...now, ...ready })
  }).finally(() => {
    preparing = false
  })
}
async function show(made: Shift): Promise<void> {
  // Somebody else may have signed in while it was asked.
  if (device.get()?.holder?.owner !== made.owner) return
  await keep(kept(made.owner), made)
  shift.set(made)
}

/** All that the next tasks need. */
async function prepare(tasks: readonly TaskRow[]): Promise<Prepared> {
  const reports = await send(listReports, { page_size: 200 })
  const people = await send(memberCalls.list, { page_size: -1 })
  const named = await send(scrapReasonCalls.list, { page_size: -1 })
  const ready = { traces: await tracesOf(tasks), drawings: await drawingsOf(tasks), versions: versionsOf(tasks) }
  await keepFiles(ready.drawings)
  return {
    ...{ ...ready, preparedAt: Date.now() },
    reasons: [...new Set(reports.result.flatMap(({ defect_reason }) => defect_reason ?? []))],
    named: named.result.map(({ group_name, name, process_id }) => ({ group_name, name, process_id })),
    people: people.result.map(({ id, name }) => ({ id, name })),
  }
}
/** What has changed since, and drawings of what is new. */
async function prepareSome(tasks: readonly TaskRow[], changed: readonly TaskRow[]): Promise<Prepared> {
  const { versions = {}, traces = {}, drawings: before = {} } = shift.get() ?? {}
  const isNext = new Set(tasks.map(({ id }) => id))
  const still = <T>(of: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(of).filter(([id]) => isNext.has(id)))
  const drawings = { ...before, ...(await drawingsOf(changed.filter(({ material_id }) => !before[material_id]))) }
  const ready = {
    drawings,
    traces: { ...still(traces), ...(await tracesOf(changed)) },
    versions: { ...still(versions), ...versionsOf(changed) },
  }
  await keepFiles(drawings)
  return ready
}
const versionsOf = (tasks: readonly TaskRow[]) =>
  Object.fromEntries(tasks.map(({ id, row_version }) => [id, row_version]))

async function tracesOf(tasks: readonly TaskRow[]): Promise<Record<string, Trace>> {
  const traces: Record<string, Trace> = {}
  // One after the other: a floor full of devices must not fill the server's line.
  for (const { id, reportable_quantity } of tasks)
    traces[id] = await send(proposeReportTrace, {
      ...{ task_id: id, quantity: Number(reportable_quantity) > 0 ? reportable_quantity : '1' },
    })
  return traces
}
async function drawingsOf(tasks: readonly TaskRow[]): Promise<Record<string, Drawing[]>> {
  const drawings: Record<string, Drawing[]> = {}
  for (const material_id of new Set(tasks.map(task => task.material_id))) {
    const found = await send(drawingCalls.list, {
      ...{ material_id, statuses: [fileVersionStatus.codes.valid], page_size: -1 },
    })
    drawings[material_id] = found.result.map(({ attachment_id, name, version, mime_type }) => ({
      ...{ attachment_id, mime_type, name: `${name} ${version}` },
    }))
  }
  return drawings
}
async function keepFiles(drawings: Shift['drawings']): Promise<void> {
  const ids = Object.values(drawings).flatMap(all => all.map(({ attachment_id }) => attachment_id))
  const wanted = new Set(ids.map(fileKey))
  await forget(key => key.startsWith('file:') && !wanted.has(key))
  for (const attachment_id of new Set(ids)) {
    if (await keptFile(attachment_id)) continue
    const { content } = await fetchFile(downloadAttachment, { attachment_id })
    await keep(fileKey(attachment_id), content)
  }
}
