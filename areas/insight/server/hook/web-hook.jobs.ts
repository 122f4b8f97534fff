import { setTimeout as wait } from 'node:timers/promises'
import { adminIds, notifyEach, shows } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { startJob, startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { transition, transitions } from '@qitao/platform/server/list/transition.ts'
import type { Posted } from '@qitao/platform/server/outward/post.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { isTaken, nextTry, triedFor } from '../../model/hook/web-hook.rules.ts'
import { deliveryStatus, webHookStatus } from '../../model/hook/web-hook.status.ts'
import { collectEvents, listenFor } from './collect-events.ts'
import { sendSigned, type ToSend } from './signed-post.ts'

export const webHookJob = 'web_hook'
export const deliveriesByState = { table: 'web_hook_delivery', statuses: deliveryStatus } as const
export const hooksByState = { table: 'web_hook', statuses: webHookStatus } as const
/** Of one hook so many are sent before what came of them is written down. */
const mostAtOnce = 20
/** While a hook is slow, what happens is looked for so often. */
const lookEveryMs = 1_000
/** After so many seconds no more is begun: other companies wait for the place. */
const longestRun = 30
const { waiting } = deliveryStatus.codes
const { on } = webHookStatus.codes

/** Whoever answers for the hook `h` may still make one. */
const hasOwner = sql<boolean>`exists (select from app_user u where u.org_id = h.org_id and u.id = h.owner_id
  and u.is_admin and u.status = ${enabledStatus.codes.enabled} and not u.dropped)`

/** Each minute: the companies of which something is to be tried again, or was left; and those with a hook that nobody answers for. */
export const webHookClock = job<unknown>(
  'web_hook_clock',
  'housekeeping',
  (_, { transaction }) =>
    transaction(async tx => {
      await listenFor(tx)
      const due = await rows(
        tx,
        sql<{ org_id: string }>`select org_id from web_hook_note where at < epoch_now() - ${minuteSeconds}
          union select d.org_id from web_hook_delivery d join web_hook h on h.org_id = d.org_id and h.id = d.hook_id and h.status = ${on}
            where d.status = ${sql.lit(waiting)} and d.due_time <= epoch_now()
          union select h.org_id from web_hook h where h.status = ${on} and not ${hasOwner}`,
      )
      const ids = due.map(({ org_id }) => org_id)
      await startJobOfCompanies(tx, webHookJob, ids)
      return { company_count: ids.length }
    }),
  { repeatable: true, every_seconds: minuteSeconds },
)

/** Makes deliveries of what has happened, and sends those that are due. Whoever dies in between sends some of them twice. */
export const webHookSender = job<unknown>(webHookJob, 'outward', deliver, {
  repeatable: true,
  serial: webHookJob,
  isOfTheProduct: true,
})

/**
 * One after the other to each hook, in the order in which things happened; the hooks (a company has `mostWebHooks` at most)
 * side by side, each at its own pace. What happens meanwhile goes to those that are free.
 */
async function deliver(_: unknown, context: JobContext) {
  const { org_id, transaction, cancelled, now } = context
  await transaction(tx => stopWithoutOwner(tx, context))
  const ends = now() + longestRun
  const isOver = () => cancelled() || now() >= ends
  const underway = new Map<string, Promise<Turn>>()
  let event_count = 0
  let delivered_count = 0
  for (;;) {
    for (let count = 1; count > 0 && !cancelled(); event_count += count)
      count = await transaction(tx => collectEvents(tx, org_id))
    const due = isOver() ? [] : await transaction(tx => dueDeliveries(tx, org_id, [...underway.keys()]))
    for (const [hook_id, all] of Map.groupBy(due, one => one.hook_id))
      underway.set(
        hook_id,
        sendInTurn(all, now, isOver).then(sent => ({ hook_id, sent })),
      )
    if (underway.size === 0) break
    const turn = await Promise.race([...underway.values(), wait(lookEveryMs, undefined, { ref: false })])
    if (!turn) continue
    underway.delete(turn.hook_id)
    if (turn.sent.length === 0) continue
    await transaction(tx => noteSent(tx, context, turn.sent))
    delivered_count += turn.sent.filter(({ posted }) => isTaken(posted.answer_code)).length
  }
  // The place is given to other companies; what is left waits its turn behind theirs.
  if (!cancelled() && isOver())
    await transaction(tx => startJob(tx, { type: webHookJob, input: {}, coalesce: webHookJob }))
  return { event_count, delivered_count }
}
interface Turn {
  readonly hook_id: string
  readonly sent: readonly Sent[]
}

interface Due extends ToSend {
  readonly attempts: number
  readonly begun_time: Instant
}
const dueDeliveries = (tx: Tx, org_id: string, busy: readonly string[]): Promise<Due[]> =>
  rows(
    tx,
    sql<Due>`select d.id, d.org_id, d.hook_id, d.kind, d.body, d.attempts, coalesce(d.again_time, d.created_time) as begun_time, h.address, c.secret
      from web_hook h join web_hook_channel c on c.org_id = h.org_id and c.hook_id = h.id
        cross join lateral (select * from web_hook_delivery x where x.org_id = h.org_id and x.hook_id = h.id
          and x.status = ${sql.lit(waiting)} and x.due_time <= epoch_now() order by x.created_time, x.id limit ${mostAtOnce}) d
      where h.org_id = ${org_id} and h.status = ${on} and ${hasOwner} and not h.id = any(${busy}::uuid[]) order by d.hook_id, d.created_time, d.id`,
  )

interface Sent {
  readonly of: Due
  readonly posted: Posted
  readonly at: Instant
  /** The hook did not answer the one before: this one waits with it. */
  readonly is_held: boolean
}
async function sendInTurn(all: readonly Due[], now: () => Instant, isOver: () => boolean): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const of of all) {
    if (isOver()) break
    const before = sent.at(-1)
    const silent = before && before.posted.answer_code === null
    const at = now()
    sent.push({ of, at, posted: silent ? before.posted : await sendSigned(of, at), is_held: silent ?? false })
  }
  return sent
}

