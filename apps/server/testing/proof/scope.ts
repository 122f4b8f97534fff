import { digestsNow } from '@qitao/access/server'
import type { AnyCall } from '@qitao/core/call.ts'
import type { LiveMessage } from '@qitao/core/live.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { type Database, readingWith, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { salesOrderApproval } from '@qitao/sales/server'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { TestApp, TestMember } from '../test-app.ts'
import { type Json, type Schema, schemaOf } from './inputs.ts'
import { ask, builtCalls, serve } from './scene.ts'

/**
 * Data scope and approval as dimensions of the matrix: every call with the ids and numbers of orders that are not to be seen, or
 * stand as they were approved. Each call is undone after it was looked at, so that all are asked of the same books.
 */
export interface KnownRecord {
  /** Its table: what `table_name` and `module` are given. */
  readonly table: string
  readonly id: string
  readonly no: string
  readonly row_version: number
  /** Ids and numbers of what else belongs to it, by the field that names it. */
  readonly more?: Readonly<Record<string, string>>
}

/** Inputs that are about records, each once: only what must be given, with all that may be, and a search for its number. */
const inputsAbout = (call: AnyCall, records: readonly KnownRecord[]): Json[] => [
  ...new Map(records.flatMap(record => inputsOf(call, record)).map(input => [JSON.stringify(input), input])).values(),
]
function inputsOf(call: AnyCall, record: KnownRecord): Json[] {
  const schema = schemaOf(call)
  const names = Object.keys(schema.properties ?? {})
  const least = exampleOf(schema, '', record, () => false)
  const inputs = [least, exampleOf(schema, '', record, () => true)]
  for (const name of names) {
    if (!schema.required?.includes(name) && /(^|_)(id|ids|no|keyword|submit|include_deleted|deleted)$/.test(name))
      inputs.push(exampleOf(schema, '', record, field => field === name))
  }
  if (names.includes('keyword')) inputs.push({ ...(least as object), keyword: record.no })
  return inputs
}
function exampleOf(schema: Schema, field: string, record: KnownRecord, isGiven: (field: string) => boolean): Json {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return exampleOf(choices.find(one => one.type !== 'null') ?? choices[0]!, field, record, isGiven)
  if (schema.allOf) return exampleOf(schema.allOf[0]!, field, record, isGiven)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.find(one => one === record.table) ?? schema.enum[0]!
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.find(one => one !== 'null') ?? 'object')
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return numberOf(schema, field, record)
  if (type === 'string') return schema.format === 'uuid' ? idOf(field, record) : textOf(field, record)
  if (type === 'array') {
    if (schema.prefixItems) return [0, 4_000_000_000]
    const { line_id } = record.more ?? {}
    const item = field === 'lines' && line_id !== undefined ? { ...record, id: line_id } : record
    return [exampleOf(schema.items ?? {}, field, item, isGiven)]
  }
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => schema.required?.includes(name) || isGiven(name))
      .map(([name, of]) => [name, exampleOf(of, name, record, isGiven)]),
  )
}
const idOf = (field: string, { id, more = {} }: KnownRecord): string => more[field.replace(/s$/, '')] ?? id
function numberOf({ minimum = 1 }: Schema, field: string, { row_version }: KnownRecord): number {
  if (field === 'row_version') return row_version
  if (field === 'page_size') return 100
  if (/time|date/.test(field)) return soon
  return Math.max(minimum, 1)
}
const soon = (Math.floor(Date.now() / 86_400_000) + 20) * 86_400
function textOf(field: string, { no, table, more = {} }: KnownRecord): string {
  const named = more[field.replace(/(_list|s)$/, '')]
  if (named !== undefined) return named
  if (/^(table_name|module)$/.test(field)) return table
  if (field === 'module_code') return 'SO'
  if (field === 'currency') return 'CNY'
  return /(^|_)no$|keyword/i.test(field) ? no : /quantity|price|rate|amount/.test(field) ? '1' : 'x'
}

