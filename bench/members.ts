// Members of three companies at work at once, with schedules running: what is lost, doubled or refused by a fault, how long
// calls take, what a greedy member costs the others, and how long rows stay locked.
//   npm run bench:members -- [--minutes 10] [--members 20] [--greedy-seconds 60] [--think 4]
// `--think`: seconds from an answer to the next thing that a member does, on average.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { login } from '@qitao/access/model/session/session.calls.ts'
import type { AnyCall, Envelope, In, Out } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { addReconciliation, queryDifferenceList } from '@qitao/insight/model/reconciliation.calls.ts'
import { createSample } from '@qitao/insight/model/sample.calls.ts'
import { listMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { checkKits, lockMaterial, replenishMos } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { askInquiry, confirmInquiry } from '@qitao/promising/model/inquiry.calls.ts'
import { listArrivals, receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { addSalesOrder, listSalesOrders, salesLinesToMo } from '@qitao/sales/model/sales-order.calls.ts'
import { previewPublish, publishPlan } from '@qitao/scheduling/model/publish/publish.calls.ts'
import { alterTask, autoSchedule, queryGantt } from '@qitao/scheduling/model/schedule.calls.ts'
import {
  addDispatch,
  addReport,
  listDispatchTasks,
  listReports,
  listReportTasks,
} from '@qitao/shopfloor/model/report.calls.ts'
import { listStock } from '@qitao/stock/model/stock.calls.ts'
import {
  finishInboundMo,
  listFinishedMos,
  listPickings,
  listShipments,
  pickMaterial,
  returnMaterial,
  shipOrder,
} from '@qitao/warehouse/model/fulfilment.calls.ts'
import { account, type Bench, withServer } from './bench-server.ts'
import { at } from './measure.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    members: { type: 'string', default: '20' },
    'greedy-seconds': { type: 'string', default: '60' },
    think: { type: 'string', default: '4' },
  },
})
const workMs = Number(values.minutes) * 60_000
const membersEach = Number(values.members)
const greedyMs = Number(values['greedy-seconds']) * 1000
const greedyConnections = 50
const thinkMs = Number(values.think) * 1000
const scheduleEveryMs = 60_000
const day = 86_400
/** No row should stay locked longer. */
const lockTargetMs = 250

/** What all members have seen. */
const seen = {
  acknowledged: new Set<string>(),
  /** Milliseconds by path. */
  times: new Map<string, number[]>(),
  /** Writes by path: done, and refused with which code. */
  done: new Map<string, number>(),
  refused: new Map<string, number>(),
  http: new Map<number, number>(),
  retries: 0,
}
const count = <K>(map: Map<K, number>, key: K): unknown => map.set(key, (map.get(key) ?? 0) + 1)

class Member {
  readonly company: string
  readonly user_id: string
  readonly #url: string
  readonly #token: string
  constructor(url: string, company: string, { token, user }: Out<typeof login>) {
    this.#url = url
    this.#token = token
    this.company = company
    this.user_id = user.id
  }
  /** The answer's data; undefined when refused. Sent again under the same key until there is an answer. */
  async ask<C extends AnyCall>(call: C, input: In<C>, times?: number[]): Promise<Out<C> | undefined> {
    const key = randomUUID()
    for (let tries = 0; tries < 30; tries++) {
      const began = performance.now()
      const response = await fetch(this.#url + call.path, {
        method: call.method,
        headers: {
          'content-type': 'application/json',
          authorization: this.#token,
          ...(call.writes && { 'idempotency-key': key }),
        },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(60_000),
      }).catch(() => undefined)
      const envelope = (await response?.json().catch(() => undefined)) as Envelope | undefined
      count(seen.http, response?.status ?? 0)
      if (envelope && response!.status < 500) {
        const taken = performance.now() - began
        if (times) times.push(taken)
        else seen.times.set(call.path, [...(seen.times.get(call.path) ?? []), taken])
        if (envelope.code === 200 || envelope.code === generalErrors.partlyDone.code) {
          if (call.writes) {
            seen.acknowledged.add(key)
            count(seen.done, call.path.split('/').at(-1)!)
          }
          return envelope.data as Out<C>
        }
        count(seen.refused, `${envelope.code} ${call.path.split('/').at(-1)}`)
        return undefined
      }
      seen.retries++
      await wait(100 + Math.random() * 200)
    }
    throw new Error(`${call.path}: no answer`)
  }
}