async function noteSent(tx: Tx, context: JobContext, sent: readonly Sent[]): Promise<void> {
  const { org_id, now } = context
  const hook_ids = [...new Set(sent.map(({ of }) => of.hook_id))]
  const hooks = await rows(
    tx,
    sql<{
      id: string
      name: string
      status: number
      owner_id: string | null
    }>`select id, name, status, owner_id from web_hook
      where org_id = ${org_id} and ${among(sql`id`, hook_ids)} order by id for update`,
  )
  // What was deleted meanwhile, or sent by somebody else, is passed over.
  const still = new Set(
    (
      await rows(
        tx,
        sql<{ id: string }>`select id from web_hook_delivery where org_id = ${org_id} and status = ${sql.lit(waiting)}
          and ${among(
            sql`id`,
            sent.map(({ of }) => of.id),
          )} order by id for update`,
      )
    ).map(({ id }) => id),
  )
  const known = sent.filter(({ of }) => still.has(of.id))
  await transitions(
    tx,
    org_id,
    deliveriesByState,
    known.map(({ of, posted, at, is_held }) => {
      const attempts = of.attempts + (is_held ? 0 : 1)
      const due_time = nextTry(Math.max(1, attempts), of.begun_time, at)
      const { answer_code, fault, said, took_ms } = posted
      return {
        id: of.id,
        action: isTaken(answer_code) ? 'deliver' : due_time === undefined ? 'set_aside' : 'try_later',
        ...{ attempts, due_time: due_time ?? at, tried_time: is_held ? null : at, answer_code, fault, said, took_ms },
      }
    }),
    {
      set: sql`attempts = r.attempts, due_time = r.due_time, tried_time = coalesce(r.tried_time, t.tried_time), answer_code = r.answer_code, fault = r.fault,
        said = r.said, took_ms = r.took_ms`,
      columns: sql`attempts integer, due_time bigint, tried_time bigint, answer_code integer, fault text, said text, took_ms integer`,
    },
  )
  const taken = sent.filter(({ posted }) => isTaken(posted.answer_code))
  const ended = hook_ids.map(hook_id => {
    const own = sent.filter(({ of }) => of.hook_id === hook_id)
    return {
      hook_id,
      was_taken: taken.some(({ of }) => of.hook_id === hook_id),
      fails: !isTaken(own.at(-1)!.posted.answer_code),
    }
  })
  await noteFailing(tx, org_id, ended, now())
  const failing = await rows(
    tx,
    sql<{ hook_id: string }>`select hook_id from web_hook_channel where org_id = ${org_id}
      and ${among(sql`hook_id`, hook_ids)} and failing_since <= ${now() - triedFor}`,
  )
  const toStop = hooks.filter(({ id, status }) => status === on && failing.some(({ hook_id }) => hook_id === id))
  await stopHooks(tx, context, toStop, name =>
    text(
      `事件推送「${name}」连续一天未能送达，已中止`,
      `The web hook “${name}” could not be reached for a day and was stopped`,
    ),
  )
}

