import { memberCalls } from '@qitao/access/model/member/user.calls.ts'
import { downloadAttachment } from '@qitao/access/model/record/attachment.calls.ts'
import type { Out } from '@qitao/core/call.ts'
import { subtract } from '@qitao/core/quantity.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { fetchFile, send } from '@qitao/platform/web/call/client.ts'
import type { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { verdictOf } from '@qitao/platform/web/offline/action.ts'
import { device, failureOf } from '@qitao/platform/web/offline/device.ts'
import { forget, keep, readKept } from '@qitao/platform/web/offline/device-store.ts'
import { createStore } from '@qitao/platform/web/store.ts'
import { type AndonRow, callAndon, listAndon } from '../../model/andon/andon.calls.ts'
import { andonStatus } from '../../model/andon/andon.status.ts'
import { listTaskDrawings } from '../../model/drawing/task-drawing.calls.ts'
import { scrapReasonCalls } from '../../model/reason/scrap-reason.calls.ts'
import { latelyGiven, type ScrapReasonRow } from '../../model/reason/scrap-reason.record.ts'
import { listReports, listReportTasks, proposeReportTrace, type TaskRow } from '../../model/report.calls.ts'

/** What so many pieces of a task need and give. */
export interface Trace extends Omit<Out<typeof proposeReportTrace>, 'checks'> {
  /** Absent, as below, where an earlier version of the page has kept it. */
  readonly checks?: Out<typeof proposeReportTrace>['checks']
  /** Absent where an earlier version of the page has kept it. */
  readonly asked?: string
}
export interface Drawing {
  readonly attachment_id: string
  readonly name: string
  readonly mime_type: string
  /** Absent where an earlier version of the page has kept it, as the next. */
  readonly is_instruction?: boolean
  readonly newer_version?: string | null
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
  /** Calls for help from these tasks that nobody has solved. */
  readonly calls?: readonly AndonRow[]
  readonly people: readonly { id: string; name: string }[]
  /** Which version of each task that was loaded for. */
  readonly versions: Readonly<Record<string, number>>
  /** Lots and pieces, and drawings with work instructions, by task. */
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

/** What tasks say that an earlier version of the page has not kept. */
const sinceLast = (task: TaskRow) => ({
  ...{ rework_quantity: '0', steps_before: [] },
  open_quantity: subtract(subtract(task.quantity, task.reported_quantity), task.defective_quantity),
})
/** What the device has of the member's shift; works without a connection. */
export async function readShift(): Promise<void> {
  const owner = device.get()?.holder?.owner
  if (shift.get()?.owner === owner) return
  const found = owner === undefined ? undefined : await readKept<Shift>(kept(owner))
  shift.set(found && { ...found, tasks: found.tasks.map(task => ({ ...sinceLast(task), ...task })) })
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
  const calls = await openCalls(tasks, shift.get())
  // What has come beside while this was asked stays.
  const before = shift.get()
  const nothing = { preparedAt: 0, reasons: [], people: [], versions: {}, traces: {}, drawings: {} }
  await show({ ...nothing, ...before, ...calls, owner, tasks, tasksAt })
  const next = tasks.slice(0, prepared)
  if (tasksAt - (before?.preparedAt ?? 0) >= renewEvery) void prepareBeside(owner, save => prepare(next, save))
  else {
    const changed = next.filter(({ id, row_version }) => before?.versions?.[id] !== row_version)
    if (changed.length > 0) void prepareBeside(owner, save => prepareSome(next, changed, save))
    else if (filesLeft) void prepareBeside(owner, save => prepareDrawings(before?.drawings ?? {}, save))
  }
}
/** Asked for while there are some, and when one went out from here; else only now and then, with the rest. */
async function openCalls(tasks: readonly TaskRow[], before: Shift | undefined): Promise<Pick<Shift, 'calls'>> {
  const { actions } = device.get()?.outbox ?? {}
  const hasCalled = actions
    ?.get()
    .some(({ path, answered_at = 0 }) => path === callAndon.path && answered_at >= (before?.tasksAt ?? 0))
  const isOld = Date.now() - (before?.preparedAt ?? 0) >= renewEvery
  if (!hasCalled && !isOld && !before?.calls?.length) return {}
  const { called, answered } = andonStatus.codes
  const found = await given(() => send(listAndon, { statuses: [called, answered], page_size: mostTasks }))
  const own = new Set(tasks.map(({ id }) => id))
  return found ? { calls: found.result.filter(({ task_id }) => task_id !== null && own.has(task_id)) } : {}
}
/** What has come is kept at once: what fails after it takes nothing of it along. */
type Save = (ready: Partial<Shift>) => Promise<void>
let preparing = false
/** Beside what the person does: a report does not wait for lots and drawings. What does not answer stays as it was. */
async function prepareBeside(owner: string, load: (save: Save) => Promise<void>): Promise<void> {
  if (preparing) return
  preparing = true
  const save: Save = async ready => {
    const now = shift.get()
    if (now?.owner === owner) await show({ ...now, ...ready })
  }
  await failureOf(() => load(save)).finally(() => {
    preparing = false
  })
}
/** Shown also where it cannot be kept: a device without room works as long as the page is open. */
async function show(made: Shift): Promise<void> {
  // Somebody else may have signed in while it was asked.
  if (device.get()?.holder?.owner !== made.owner) return
  shift.set(made)
  await keptIfRoom(kept(made.owner), made)
}
/** Answers whether the device, which may have no room, has kept it. */
const keptIfRoom = (key: string, value: unknown): Promise<boolean> =>
  keep(key, value).then(
    () => true,
    () => false,
  )

/** What the server refuses or fails at is left out, and nothing beside it; without a connection all of it waits for the next. */
async function given<T>(ask: () => Promise<T>): Promise<T | undefined> {
  let found: T | undefined
  const failure = await failureOf(async () => {
    found = await ask()
  })
  const verdict = failure && verdictOf(failure)
  if (verdict === 'later' || verdict === 'sign_in') throw failure
  return found
}

/** All that the next tasks need, what is short and what reports ask for first. */
async function prepare(tasks: readonly TaskRow[], save: Save): Promise<void> {
  const reports = await given(() => send(listReports, { page_size: 200 }))
  const people = await given(() => send(memberCalls.list, { page_size: -1 }))
  const named = await given(() => send(scrapReasonCalls.list, { page_size: -1 }))
  await save({
    ...(reports && { reasons: latelyGiven(reports.result) }),
    ...(named && { named: named.result.map(({ group_name, name, process_id }) => ({ group_name, name, process_id })) }),
    ...(people && { people: people.result.map(({ id, name }) => ({ id, name })) }),
  })
  const { traces = {} } = shift.get() ?? {}
  await save({
    traces: { ...only(traces, tasks), ...(await tracesOf(tasks)) },
    ...{ versions: versionsOf(tasks), preparedAt: Date.now() },
  })
  await prepareDrawings(await drawingsOf(tasks), save)
}
/** What has changed since. */
async function prepareSome(tasks: readonly TaskRow[], changed: readonly TaskRow[], save: Save): Promise<void> {
  const { versions = {}, traces = {}, drawings = {} } = shift.get() ?? {}
  await save({
    traces: { ...only(traces, tasks), ...(await tracesOf(changed)) },
    versions: { ...only(versions, tasks), ...versionsOf(changed) },
  })
  await prepareDrawings({ ...only(drawings, tasks), ...(await drawingsOf(changed)) }, save)
}
function only<T>(of: Readonly<Record<string, T>>, tasks: readonly TaskRow[]): Record<string, T> {
  const ids = new Set(tasks.map(({ id }) => id))
  return Object.fromEntries(Object.entries(of).filter(([id]) => ids.has(id)))
}
const versionsOf = (tasks: readonly TaskRow[]) =>
  Object.fromEntries(tasks.map(({ id, row_version }) => [id, row_version]))

async function tracesOf(tasks: readonly TaskRow[]): Promise<Record<string, Trace>> {
  const traces: Record<string, Trace> = {}
  // One after the other: a floor full of devices must not fill the server's line.
  for (const { id, reportable_quantity } of tasks) {
    const quantity = Number(reportable_quantity) > 0 ? reportable_quantity : '1'
    const trace = await given(() => send(proposeReportTrace, { task_id: id, quantity }))
    if (trace) traces[id] = { ...trace, asked: quantity }
  }
  return traces
}
async function drawingsOf(tasks: readonly TaskRow[]): Promise<Shift['drawings']> {
  if (tasks.length === 0) return {}
  const found = await given(() => send(listTaskDrawings, { task_ids: tasks.map(({ id }) => id) }))
  if (!found) return only(shift.get()?.drawings ?? {}, tasks)
  const byTask = Map.groupBy(found.result, ({ task_id }) => task_id)
  return Object.fromEntries(
    tasks.map(({ id }) => [
      id,
      (byTask.get(id) ?? []).map(({ attachment_id, name, version, mime_type, is_instruction, newer_version }) => ({
        ...{ attachment_id, mime_type, name: `${name} ${version}`, is_instruction, newer_version },
      })),
    ]),
  )
}
/** The connection went before all files were here. */
let filesLeft = false
/** Files last, each by itself, as far as there is room. */
async function prepareDrawings(drawings: Shift['drawings'], save: Save): Promise<void> {
  const files = Object.values(drawings).flatMap(all => all.map(({ attachment_id }) => attachment_id))
  const wanted = new Set(files.map(fileKey))
  await forget(key => key.startsWith('file:') && !wanted.has(key))
  filesLeft = true
  try {
    for (const attachment_id of new Set(files)) {
      if (await keptFile(attachment_id)) continue
      const file = await given(() => fetchFile(downloadAttachment, { attachment_id }))
      if (file && !(await keptIfRoom(fileKey(attachment_id), file.content))) break
    }
    filesLeft = false
  } finally {
    // Offered when its file has had its time to come.
    await save({ drawings })
  }
}