const from = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]
const upTo = (most: number): number => 1 + Math.floor(Math.random() * most)
type Doing = (member: Member) => Promise<unknown>

const now = () => Math.floor(Date.now() / 1000)
async function sellsAnOrder(member: Member): Promise<void> {
  const known = await member.ask(listSalesOrders, { page_size: 20 })
  const line = from(known?.result ?? [])
  const product = line && (await member.ask(listShipments, { order_id: line.id }))?.result[0]
  if (!product) return
  const lines = [{ material_id: product.material_id, quantity: String(upTo(20)), price: '100' }]
  await member.ask(addSalesOrder, {
    ...{ customer_id: null, order_date: now(), delivery_date: now() + upTo(40) * day },
    ...{ lines, submit: true },
  } as In<typeof addSalesOrder>)
}
async function makesOrders(member: Member): Promise<void> {
  const open = await member.ask(listSalesOrders, { statuses: [10], page_size: 20 })
  const order = from(open?.result ?? [])
  if (order) await member.ask(salesLinesToMo, { order_ids: [order.id] })
}
async function someMos(member: Member, statuses: (10 | 20 | 30)[], most: number): Promise<string[]> {
  const { result } = (await member.ask(listMos, { statuses, page_size: 20 })) ?? { result: [] }
  return result.slice(0, most).map(({ id }) => id)
}
async function checksKits(member: Member): Promise<void> {
  const mo_ids = await someMos(member, [10, 20], 5)
  if (mo_ids.length > 0) await member.ask(checkKits, { mo_ids })
}
async function replenishes(member: Member): Promise<void> {
  const mo_ids = await someMos(member, [10], 1)
  if (mo_ids.length > 0) await member.ask(replenishMos, { mo_ids })
}
async function locksMaterial(member: Member): Promise<void> {
  const mo_ids = await someMos(member, [10, 20], 2)
  if (mo_ids.length > 0) await member.ask(lockMaterial, { mo_ids, locked: Math.random() < 0.5 })
}
async function dragsATask(member: Member): Promise<void> {
  const chart = await member.ask(queryGantt, { timestamp_range: [now(), now() + 20 * day] })
  const task = from((chart?.tasks ?? []).filter(({ status }) => status === 0))
  if (!task) return
  const { id: task_id, row_version } = task
  const later = 3600 * upTo(8)
  await member.ask(alterTask, {
    task_id,
    row_version,
    start_time: task.start_time + later,
    end_time: task.end_time + later,
  })
}
async function publishes(member: Member): Promise<void> {
  const publish_until = now() + 3 * day
  const preview = await member.ask(previewPublish, { publish_until })
  const mo_ids = (preview?.added ?? []).slice(0, 3).map(({ mo_id }) => mo_id)
  if (mo_ids.length > 0) await member.ask(publishPlan, { mo_ids, publish_until })
}
async function dispatches(member: Member): Promise<void> {
  const open = await member.ask(listDispatchTasks, { dispatch_status: 0, page_size: 20, order_by: 'start_time' })
  const task = from(open?.result ?? [])
  if (task) await member.ask(addDispatch, { task_ids: [task.id], user_ids: [member.user_id] })
}
async function reports(member: Member): Promise<void> {
  const tasks = (await member.ask(listReportTasks, { page_size: 20 }))?.result ?? []
  const task = from(tasks.filter(one => Number(one.reportable_quantity) > 0))
  if (!task) return dispatches(member)
  const finished_quantity = String(upTo(Math.max(1, Math.floor(Number(task.reportable_quantity) / 3))))
  await member.ask(addReport, { task_id: task.id, finished_quantity, device_time: now() })
}
/** Some bin of the company. */
async function aBin(member: Member): Promise<string | undefined> {
  return from((await member.ask(listStock, { page_size: 20 }))?.result ?? [])?.location_id ?? undefined
}
async function receives(member: Member): Promise<void> {
  const arrival = from((await member.ask(listArrivals, { page_size: 20 }))?.result ?? [])
  const location_id = await aBin(member)
  if (!arrival || !location_id) return
  const quantity = String(upTo(Math.max(1, Math.floor(Number(arrival.open_quantity) / 2))))
  const lines = [{ arrival_id: arrival.id, quantity, location_id }]
  await member.ask(receiveArrivals, { arrival_ids: [arrival.id], lines })
}
async function picks(member: Member): Promise<void> {
  const one = from((await member.ask(listPickings, { page_size: 20 }))?.result ?? [])
  if (!one || Number(one.available_quantity) <= 0) return
  const line = { material_id: one.material_id, quantity: '1' }
  const picked = await member.ask(pickMaterial, { mo_id: one.mo_id, lines: [line] })
  const location_id = picked && Math.random() < 0.3 ? await aBin(member) : undefined
  if (location_id) await member.ask(returnMaterial, { mo_id: one.mo_id, lines: [{ ...line, location_id }] })
}
async function putsIn(member: Member): Promise<void> {
  const mo = from((await member.ask(listFinishedMos, {}))?.result ?? [])
  const location_id = await aBin(member)
  if (mo && location_id) await member.ask(finishInboundMo, { mo_id: mo.id, quantity: '1', location_id })
}
async function ships(member: Member): Promise<void> {
  const line = from((await member.ask(listShipments, { ready: true }))?.result ?? [])
  if (line) await member.ask(shipOrder, { order_id: line.order_id, lines: [{ line_id: line.id, quantity: '1' }] })
}
async function promises(member: Member): Promise<void> {
  const known = from((await member.ask(listShipments, { page_size: 20 }))?.result ?? [])
  if (!known) return
  const lines = [{ material_id: known.material_id, quantity: String(upTo(10)), delivery_date: now() + 30 * day }]
  const answer = await member.ask(askInquiry, { order: { lines } })
  if (answer && Math.random() < 0.5) await member.ask(confirmInquiry, { inquiry_id: answer.inquiry.id })
}
const looks: Doing = member =>
  Promise.all([
    member.ask(listSalesOrders, {}),
    member.ask(listMos, {}),
    member.ask(listStock, {}),
    member.ask(listReports, { page_size: 20 }),
  ])
