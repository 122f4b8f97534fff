import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { send } from '@qitao/platform/web/call/client.ts'
import { type CallFailure, isFailure } from '@qitao/platform/web/call/failures.ts'
import { device, failureOf } from '@qitao/platform/web/offline/device.ts'
import { keep, readKept } from '@qitao/platform/web/offline/device-store.ts'
import { createStore } from '@qitao/platform/web/store.ts'
import { type CountLineRow, type CountRow, countCalls } from '../../model/count/count.calls.ts'
import { countStatus } from '../../model/count/count.status.ts'
import { entriesOf } from './count-scan.ts'

/** A count that goes on, as the device has it. */
export interface CountHere {
  readonly count: CountRow
  readonly lines: readonly CountLineRow[]
  /** When its lines were asked for: all of them, and those that the device had counted meanwhile. Milliseconds of the device. */
  readonly wholeAt: number
  readonly askedAt: number
}
interface Counts {
  readonly owner: string
  readonly all: readonly CountHere[]
}
export const counts = createStore<Counts | undefined>(undefined)
export const countsOffered = createStore(false)

const mostCounts = 20
/** What others have counted is seen this much later at the latest. */
const renewEvery = 5 * 60_000
const kept = (owner: string): string => `counts:${owner}`

export async function readCounts(): Promise<void> {
  const owner = device.get()?.holder?.owner
  if (counts.get()?.owner === owner) return
  show(owner === undefined ? undefined : await readKept<Counts>(kept(owner)))
}
function show(next: Counts | undefined): void {
  counts.set(next)
  countsOffered.set(next !== undefined && next.all.length > 0)
}

/** Counts that go on, with their lines; who may not count has none. */
export async function loadCounts(): Promise<CallFailure | undefined> {
  const owner = device.get()?.holder?.owner
  if (owner === undefined) return undefined
  await readCounts()
  const failure = await failureOf(async () => {
    const { result } = await send(countCalls.list, { statuses: [countStatus.codes.counting], page_size: mostCounts })
    const all: CountHere[] = []
    // What waits for its approval takes no figures.
    for (const count of result)
      if (count.approval_status !== approvalStatus.codes.pending) all.push(await withLines(count, counts.get()))
    const next = { owner, all }
    // Somebody else may have signed in while it was asked.
    if (device.get()?.holder?.owner !== owner) return
    await keep(kept(owner), next)
    show(next)
  })
  if (!isFailure(failure, generalErrors.noPermission)) return failure
  show({ owner, all: [] })
  return undefined
}
async function withLines(count: CountRow, before: Counts | undefined): Promise<CountHere> {
  const known = before?.all.find(one => one.count.id === count.id)
  const askedAt = Date.now()
  if (known && askedAt - known.wholeAt < renewEvery) {
    const places = placesOf(known)
    if (places.length === 0) return { ...known, count }
    if (places.length <= mostPlaces) {
      const anew = new Map<string, CountLineRow>()
      for (const place of places)
        for (const line of await allLines({ count_id: count.id, ...place })) anew.set(line.id, line)
      return { ...known, count, askedAt, lines: known.lines.map(line => anew.get(line.id) ?? line) }
    }
  }
  return { count, lines: await allLines({ count_id: count.id }), wholeAt: askedAt, askedAt }
}
/** More than one answer carries, too. */
async function allLines(of: { count_id: string; location_id?: string; material_id?: string }): Promise<CountLineRow[]> {
  const lines: CountLineRow[] = []
  let cursor: string | null | undefined
  do {
    const page = await send(countCalls.lines, { ...of, page_size: -1, ...(cursor ? { cursor } : {}) })
    lines.push(...page.result)
    cursor = page.next_cursor
  } while (cursor)
  return lines
}
/** Where the server has taken something of it since: those lines are asked for again, unless they are many. */
const mostPlaces = 10
function placesOf({ count, lines, askedAt }: CountHere): { location_id: string; material_id: string }[] {
  const answered = new Set(
    (device.get()?.outbox?.actions.get() ?? [])
      .filter(({ input, answered_at = 0 }) => input.id === count.id && answered_at > askedAt)
      .flatMap(entriesOf)
      .map(({ line_id }) => line_id),
  )
  const places = new Map<string, { location_id: string; material_id: string }>()
  for (const { id, location_id, material_id } of lines)
    if (answered.has(id)) places.set(`${location_id} ${material_id}`, { location_id, material_id })
  return [...places.values()]
}
