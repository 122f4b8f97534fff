import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { recordManaged } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { say } from '@qitao/core/text.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  handleInSteps,
  type Member,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { isPublicAddress } from '@qitao/platform/server/outward/public-address.ts'
import { keptSecret } from '@qitao/platform/server/secrets.ts'
import { sql } from 'kysely'
import {
  addWebHook,
  alterWebHook,
  type DeliveryRow,
  dropWebHooks,
  listWebHookDeliveries,
  listWebHooks,
  renewWebHookSecret,
  sendDeliveriesAgain,
  setWebHookStatus,
  testWebHook,
  type WebHookRow,
} from '../../model/hook/web-hook.calls.ts'
import { webHookErrors } from '../../model/hook/web-hook.errors.ts'
import { type HookMessage, isTaken, mostWebHooks } from '../../model/hook/web-hook.rules.ts'
import { type DeliveryStatusCode, deliveryStatus, webHookStatus } from '../../model/hook/web-hook.status.ts'
import { hookKindTitle, testKind } from '../../model/hook/web-hook-events.ts'
import { reconciliationErrors } from '../../model/reconciliation.errors.ts'
import { listenFor } from './collect-events.ts'
import { allowsLoopback, hookPlace, sendSigned } from './signed-post.ts'
import { deliveriesByState, hooksByState, webHookJob } from './web-hook.jobs.ts'

const { on } = webHookStatus.codes
const { waiting, set_aside, delivered } = deliveryStatus.codes

/** What goes out is of everybody, and goes to whoever is named: that is an administrator's to say. */
function expectAdministrator({ is_admin }: Member): void {
  if (!is_admin) refuse(reconciliationErrors.administratorsOnly)
}
/** Messages name documents of everybody. */
function expectAllData({ own_data_only }: Member): void {
  if (own_data_only) refuse(generalErrors.noPermission)
}
/** Begins what its key says: whoever finds a secret somewhere knows what it is. */
const newSecret = (): string => `qitao_hook_${randomBytes(32).toString('base64url')}`

/** Of a name the resolver alone knows where it leads: it is asked at each delivery. */
function expectAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const isOwn = /^(localhost|.*\.localhost|127\.0\.0\.1|::1)$/.test(host)
  const fits = isIP(host) ? isPublicAddress(host) : host.includes('.') && !/\.(local|internal|localhost)$/.test(host)
  if (url && url.username === '' && url.password === '') {
    if (url.protocol === 'https:' && fits) return
    if (allowsLoopback() && isOwn && url.protocol === 'http:') return
  }
  refuse(webHookErrors.addressUnfit, { field: 'address' })
}

interface Stored {
  readonly row_version: number
  readonly status: WebHookRow['status']
}
async function lockedHook({ tx, org_id }: Context, id: string): Promise<Stored | undefined> {
  const [found] = await rows(
    tx,
    sql<Stored>`select row_version, status from web_hook where org_id = ${org_id} and id = ${id} for update`,
  )
  return found
}
const hearsAnew = ({ tx, org_id }: Context) => listenFor(tx, sql`h.org_id = ${org_id}`)