const work: readonly Doing[] = [
  ...[looks, looks, looks, sellsAnOrder, makesOrders, checksKits, replenishes, locksMaterial, dragsATask, publishes],
  ...[dispatches, reports, reports, receives, receives, picks, picks, putsIn, ships, promises],
]

async function worksUntil(member: Member, end: number): Promise<void> {
  while (Date.now() < end) {
    await from(work)!(member)
    await wait(thinkMs * (0.5 + Math.random()))
  }
}
async function schedulesUntil(member: Member, end: number): Promise<void> {
  while (Date.now() < end) {
    const mo_ids = await someMos(member, [20], 20)
    if (mo_ids.length > 0) await member.ask(autoSchedule, { mo_ids, seconds: 20 })
    await wait(Math.min(scheduleEveryMs, Math.max(0, end - Date.now())))
  }
}

interface Stretch {
  readonly longest: number
  readonly what: string
}
/** How often a transaction was seen so: at work in the database, waiting for a lock, waiting for its next statement. */
type Doings = Record<'works' | 'waits' | 'thinks', number>
interface Open extends Stretch {
  readonly doings: Doings
}
/**
 * As often as one can look: how long transactions that have written or locked rows stood open, and how long one waited for
 * what another had locked. Most of the first is nobody's concern; the second is what a lock costs the others.
 */
