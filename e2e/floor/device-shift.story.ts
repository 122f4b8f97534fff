// A shift of five hundred reports with the device's own outbox against the server, cut at twelve planted moments. Each is booked once or told
// why not, and the ledger is exact. What the browser adds to it (its database, its worker, its page) is told in `offline.story.ts`.
import { expect, test } from '@playwright/test'
import { addUser } from '@qitao/access/model/member/user.calls.ts'
import { commonUpload } from '@qitao/access/model/record/attachment.calls.ts'
import { logout } from '@qitao/access/model/session/session.calls.ts'
import type { Envelope } from '@qitao/core/call.ts'
import type { RefusalData } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { CallFailure } from '@qitao/platform/web/call/failures.ts'
import type { QueuedAction, QueuedPhoto } from '@qitao/platform/web/offline/action.ts'
import { type ActionKeeper, type Deliver, openOutbox } from '@qitao/platform/web/offline/outbox.ts'
import { addReport, listDispatchTasks, reassignTasks } from '@qitao/shopfloor/model/report.calls.ts'
import { shopfloorErrors } from '@qitao/shopfloor/model/shopfloor.errors.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { tokenOf } from '../uploads.ts'
import { booked, ledgerIsExact } from './booked.ts'

const actions = 500
const orders = 10
/** No connection while these are taken; meanwhile the last order's task is given to somebody else. */
const away = { from: 220, givenOn: 250, to: 280 }
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** At which action what goes wrong; beside these the connection that is away, and the task that is given on. */
const planted = {
  20: 'never sent',
  60: 'answer lost',
  100: 'gateway',
  140: 'server starts again',
  160: 'session over',
  180: 'session over, sign-in lost',
  300: 'photo never sent',
  340: 'photo answer lost',
  380: 'power gone before it is kept',
  420: 'power gone after it is kept',
  460: 'power gone as it is sent',
} as const
type Fault = (typeof planted)[keyof typeof planted]
class PowerCut extends Error {}
const lost = () => new CallFailure('network', 0)

/** What outlives a page; the power goes where it is told to. */
class Disk implements ActionKeeper {
  readonly kept = new Map<string, QueuedAction>()
  cut: 'before' | 'after' | undefined
  async all() {
    return [...this.kept.values()]
  }
  async put(action: QueuedAction) {
    const { cut } = this
    this.cut = undefined
    if (cut === 'before') throw new PowerCut()
    this.kept.set(action.id, action)
    if (cut === 'after') throw new PowerCut()
  }
  async remove(id: string) {
    this.kept.delete(id)
  }
  async become(id: string, next: Parameters<ActionKeeper['become']>[1]) {
    const made = next(this.kept.get(id))
    if (!made) return false
    this.kept.delete(id)
    for (const action of made) this.kept.set(action.id, action)
    return true
  }
}

async function asked(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init).catch(() => {
    throw lost()
  })
  if (!response.ok) throw new CallFailure('http', response.status)
  const { code, data, message } = (await response.json()) as Envelope
  if (code !== 200) throw new CallFailure('refused', code, (data ?? {}) as RefusalData, message)
  return data
}