export const webHookHandlers: Handler[] = [
  handle(listWebHooks, async (input, { tx, org_id, member }) => {
    expectAllData(member)
    return listRows<WebHookRow>(
      tx,
      {
        org_id,
        table: 'web_hook',
        where: [contains(input.keyword, sql`t.name`, sql`t.address`), oneOfCodes(sql`t.status`, input.statuses)],
        columns: sql`t.id, t.row_version, t.created_time, t.updated_time, t.name, t.address, t.kinds, t.status, c.failing_since,
          u.name as owner_name, l.last_tried_time, coalesce(n.waiting_count, 0) as waiting_count, coalesce(n.aside_count, 0) as aside_count`,
        joins: sql`join web_hook_channel c on c.org_id = t.org_id and c.hook_id = t.id
          left join app_user u on u.org_id = t.org_id and u.id = t.owner_id
          left join lateral (select max(d.tried_time) as last_tried_time from web_hook_delivery d
            where d.org_id = t.org_id and d.hook_id = t.id) l on true
          left join lateral (select count(*) filter (where d.status = ${waiting}) as waiting_count,
            count(*) filter (where d.status = ${set_aside}) as aside_count from web_hook_delivery d
            where d.org_id = t.org_id and d.hook_id = t.id) n on true`,
        orders: { name: sql`t.name`, status: sql`t.status`, created_time: sql`t.created_time` },
        defaultOrder: '-created_time',
      },
      input,
    )
  }),

  handle(addWebHook, async ({ name, address, kinds }, context) => {
    const { tx, org_id, member } = context
    expectAdministrator(member)
    expectAddress(address)
    // Two who add at a time count one after the other.
    await sql`select from org where id = ${org_id} for no key update`.execute(tx)
    const [held] = await rows(
      tx,
      sql<{ count: number }>`select count(*)::int as count from web_hook where org_id = ${org_id}`,
    )
    if (held!.count >= mostWebHooks) refuse(webHookErrors.tooMany, { limit: mostWebHooks })
    const id = newId()
    const secret = newSecret()
    await insertRows(tx, 'web_hook', [{ id, name, address, kinds: [...new Set(kinds)], status: on }])
    await insertRows(tx, 'web_hook_channel', [
      { hook_id: id, secret: keptSecret(secret, hookPlace(org_id, id)), tables: [] },
    ])
    await recordManaged(context, 'web_hook_added', [undefined])
    await hearsAnew(context)
    return { id, secret }
  }),

  handle(alterWebHook, async ({ id, row_version, name, address, kinds }, context) => {
    const { tx, org_id, member } = context
    expectAdministrator(member)
    expectAddress(address)
    expectVersion(await lockedHook(context, id), row_version)
    await updateRows(tx, org_id, 'web_hook', [{ id, name, address, kinds: [...new Set(kinds)] }])
    await recordManaged(context, 'web_hook_changed', [undefined])
    await hearsAnew(context)
    return { affected: 1 }
  }),

  handle(setWebHookStatus, async ({ id, is_on }, context) => {
    const { tx, org_id, member, startJob } = context
    expectAdministrator(member)
    const { status } = (await lockedHook(context, id)) ?? refuse(generalErrors.recordNotFound)
    const action = is_on ? 'turn_on' : 'turn_off'
    const detail = webHookStatus.whyNot(action, status)
    if (detail) refuse(generalErrors.statusNotAllowed, { detail })
    // Who turns it on answers for it.
    const owner = is_on ? sql`owner_id = ${member.user_id}::uuid` : undefined
    await transition(tx, org_id, hooksByState, action, [id], owner)
    await recordManaged(context, 'web_hook_changed', [undefined])
    // A new day begins for it.
    await sql`update web_hook_channel set failing_since = null where org_id = ${org_id} and hook_id = ${id}`.execute(tx)
    await hearsAnew(context)
    if (is_on) await startJob({ type: webHookJob, input: {}, coalesce: webHookJob })
    return { affected: 1 }
  }),

  handle(renewWebHookSecret, async ({ id }, context) => {
    const { tx, org_id, member } = context
    expectAdministrator(member)
    const secret = newSecret()
    const renewed =
      await sql`update web_hook_channel set secret = ${keptSecret(secret, hookPlace(org_id, id))} where org_id = ${org_id} and hook_id = ${id}`.execute(
        tx,
      )
    if (renewed.numAffectedRows !== 1n) refuse(generalErrors.recordNotFound)
    await recordManaged(context, 'web_hook_changed', [undefined])
    return { secret }
  }),

  handle(dropWebHooks, async ({ ids }, context) => {
    const { tx, org_id, member, language } = context
    expectAdministrator(member)
    const found = await rows(
      tx,
      sql<{
        id: string
        name: string
      }>`select id, name from web_hook where org_id = ${org_id} and ${among(sql`id`, ids)}
        order by id for update`,
    )
    const { passed_ids, refused } = sortOut(ids, new Map(found.map(one => [one.id, one])), () => undefined)
    await sql`delete from web_hook where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    await recordManaged(
      context,
      'web_hook_dropped',
      passed_ids.map(() => undefined),
    )
    return bulkAnswer(passed_ids, refused, language)
  }),

  handleInSteps(testWebHook, {
    async load({ id: hook_id }, { tx, org_id, member, now, language }) {
      expectAdministrator(member)
      const [found] = await rows(
        tx,
        sql<{ address: string; secret: string; company_code: string }>`select h.address, c.secret, o.company_code
          from web_hook h join web_hook_channel c on c.org_id = h.org_id and c.hook_id = h.id join org o on o.id = h.org_id
          where h.org_id = ${org_id} and h.id = ${hook_id}`,
      )
      const { address, secret, company_code } = found ?? refuse(generalErrors.recordNotFound)
      const message: HookMessage = {
        ...{ id: newId(), kind: testKind, time: now, company_code },
        data: { said: say(hookKindTitle(testKind), language) },
      }
      return { org_id, hook_id, address, secret, message, id: newId(), body: JSON.stringify(message) }
    },
    decide: ({ message: { kind, time }, ...one }) => sendSigned({ ...one, kind }, time),
    async save({ id: hook_id }, { tx, org_id }, { id, message, body }, posted) {
      const { answer_code, fault, said, took_ms } = posted
      const [still] = await rows(
        tx,
        sql`select id from web_hook where org_id = ${org_id} and id = ${hook_id} for key share`,
      )
      if (!still) refuse(generalErrors.recordNotFound)
      const time = message.time
      await insertRows(tx, 'web_hook_delivery', [
        {
          ...{ id, hook_id, event_id: message.id, kind: message.kind, subject: null, body, attempts: 1 },
          // It is told at once: nobody waits for it.
          status: isTaken(answer_code) ? delivered : set_aside,
          ...{ created_time: time, due_time: time, tried_time: time, answer_code, fault, said, took_ms },
        },
      ])
      return { delivered: isTaken(answer_code), answer_code, fault, took_ms }
    },
  }),

  handle(listWebHookDeliveries, async (input, { tx, org_id, member }) => {
    expectAllData(member)
    return listRows<DeliveryRow>(
      tx,
      {
        org_id,
        table: 'web_hook_delivery',
        where: [
          input.hook_id !== undefined && sql`t.hook_id = ${input.hook_id}`,
          input.created_from !== undefined && sql`t.created_time >= ${input.created_from}`,
          contains(input.keyword, sql`t.subject`, sql`t.kind`),
          oneOfCodes(sql`t.status`, input.statuses),
        ],
        columns: sql`t.id, t.created_time, t.kind, t.subject, t.status, t.answer_code, t.fault, nullif(t.said, '') as said, t.took_ms, t.attempts, t.tried_time,
          case when t.status = ${waiting} then t.due_time end as due_time, t.body`,
        orders: { created_time: sql`t.created_time`, status: sql`t.status`, kind: sql`t.kind` },
        defaultOrder: '-created_time',
      },
      input,
    )
  }),

  handle(sendDeliveriesAgain, async ({ ids }, { tx, org_id, member, now, language, startJob }) => {
    expectAdministrator(member)
    const found = await rows(
      tx,
      sql<{
        id: string
        hook_id: string
        status: DeliveryStatusCode
        name: string | null
      }>`select id, hook_id, status, subject as name from web_hook_delivery where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
    )
    const open = await rows(
      tx,
      sql<{ id: string }>`select id from web_hook where org_id = ${org_id} and status = ${on} and ${among(
        sql`id`,
        found.map(({ hook_id }) => hook_id),
      )}`,
    )
    const { passed_ids, refused } = sortOut(ids, new Map(found.map(one => [one.id, one])), ({ status, hook_id }) => {
      const detail = deliveryStatus.whyNot('send_again', status)
      if (detail) refuse(generalErrors.statusNotAllowed, { detail })
      if (!open.some(({ id }) => id === hook_id)) refuse(webHookErrors.isOff)
    })
    // Its day begins anew; what happened when stands in the message.
    await transition(
      tx,
      org_id,
      deliveriesByState,
      'send_again',
      passed_ids,
      sql`attempts = 0, due_time = ${now}, again_time = ${now}`,
    )
    if (passed_ids.length > 0) await startJob({ type: webHookJob, input: {}, coalesce: webHookJob })
    return bulkAnswer(passed_ids, refused, language)
  }),
]
