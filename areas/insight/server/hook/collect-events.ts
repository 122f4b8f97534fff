import type { Instant } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { HookMessage } from '../../model/hook/web-hook.rules.ts'
import { deliveryStatus, webHookStatus } from '../../model/hook/web-hook.status.ts'
import {
  type Change,
  eventsIn,
  type HookKind,
  type HookTable,
  hookKinds,
  hookTables,
  isHookTable,
  tablesOf,
} from '../../model/hook/web-hook-events.ts'

/** So many are looked at in one transaction. */
const mostNotes = 500
const { on } = webHookStatus.codes

interface Note {
  readonly id: number
  readonly at: Instant
  readonly table_name: string
  readonly change_id: number | null
  readonly subject_id: string | null
}
/** A note with what it tells of. */
interface Noted {
  readonly at: Instant
  readonly table: HookTable
  readonly change: Change
}

/** Makes deliveries of what was noted; how many notes there were. */
export async function collectEvents(tx: Tx, org_id: string): Promise<number> {
  const notes = await rows(
    tx,
    sql<Note>`delete from web_hook_note where org_id = ${org_id} and id in (
        select id from web_hook_note where org_id = ${org_id} order by id limit ${mostNotes})
      returning id, at, table_name, change_id, subject_id`,
  )
  if (notes.length === 0) return 0
  const hooks = await rows(
    tx,
    sql<{
      id: string
      kinds: HookKind[]
    }>`select id, kinds from web_hook where org_id = ${org_id} and status = ${on} order by id`,
  )
  const [company] = await rows(tx, sql<{ company_code: string }>`select company_code from org where id = ${org_id}`)
  const found = await notedOf(
    tx,
    org_id,
    notes.toSorted((a, b) => a.id - b.id),
  )
  const messages = found.flatMap(({ at, table, change }) =>
    eventsIn(table, change).map(
      (kind): HookMessage => ({
        id: newId(),
        kind,
        time: at,
        company_code: company?.company_code ?? '',
        data: change.row,
      }),
    ),
  )
  await insertRows(
    tx,
    'web_hook_delivery',
    messages.flatMap(message =>
      hooks
        .filter(({ kinds }) => kinds.some(kind => kind === message.kind))
        .map(({ id: hook_id }) => ({
          id: newId(),
          hook_id,
          event_id: message.id,
          kind: message.kind,
          subject: subjectOf(message.data),
          body: JSON.stringify(message),
          created_time: message.time,
          due_time: message.time,
          status: deliveryStatus.codes.waiting,
          attempts: 0,
        })),
    ),
  )
  return notes.length
}

/** What people call the document or object. */
const subjectOf = (data: Readonly<Record<string, unknown>>): string | null => {
  const known = data.no ?? data.object_no ?? data.material_code ?? data.version_no
  return known === undefined || known === null ? null : String(known)
}

async function notedOf(tx: Tx, org_id: string, notes: readonly Note[]): Promise<Noted[]> {
  const changes = await changesOf(
    tx,
    org_id,
    notes.flatMap(({ change_id }) => change_id ?? []),
  )
  const subjects = await subjectsOf(tx, org_id, notes)
  return notes.flatMap(({ at, table_name: table, change_id, subject_id }) => {
    if (!isHookTable(table)) return []
    const change = change_id === null ? subjects.get(subject_id ?? '') : changes.get(change_id)
    return change ? [{ at, table, change }] : []
  })
}