function watchLocks({ ask }: Bench): { stop: () => { opens: Open[]; waits: Stretch[] } } {
  let isOver = false
  const since = new Map<string, { first: number; what: string; doings: Doings }>()
  const opens: Open[] = []
  const waits = new Map<string, Stretch>()
  void (async () => {
    while (!isOver) {
      const open = await ask<{ xid: string; what: string; doing: keyof Doings }>(
        `select backend_xid::text as xid, left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as what,
            case when wait_event_type = 'Lock' then 'waits' when state = 'active' then 'works' else 'thinks' end as doing
          from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid() and $1::uuid is not null`,
      ).catch(() => [])
      const at = performance.now()
      for (const { xid, what, doing } of open) {
        const { first, doings } = since.get(xid) ?? { first: at, doings: { works: 0, waits: 0, thinks: 0 } }
        since.set(xid, { first, what, doings: { ...doings, [doing]: doings[doing] + 1 } })
      }
      const ids = new Set(open.map(({ xid }) => xid))
      for (const [xid, { first, what, doings }] of since)
        if (!ids.has(xid)) {
          opens.push({ longest: at - first, what, doings })
          since.delete(xid)
        }
      const waiting = await ask<{ id: string; longest: number; what: string }>(
        `select l.pid || ' ' || l.waitstart as id, (extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float8 as longest,
            left(regexp_replace(a.query, '\\s+', ' ', 'g'), 90) as what
          from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and l.waitstart is not null and $1::uuid is not null`,
      ).catch(() => [])
      for (const { id, ...stretch } of waiting) waits.set(id, stretch)
      await wait(10)
    }
  })()
  return {
    stop: () => {
      isOver = true
      const byLength = (a: Stretch, b: Stretch) => b.longest - a.longest
      return { opens: opens.toSorted(byLength), waits: [...waits.values()].sort(byLength) }
    },
  }
}

/** What transactions that stood open longer than they should were seen doing, in hundredths. */
function doingsOf(opens: readonly Open[]): string {
  const sum = (doing: keyof Doings) => opens.reduce((total, { doings }) => total + doings[doing], 0)
  const [works, waits, thinks] = [sum('works'), sum('waits'), sum('thinks')]
  const share = (part: number) => `${((100 * part) / (works + waits + thinks)).toFixed(0)} %`
  return `in the database ${share(works)}, waiting for a lock ${share(waits)}, between statements ${share(thinks)}`
}

/** Until nothing runs in the background. */
async function noJobs(ask: Bench['ask']): Promise<void> {
  const open = () =>
    ask<{ n: number }>(
      'select count(*)::int as n from job where status in (0, 1) and due_time <= epoch_now() and $1::uuid is not null',
    )
  while ((await open())[0]!.n > 0) await wait(200)
}