/** What goes out is of everybody: it does not go on when nobody is there who may say so. */
async function stopWithoutOwner(tx: Tx, context: JobContext): Promise<void> {
  const found = await rows(
    tx,
    sql<Stopped>`select h.id, h.name, h.owner_id from web_hook h
      where h.org_id = ${context.org_id} and h.status = ${on} and not ${hasOwner} order by h.id for update`,
  )
  await stopHooks(tx, context, found, name =>
    text(
      `事件推送「${name}」的负责人已不是管理员或已离开，已中止；由您启用后继续推送`,
      `The owner of the web hook “${name}” has left or is no administrator any more, so it was stopped: turn it on to answer for it`,
    ),
  )
}

const noteFailing = (
  tx: Tx,
  org_id: string,
  ended: readonly { hook_id: string; was_taken: boolean; fails: boolean }[],
  now: Instant,
): Promise<unknown> => {
  const written = JSON.stringify(ended)
  return sql`update web_hook_channel c
    set failing_since = case when not r.fails then null when r.was_taken then ${now} else coalesce(c.failing_since, ${now}) end
    from jsonb_to_recordset(${written}::jsonb) as r (hook_id uuid, was_taken boolean, fails boolean)
    where c.org_id = ${org_id} and c.hook_id = r.hook_id`.execute(tx)
}

interface Stopped {
  readonly id: string
  readonly name: string
  readonly owner_id: string | null
}
async function stopHooks(
  tx: Tx,
  { org_id, tell }: JobContext,
  hooks: readonly Stopped[],
  why: (name: string) => Text,
): Promise<void> {
  if (hooks.length === 0) return
  const ids = hooks.map(({ id }) => id)
  await transition(tx, org_id, hooksByState, 'stop', ids)
  await listenFor(tx, sql`h.org_id = ${org_id}`)
  const left = await rows(
    tx,
    sql<{ id: string }>`select id from web_hook_delivery where org_id = ${org_id} and ${among(sql`hook_id`, ids)}
      and status = ${sql.lit(waiting)} order by id for update`,
  )
  await transition(
    tx,
    org_id,
    deliveriesByState,
    'set_aside',
    left.map(({ id }) => id),
  )
  const owners = await activeOwners(
    tx,
    org_id,
    hooks.flatMap(({ owner_id }) => owner_id ?? []),
  )
  const admins = await adminIds(tx, org_id)
  await notifyEach(
    { tx, org_id, tell },
    hooks.map(({ id, name, owner_id }) => ({
      user_ids: owner_id !== null && owners.includes(owner_id) ? [owner_id] : admins,
      notice: {
        sign: `web_hook:${id}`,
        type: 'error',
        text: why(name),
        ...shows(pages.webHooks),
      },
    })),
  )
}
/** Who may still answer for a hook; of the others the administrators are told. */
async function activeOwners(tx: Tx, org_id: string, ids: readonly string[]): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from app_user where org_id = ${org_id} and ${among(sql`id`, ids)}
      and is_admin and status = ${enabledStatus.codes.enabled} and not dropped`,
  )
  return found.map(({ id }) => id)
}