async function changesOf(tx: Tx, org_id: string, ids: readonly number[]): Promise<Map<number, Change>> {
  if (ids.length === 0) return new Map()
  const told = Object.entries(hookTables).flatMap(([table_name, [plain, quantities = []]]) => [
    ...plain.map(field => ({ table_name, field, is_quantity: false })),
    ...quantities.map(field => ({ table_name, field, is_quantity: true })),
  ])
  const found = await rows(
    tx,
    sql<Change & { id: number }>`with told as materialized (
        select * from ${recordset(told, sql`table_name text, field text, is_quantity boolean`)} as t)
      select c.id, c.cause, c.old_row -> 'status' as was,
        coalesce(c.old_row - ${ownFields}::text[] = c.new_row - ${ownFields}::text[], false) as is_touched,
        (select coalesce(jsonb_object_agg(t.field, case when t.is_quantity then to_jsonb(c.new_row ->> t.field) else c.new_row -> t.field end), '{}')
          from told t where t.table_name = c.table_name) as row
      from change_log c where c.org_id = ${org_id} and c.id = any(${ids}::bigint[])`,
  )
  return new Map(found.map(({ id, ...change }) => [id, change]))
}
/** What each write of a row changes. */
const ownFields = ['row_version', 'updated_time', 'updated_by']

/** What notes without a change are about, by its id: bounds below which the stock has fallen, of a warehouse or of a material as a whole, plans, and what rules tell of. */
async function subjectsOf(tx: Tx, org_id: string, notes: readonly Note[]): Promise<Map<string, Change>> {
  const idsOf = (table: HookTable) => notes.flatMap(one => (one.table_name === table ? (one.subject_id ?? []) : []))
  const ofWarehouses = idsOf('stock_bound_told')
  const ofMaterials = idsOf('material_bound_told')
  const plans = idsOf('plan_version')
  const cases = idsOf('notice_case')
  if (ofWarehouses.length + ofMaterials.length + plans.length + cases.length === 0) return new Map()
  const found = await rows(
    tx,
    sql<{
      id: string
      row: Record<string, unknown>
    }>`select b.id, jsonb_build_object('material_id', m.id, 'material_code', m.code, 'warehouse_id', w.id,
        'warehouse_code', w.code, 'lower_quantity', b.lower_quantity::text) as row
      from stock_bound b join material m on m.org_id = b.org_id and m.id = b.material_id
        join warehouse w on w.org_id = b.org_id and w.id = b.warehouse_id
      where b.org_id = ${org_id} and ${among(sql`b.id`, ofWarehouses)}
      union all
      select m.id, jsonb_build_object('material_id', m.id, 'material_code', m.code, 'warehouse_id', null, 'warehouse_code', null,
        'lower_quantity', m.inventory_lower::text)
      from material m where m.org_id = ${org_id} and ${among(sql`m.id`, ofMaterials)}
      union all
      select v.id, jsonb_build_object('id', v.id, 'version_no', v.version_no, 'reason', v.reason, 'mo_count', v.mo_count,
        'task_count', v.task_count, 'late_count', v.late_count)
      from plan_version v where v.org_id = ${org_id} and ${among(sql`v.id`, plans)}
      union all
      select n.id, jsonb_build_object('id', n.id, 'rule_id', n.rule_id, 'event', n.event, 'object_id', n.object_id, 'object_no', n.object_no,
        'subject', n.subject, 'measure', n.measure, 'value', n.value::text, 'by_hook', n.by_hook)
      from notice_case n where n.org_id = ${org_id} and ${among(sql`n.id`, cases)}`,
  )
  return new Map(found.map(({ id, row }) => [id, { was: null, is_touched: false, cause: null, row }]))
}

/** Each hook that is on hears of changes where its events are seen; of one company, or of all after a new version. */
export const listenFor = (tx: Tx, companies: RawBuilder<unknown> = sql`true`): Promise<unknown> => {
  const seen = hookKinds.flatMap(kind => tablesOf([kind]).map(table_name => ({ kind, table_name })))
  return sql`with seen as materialized (select * from ${recordset(seen, sql`kind text, table_name text`)} as s),
    heard as (
      select h.org_id, h.id, coalesce((select array_agg(distinct s.table_name order by s.table_name) from seen s
        where h.status = ${on} and s.kind = any(h.kinds)), '{}') as tables
      from web_hook h where ${companies})
    update web_hook_channel c set tables = h.tables from heard h
      where c.org_id = h.org_id and c.hook_id = h.id and c.tables <> h.tables`.execute(tx)
}