const ms = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`

await withServer(async bench => {
  const { url, ask, fill, other_org_id, org_id } = bench
  const third = randomUUID()
  await fill(third, "insert into org (id, company_code, name) values ($1, 'THIRD', 'Third')")
  const companies = [
    { code: 'DEMO', id: org_id },
    { code: 'OTHER', id: other_org_id },
    { code: 'THIRD', id: third },
  ]
  for (const { id } of companies) {
    if (id !== org_id)
      await fill(
        id,
        `insert into org_app (org_id, app_code) select $1, app_code from org_app where org_id = '${org_id}'`,
      )
    await fill(
      id,
      `insert into app_user (org_id, id, account, name, password_hash, is_admin)
        select $1, gen_random_uuid(), 'm' || n, 'Member ' || n, (select password_hash from app_user where org_id = '${org_id}' and account = 'admin'), true
        from generate_series(1, ${membersEach + 1}) n`,
    )
  }
  const members: Member[] = []
  for (const { code } of companies) {
    for (let n = 1; n <= membersEach + 1; n++) {
      const response = await fetch(url + login.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ company_code: code, account: `m${n}`, password: account.password }),
      })
      const { data, code: answered, message } = (await response.json()) as Envelope<Out<typeof login>>
      if (answered !== 200) throw new Error(`sign-in of m${n} in ${code}: ${answered} ${message}`)
      members.push(new Member(url, code, data!))
    }
    const sample = await members.at(-1)!.ask(createSample, { industry: 'bicycle' })
    await noJobs(ask)
    if (!sample) throw new Error(`no sample in ${code}`)
  }
  console.log(
    `${members.length} members of ${companies.length} companies, ${values.minutes} minutes, ${values.think} s of thinking`,
  )
  seen.times.clear()

  const end = Date.now() + workMs
  const watch = watchLocks(bench)
  await Promise.all(
    members.map((member, index) =>
      index % (membersEach + 1) === 0 ? schedulesUntil(member, end) : worksUntil(member, end),
    ),
  )
  const { opens, waits } = watch.stop()
  const all = [...seen.times.values()].flat()
  console.log(
    `calls ${all.length} (${(all.length / (workMs / 1000)).toFixed(0)} a second), p50 ${ms(at(all, 0.5))}, p95 ${ms(at(all, 0.95))}, p99 ${ms(at(all, 0.99))}`,
  )
  for (const [path, times] of [...seen.times].toSorted((a, b) => at(b[1], 0.99) - at(a[1], 0.99)).slice(0, 8))
    console.log(`  ${path.padEnd(60)} n ${times.length}  p50 ${ms(at(times, 0.5))}  p99 ${ms(at(times, 0.99))}`)
  console.log(
    `HTTP ${[...seen.http].map(([status, times]) => `${status}: ${times}`).join(', ')}; sent again ${seen.retries}`,
  )
  console.log(`done ${[...seen.done].map(([what, times]) => `${what}: ${times}`).join(', ')}`)
  console.log(`refused ${[...seen.refused].map(([what, times]) => `${what}: ${times}`).join(', ')}`)
  for (const [what, stretches] of [
    ['writing transactions open', opens],
    ['waits for a lock of another', waits],
  ] as const) {
    const times = stretches.map(({ longest }) => longest)
    const first = stretches.slice(0, 5).map(({ longest, what: statement }) => `${ms(longest)} (${statement})`)
    console.log(
      `${what}: n ${times.length}, p50 ${ms(at(times, 0.5))}, p99 ${ms(at(times, 0.99))}, the longest: ${first.join('; ')}`,
    )
  }

  const tooLong = opens.filter(({ longest }) => longest > lockTargetMs)
  console.log(`open longer than ${ms(lockTargetMs)}: ${tooLong.length}; ${doingsOf(tooLong)}`)

  // What a greedy member of the first company costs a patient one of the second.
  const [greedy, patient] = [members[1]!, members[membersEach + 2]!]
  const patiently = async (until: number): Promise<number[]> => {
    const times: number[] = []
    while (Date.now() < until) {
      await patient.ask(listSalesOrders, {}, times)
      await wait(100)
    }
    return times
  }
  const alone = await patiently(Date.now() + greedyMs / 2)
  const until = Date.now() + greedyMs
  const [beside] = await Promise.all([
    patiently(until),
    ...Array.from({ length: greedyConnections }, async () => {
      while (Date.now() < until) await greedy.ask(listSalesOrders, {}, []).catch(() => undefined)
    }),
  ])
  console.log(
    `a patient member: p50 ${ms(at(alone, 0.5))} alone, ${ms(at(beside!, 0.5))} beside ${greedyConnections} connections of a greedy one of another company (${(at(beside!, 0.5) / at(alone, 0.5)).toFixed(1)} times)`,
  )

  // Every acknowledged write stands once, and nothing disagrees.
  const keys = await ask<{ request_key: string; times: number }>(
    'select request_key, count(*)::int as times from audit_log where request_key is not null and $1::uuid is not null group by 1',
  )
  const applied = new Map(keys.map(({ request_key, times }) => [request_key, times]))
  const lost = [...seen.acknowledged].filter(key => !applied.has(key)).length
  const doubled = keys.filter(({ times }) => times > 1).length
  let differences = 0
  for (const [index, { code }] of companies.entries()) {
    const member = members[index * (membersEach + 1)]!
    await noJobs(ask)
    await member.ask(addReconciliation, {})
    await noJobs(ask)
    const found = await member.ask(queryDifferenceList, { statuses: [10], page_size: -1 })
    differences += found?.total ?? 0
    for (const one of found?.result.slice(0, 10) ?? [])
      console.log(
        `  ${code} ${one.check_key} ${one.object_no} ${one.subject}: ${one.expected} expected, ${one.found} found`,
      )
  }
  console.log(
    `${seen.acknowledged.size} acknowledged writes: ${lost} lost, ${doubled} doubled; ${differences} differences; HTTP 500: ${seen.http.get(500) ?? 0}`,
  )
  if (lost + doubled + differences + (seen.http.get(500) ?? 0) > 0) process.exitCode = 1
})