test('five hundred reports, cut at twelve moments: each is booked once or told why not, the ledger is exact', async ({
  baseURL,
}) => {
  test.setTimeout(300_000)
  const account = await newCompany('Shift', 'Ada')
  const caller = await signIn(baseURL!, account)
  await fill(baseURL!, account, async company => {
    for (let n = 0; n < orders; n++) await onTheFloor(company, { quantity: '100', stock: '500' })
  })
  const { output: floor } = await caller.send(listDispatchTasks, { page_size: 100, order_by: 'task_no' })
  const tasks = floor.result.filter(task => Number(task.reportable_quantity) > 0)
  const lin = { account: 'lin', name: 'Lin', password: 'Other-2026-lin' }
  const { output: next } = await caller.send(addUser, lin)

  let token = await tokenOf(baseURL!, account)
  let isAway = false
  const faults: Fault[] = []
  const met: Fault[] = []
  const meets = (fault: Fault): boolean => {
    if (faults[0] !== fault) return false
    met.push(faults.shift()!)
    return true
  }
  const headers = (key: string) => ({ authorization: token, 'idempotency-key': key })
  const send = async (action: QueuedAction, tell: (photos: readonly QueuedPhoto[]) => Promise<void>) => {
    if (isAway || meets('never sent')) throw lost()
    if (meets('gateway')) throw new CallFailure('http', 502)
    if (meets('server starts again')) throw new CallFailure('http', 503)
    let { photos } = action
    for (const { key, file, name, attachment_id } of photos) {
      if (attachment_id !== undefined) continue
      if (meets('photo never sent')) throw lost()
      const body = new FormData()
      body.set('module', 'report_record')
      body.set('file', file, name)
      const answer = await asked(baseURL! + commonUpload.path, { method: 'POST', headers: headers(key), body })
      if (meets('photo answer lost')) throw lost()
      const { attachment } = answer as { attachment: { id: string } }
      photos = photos.map(photo => (photo.key === key ? { ...photo, attachment_id: attachment.id } : photo))
      await tell(photos)
    }
    const files = photos.length > 0 ? { attachment_ids: photos.map(({ attachment_id }) => attachment_id) } : {}
    const body = JSON.stringify({ ...action.input, ...files })
    const init = { headers: { ...headers(action.id), 'content-type': 'application/json' }, body }
    await asked(baseURL! + action.path, { method: addReport.method, ...init })
    if (meets('power gone as it is sent')) throw new PowerCut()
    if (meets('answer lost')) throw lost()
  }
  const deliver: Deliver = (action, tell) =>
    send(action, tell).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof CallFailure) return error
        throw error
      },
    )
  const disk = new Disk()
  const open = () => openOutbox({ owner: 'a', keeper: disk, deliver, now: Date.now, newKey: () => crypto.randomUUID() })
  let box = await open()
  const restarted = async (error: unknown): Promise<'later'> => {
    if (!(error instanceof PowerCut)) throw error
    box = await open()
    return 'later'
  }
  /** As the device does: again while there is no way through, and signed in anew when the session is over. */
  const sent = async (): Promise<void> => {
    for (;;) {
      const flushed = await box.flush().catch(restarted)
      if (flushed === 'through' || isAway) return
      if (flushed === 'sign_in' && !meets('session over, sign-in lost')) token = await tokenOf(baseURL!, account)
    }
  }

  const took: number[] = []
  const isKept = new Set<number>()
  for (let n = 0; n < actions; n++) {
    isAway = n >= away.from && n < away.to
    const fault: Fault | undefined = (planted as Partial<Record<number, Fault>>)[n]
    if (fault?.startsWith('power gone') && !fault.endsWith('sent')) {
      disk.cut = fault.includes('before') ? 'before' : 'after'
      met.push(fault)
    } else if (fault) faults.push(fault)
    if (fault?.startsWith('session over'))
      await asked(baseURL! + logout.path, {
        ...{ method: 'POST', body: '{}' },
        headers: { ...headers(`out ${n}`), 'content-type': 'application/json' },
      })
    if (n === away.givenOn)
      await caller.send(reassignTasks, { task_ids: [tasks.at(-1)!.id], user_ids: [next.id], reason: 'shift' })
    const task = tasks[n % orders]!
    const isLater = n >= away.givenOn ? 0 : 60
    const began = performance.now()
    await box
      .take({
        ...{ path: addReport.path, lane: task.mo_id, title: text(`${n}`, `${n}`) },
        input: {
          ...{ task_id: task.id, finished_quantity: '1', defective_quantity: '0', remark: `${n}` },
          device_time: Math.floor(Date.now() / 1000) - isLater,
        },
        photos: fault?.startsWith('photo') ? [{ key: crypto.randomUUID(), file: new Blob([png]), name: 'a.png' }] : [],
      })
      .then(() => isKept.add(n), restarted)
    await sent()
    // The session that ends is found by the next that is sent, and so on: only what is sent at once is timed.
    if (!isAway && !fault) took.push(performance.now() - began)
    if (fault === 'session over') met.push(...faults.splice(0))
  }
  await sent()
  expect([...met].sort()).toEqual(Object.values(planted).toSorted())

  // What is refused says why, and is given up by a person; what stood behind it has its own answer then.
  const told = new Map<number, number | undefined>()
  for (;;) {
    const refused = box.actions.get().find(({ state }) => state === 'refused')
    if (!refused) break
    told.set(Number(refused.input.remark), refused.failure?.code)
    expect(await box.drop(refused)).toBe(true)
    await sent()
  }
  const reports = await booked(caller)
  const done = reports.map(({ remark }) => Number(remark))
  expect(new Set(done).size).toBe(done.length)
  // One was not kept, as the power went before, and the person was not told that it was.
  expect(isKept.size).toBe(actions - 2)
  expect(done.length + told.size).toBe(actions - 1)
  expect([...told.keys()].filter(n => done.includes(n))).toEqual([])
  for (const n of isKept) expect(done.includes(n) || told.has(n)).toBe(true)
  // Told: what was done of the last task after it had been given on. Before that it counts, though it arrived later.
  expect([...told]).toEqual(
    Array.from({ length: actions }, (_, n) => n)
      .filter(n => n % orders === orders - 1 && n >= away.givenOn)
      .map(n => [n, shopfloorErrors.notAssigned.code]),
  )
  expect(reports.filter(({ attachment_count }) => attachment_count === 1)).toHaveLength(2)
  await ledgerIsExact(caller)
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(0)
  console.log(`report to answer, ${sorted.length} of ${actions}: median ${at(0.5)} ms, p95 ${at(0.95)} ms`)
})