interface Told {
  readonly user_id?: string | undefined
  readonly message: LiveMessage
}
/** The product, of which nothing stays: what is asked of `look` after a call is asked before it is undone. */
function undoing(
  app: TestApp,
  {
    areas,
    before = async () => undefined,
    look = async () => undefined,
    told = () => undefined,
  }: {
    areas?: readonly Area[] | undefined
    before?: (tx: Tx) => Promise<unknown>
    look?: (tx: Tx) => Promise<unknown>
    told?: (one: Told) => void
  },
): FastifyInstance {
  class Undone extends Error {
    readonly result: unknown
    constructor(result: unknown) {
      super('undone')
      this.result = result
    }
  }
  const as: Database['as'] = async (scope, work) => {
    try {
      return await app.database.as(scope, async tx => {
        await before(tx)
        const result = await work(tx)
        await look(tx)
        throw new Undone(result)
      })
    } catch (error) {
      if (error instanceof Undone) return error.result as never
      throw error
    }
  }
  return serve(app, {
    ...(areas ? { areas } : {}),
    database: { ...app.database, as },
    tell: async one => told(one),
  })
}

/** What must not be seen: marks in texts and numbers, and ids. */
export interface Hidden {
  readonly records: readonly KnownRecord[]
  readonly marks: readonly string[]
  readonly ids: readonly string[]
  /** Machines, groups and people that all know, and at which nothing is to be made. */
  readonly places?: readonly string[]
}
/** Of what is answered beyond the very words that were sent. */
const holds = (value: unknown, { marks, ids }: Hidden, sent: Json): boolean => {
  const text = textsOf(sent).reduce((left, word) => left.replaceAll(word, ''), JSON.stringify(value) ?? '')
  return [...marks, ...ids].some(one => text.includes(one))
}
const textsOf = (value: Json): string[] => {
  if (typeof value === 'string') return value.length < 4 ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
/** Calls after which nothing more could be asked, or that are about the person and not about records. */
const ofThePerson = /logout|sign_out|update_user_company|create_sample|drop_sample/
const asked = (calls: readonly AnyCall[]) =>
  calls.filter(call => call.grantedBy !== 'public' && !ofThePerson.test(call.path))

interface Seen {
  /** Calls that answered, changed or told something hidden: path and what. */
  readonly found: string[]
  readonly done: number
}
/** What a member is shown, and changes, of records that are hidden. */
export async function seenOf(
  app: TestApp,
  member: TestMember,
  hidden: Hidden,
  { calls = builtCalls, areas }: { calls?: readonly AnyCall[]; areas?: readonly Area[] | undefined } = {},
): Promise<Seen> {
  const found = new Set<string>()
  let done = 0
  let calling = calls[0]!
  const state = await app.database.as({ ...member, cause: 'proof' }, tx => stateOf(tx, hidden))
  const http = undoing(app, {
    areas,
    look: async tx => {
      if (calling.writes && (await stateOf(tx, hidden)) !== state) found.add(`${calling.path} changes`)
    },
  })
  for (const call of asked(calls)) {
    calling = call
    for (const input of inputsAbout(call, hidden.records)) {
      const answer = await ask(http, call, input, member.token)
      if (answer.code === 200) done++
      if (holds([answer.data, answer.message], hidden, input)) found.add(`${call.path} answers`)
    }
  }
  return { found: [...found], done }
}
/** Reading calls whose answer depends on hidden records: counts, sums, orders and searches tell of them too. */
export async function dependingOn(
  app: TestApp,
  member: TestMember,
  hidden: Hidden,
  { calls = builtCalls, areas }: { calls?: readonly AnyCall[]; areas?: readonly Area[] | undefined } = {},
): Promise<string[]> {
  const found = new Set<string>()
  const plain = undoing(app, { areas })
  const otherwise = undoing(app, { areas, before: tx => readingWith(tx, false, () => changeAll(tx, hidden)) })
  for (const call of asked(calls).filter(one => !one.writes)) {
    for (const input of inputsAbout(call, [hidden.records[0]!, hidden.records.at(-1)!])) {
      const answer = async (http: FastifyInstance) => {
        const { code, data } = await ask(http, call, input, member.token)
        return JSON.stringify([code, data])
      }
      const [one, other] = [await answer(plain), await answer(otherwise)]
      // What differs by itself, as a printed page does by its clock, says nothing.
      if (one !== other && one === (await answer(plain)) && one !== (await answer(otherwise))) found.add(call.path)
    }
  }
  return [...found]
}
/** Broadcast messages that tell of hidden records, whoever works on them. */
export async function toldOf(
  app: TestApp,
  worker: TestMember,
  listener: TestMember,
  hidden: Hidden,
  { calls = builtCalls, areas }: { calls?: readonly AnyCall[]; areas?: readonly Area[] | undefined } = {},
): Promise<{ heard: number; found: string[] }> {
  const found = new Set<string>()
  let heard = 0
  let calling = ''
  const http = undoing(app, {
    areas,
    told: ({ user_id, message }) => {
      if (user_id !== undefined && user_id !== listener.user_id) return
      heard++
      if (holds(message, hidden, null)) found.add(calling)
    },
  })
  for (const call of asked(calls).filter(one => one.writes)) {
    calling = call.path
    for (const input of inputsAbout(call, hidden.records)) await ask(http, call, input, worker.token)
  }
  return { heard, found: [...found] }
}

/** What may not move of hidden records. What the floor does to all orders alike, such as progress, is not of it. */
async function stateOf(tx: Tx, { ids, places = [] }: Hidden): Promise<string> {
  const [found] = await rows(
    tx,
    sql<{ state: string }>`select jsonb_build_array(
      (select jsonb_agg(jsonb_build_array(id, no, customer_id, order_type, delivery_date, currency, total_amount, remark, deleted, approval_status) order by id)
        from sales_order where id = any(${ids}::uuid[])),
      (select jsonb_agg(jsonb_build_array(id, material_id, quantity, price, delivery_date, offset_quantity, shipped_quantity, remark) order by id)
        from sales_order_line where order_id = any(${ids}::uuid[])),
      (select jsonb_agg(to_jsonb(i) order by id) from inquiry i where order_id = any(${ids}::uuid[])),
      (select jsonb_agg(to_jsonb(r) order by id) from receipt r where order_id = any(${ids}::uuid[])),
      (select jsonb_agg(to_jsonb(x) order by x.id) from receipt_line x join sales_order_line l on l.id = x.source_line_id where l.order_id = any(${ids}::uuid[])),
      (select jsonb_agg(to_jsonb(s) order by id) from share_link s where object_id = any(${ids}::uuid[])),
      (select jsonb_agg(to_jsonb(a) order by id) from attachment a where object_id = any(${ids}::uuid[])),
      (select jsonb_agg(to_jsonb(a) order by id) from approval a where object_id = any(${ids}::uuid[])),
      (select jsonb_agg(jsonb_build_array(id, task_no, device_id, start_time, end_time, quantity, reported_quantity, status, publish_status, dispatch_status, workgroup_id, capacity_locked) order by id)
        from production_task where id = any(${ids}::uuid[])),
      (select jsonb_agg(to_jsonb(a) order by task_id, user_id) from task_assignee a where task_id = any(${ids}::uuid[])),
      (select jsonb_agg(to_jsonb(r) order by id) from report_record r where id = any(${ids}::uuid[]) or task_id = any(${ids}::uuid[])),
      (select jsonb_agg(to_jsonb(p) order by id) from task_pause p where task_id = any(${ids}::uuid[])),
      (select jsonb_agg(to_jsonb(a) order by id) from andon_call a where id = any(${ids}::uuid[]) or task_id = any(${ids}::uuid[])),
      (select jsonb_agg(to_jsonb(h) order by id) from shift_handover h where id = any(${ids}::uuid[]) or workgroup_id = any(${places}::uuid[])),
      (select jsonb_agg(to_jsonb(f) order by id) from device_freeze f where id = any(${ids}::uuid[]) or device_id = any(${places}::uuid[])),
      (select jsonb_agg(to_jsonb(w) order by id) from wage_sheet w where id = any(${ids}::uuid[])),
      (select jsonb_agg(to_jsonb(s) order by id) from supplement_sheet s where id = any(${ids}::uuid[]) or user_id = any(${places}::uuid[])),
      (select jsonb_agg(to_jsonb(c) order by id) from plan_change_request c where id = any(${ids}::uuid[])),
      (select count(*) from mo where order_id = any(${ids}::uuid[]) and created_by = app_user() and split_from_id is null and not merged)
    )::text as state`,
  )
  return found!.state
}
/** Everything about hidden records becomes something else. */
async function changeAll(tx: Tx, { ids }: Hidden): Promise<void> {
  await sql`update sales_order set no = no || '~', deleted = not deleted, status = case status when 0 then 10 else 0 end, customer_id = null,
    total_amount = 1, delivery_date = delivery_date - 40 * 86400, order_date = order_date - 86400, priority = 1, approval_status = null, remark = 'other'
    where id = any(${ids}::uuid[])`.execute(tx)
  await sql`update sales_order_line set quantity = quantity * 3, price = 1, amount = 2, shipped_quantity = 0, status = 0
    where order_id = any(${ids}::uuid[])`.execute(tx)
  await sql`update receipt set status = '05', receipt_date = receipt_date - 86400, remark = 'other' where order_id = any(${ids}::uuid[])`.execute(
    tx,
  )
  await sql`update inquiry set reason = 'other', result_kept_until = result_kept_until + 60, requested_date = 0 where order_id = any(${ids}::uuid[])`.execute(
    tx,
  )
  await sql`update production_task set quantity = quantity * 3, reported_quantity = 1, start_time = start_time + 60, status = 1, publish_status = 0
    where id = any(${ids}::uuid[])`.execute(tx)
  await sql`update report_record set finished_quantity = 7, report_time = report_time - 60, defect_reason = 'other', approved_time = null
    where id = any(${ids}::uuid[])`.execute(tx)
  await sql`update task_pause set reason = 9 - reason, remark = 'other' where task_id = any(${ids}::uuid[])`.execute(tx)
  await sql`update andon_call set status = 10, remark = 'other', called_time = called_time - 60 where id = any(${ids}::uuid[])`.execute(
    tx,
  )
  await sql`update shift_handover set note = 'other', status = 1 - status where id = any(${ids}::uuid[])`.execute(tx)
  await sql`update device_freeze set reason = 'other', end_time = end_time + 60 where id = any(${ids}::uuid[])`.execute(
    tx,
  )
  await sql`update wage_sheet set hour_wage = hour_wage + 5, total_wage = total_wage + 5 where id = any(${ids}::uuid[])`.execute(
    tx,
  )
  await sql`update supplement_sheet set wage = wage + 5, reason = 'other' where id = any(${ids}::uuid[])`.execute(tx)
  await sql`update attachment set file_name = 'other' where object_id = any(${ids}::uuid[])`.execute(tx)
  await sql`update share_link set revoked = true where object_id = any(${ids}::uuid[])`.execute(tx)
}

/** Calls that change what was, or is being, approved and leave it approved, or that approve it in its maker's name. */
export async function evasions(
  app: TestApp,
  maker: TestMember,
  orders: readonly KnownRecord[],
  { calls = builtCalls, areas }: { calls?: readonly AnyCall[]; areas?: readonly Area[] | undefined } = {},
): Promise<{ found: string[]; restarted: string[] }> {
  const found = new Set<string>()
  const restarted = new Set<string>()
  let calling = ''
  const ids = orders.map(({ id }) => id)
  const contents = async (tx: Tx) => {
    const loaded = await salesOrderApproval.load(tx, maker.org_id, ids)
    return new Map(loaded.map(one => [one.id, JSON.stringify(one.content)]))
  }
  const before = await app.database.as({ ...maker, cause: 'proof' }, contents)
  const http = undoing(app, {
    areas,
    look: async tx => {
      const now = await contents(tx)
      const digests = await digestsNow(tx, maker.org_id, salesOrderApproval, ids)
      const standing = await rows(
        tx,
        sql<{ id: string; status: number; approval_status: number | null; hash: string; decided: number }>`
          select o.id, o.status, o.approval_status, a.content_hash as hash, a.status as decided from sales_order o
          join lateral (select * from approval a where a.org_id = o.org_id and a.object_id = o.id order by a.id desc limit 1) a on true
          where o.org_id = ${maker.org_id} and o.id = any(${ids}::uuid[])`,
      )
      for (const { id, status, approval_status, hash, decided } of standing) {
        const was = orders.find(one => one.id === id)!
        const decidedNow = was.more?.state === 'pending' && decided === 2
        const changed = now.get(id) !== before.get(id)
        const waits = status === 0 && approval_status === 1 && decided === 1 && hash === digests.get(id)
        if (decidedNow || (changed && !waits) || (changed && was.more?.state === 'pending')) found.add(calling)
        else if (changed) restarted.add(calling)
      }
    },
  })
  for (const call of asked(calls).filter(one => one.writes)) {
    calling = call.path
    for (const input of inputsAbout(call, orders)) await ask(http, call, input, maker.token)
  }
  return { found: [...found], restarted: [...restarted] }
}
