import type { Parsed } from '@qitao/core/call.ts'
import type { Rows } from '@qitao/core/page.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { pendingOf } from '@qitao/purchasing/server'
import { type RawBuilder, sql } from 'kysely'
import { isOfNeedDates } from '../../model/plan/need-dates.rules.ts'
import type { listPlanMessages } from '../../model/plan/plan-message.calls.ts'
import { messageSource, type PlanMessageRow, planMessageStatus } from '../../model/plan/plan-message.ts'
import { type MessageChanges, messageChanges, type StoredMessage } from '../../model/plan/plan-messages.rules.ts'

const columns = sql`id uuid, key text, kind text, material_id uuid, instead_of_id uuid, source_type smallint, source_id uuid, component_id uuid,
  mo_ids jsonb, quantity numeric, needed_quantity numeric, from_quantity numeric, to_quantity numeric, from_time bigint, to_time bigint, by_time bigint, reason text`
const moIds = sql`array(select jsonb_array_elements_text(r.mo_ids)::uuid)`

/** Messages of the last plan, which the caller has locked, become these. */
export const savePlanMessages = (tx: Tx, org_id: string, wanted: readonly StoredMessage[]): Promise<MessageChanges> =>
  saveMessages(tx, org_id, wanted, message => !isOfNeedDates(message))

/** Messages of one origin become these; what stays the same keeps its refusal. */
export async function saveMessages(
  tx: Tx,
  org_id: string,
  wanted: readonly StoredMessage[],
  isTheirs: (message: StoredMessage) => boolean,
): Promise<MessageChanges> {
  const stored = await rows(
    tx,
    sql<
      StoredMessage & { id: string }
    >`select id, key, kind, material_id, instead_of_id, source_type, source_id, component_id, mo_ids,
        trim_scale(quantity) as quantity, trim_scale(needed_quantity) as needed_quantity, trim_scale(from_quantity) as from_quantity, trim_scale(to_quantity) as to_quantity, from_time, to_time, by_time, reason
      from plan_message where org_id = ${org_id} order by id`,
  )
  const changes = messageChanges(stored.filter(isTheirs), wanted)
  const { gone, altered, added } = changes
  if (gone.length > 0)
    await sql`delete from plan_message where org_id = ${org_id} and ${among(sql`id`, gone)}`.execute(tx)
  if (altered.length > 0)
    await sql`update plan_message t set status = ${planMessageStatus.codes.open}, material_id = r.material_id, instead_of_id = r.instead_of_id,
        source_type = r.source_type, source_id = r.source_id, component_id = r.component_id, mo_ids = ${moIds}, quantity = r.quantity,
        needed_quantity = r.needed_quantity, from_quantity = r.from_quantity, to_quantity = r.to_quantity, from_time = r.from_time, to_time = r.to_time, by_time = r.by_time, reason = r.reason
      from ${recordset(altered, columns)} as r where t.org_id = ${org_id} and t.id = r.id`.execute(tx)
  // Nobody makes a message: that of a sample material is of the sample, whenever the plan was made.
  if (added.length > 0)
    await sql`insert into plan_message (id, key, kind, material_id, instead_of_id, source_type, source_id, component_id, mo_ids,
        quantity, needed_quantity, from_quantity, to_quantity, from_time, to_time, by_time, reason, sample)
      select r.id, r.key, r.kind, r.material_id, r.instead_of_id, r.source_type, r.source_id, r.component_id, ${moIds},
        r.quantity, r.needed_quantity, r.from_quantity, r.to_quantity, r.from_time, r.to_time, r.by_time, r.reason, m.sample
      from ${recordset(
        added.map(message => ({ id: newId(), ...message })),
        columns,
      )} as r join material m on m.org_id = ${org_id} and m.id = r.material_id`.execute(tx)
  return changes
}

export async function planMessagesPage(
  tx: Tx,
  org_id: string,
  input: Parsed<typeof listPlanMessages>,
  today: Instant,
): Promise<Rows<PlanMessageRow> & { counts: Record<string, number>; need_date_count: number }> {
  const counts = await rows(
    tx,
    sql<{
      kind: string
      count: number
      need_dates: number
    }>`select t.kind, count(*) as count, count(*) filter (where ${isOpenNeedDate}) as need_dates from plan_message t
      where t.org_id = ${org_id} and t.status = ${planMessageStatus.codes.open} and ${isOpenStill(org_id)} group by t.kind`,
  )
  const page = await listRows<PlanMessageRow>(
    tx,
    {
      org_id,
      table: 'plan_message',
      where: [
        sql`t.status = ${input.status}`,
        isOpenStill(org_id),
        input.kinds !== undefined && oneOfCodes(sql`t.kind`, input.kinds),
        input.material_id !== undefined &&
          sql`(t.material_id = ${input.material_id} or t.instead_of_id = ${input.material_id})`,
        input.mo_id !== undefined && sql`${input.mo_id}::uuid = any(t.mo_ids)`,
        byKeyword(org_id, input.keyword),
      ],
      columns: sql`t.id, t.kind, t.status, t.material_id, m.code as material_code, m.name as material_name, u.name as unit_name,
        n.code as instead_of_code, n.name as instead_of_name, t.source_type, t.source_id, coalesce(o.no, s.no, q.no) as source_no,
        (select count(*) from purchase_order_line x where x.org_id = o.org_id and x.order_id = o.id)::integer as order_line_count,
        exists (select from purchase_order_line x where x.org_id = o.org_id and x.order_id = o.id and x.received_quantity > 0) as order_received,
        f.id as mo_id, f.no as mo_no, cardinality(t.mo_ids) as mo_count, coalesce(b.quantity, t.quantity) as quantity, t.from_quantity, t.to_quantity, t.from_time,
        greatest(t.to_time, ${today}) as to_time, ${overdueDays(sql`t.to_time`, today)} as to_overdue_days,
        case when t.by_time is not null then greatest(t.by_time, ${today}) end as by_time, ${overdueDays(sql`t.by_time`, today)} as by_overdue_days, t.reason`,
      joins: sql`join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
        left join (${stillToBuy(org_id)}) b on b.id = t.id
        left join material n on n.org_id = t.org_id and n.id = t.instead_of_id
        left join purchase_order_line l on l.org_id = t.org_id and l.id = t.source_id and t.source_type = ${messageSource.in_transit}
        left join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
        left join mo s on s.org_id = t.org_id and s.id = t.source_id and t.source_type = ${messageSource.in_production}
        left join purchase_request q on q.org_id = t.org_id and q.id = t.source_id and t.source_type = ${messageSource.purchase_request}
        left join mo f on f.org_id = t.org_id and f.id = t.mo_ids[1]`,
      orders: {
        by_time: sql`t.by_time`,
        to_time: sql`t.to_time`,
        from_time: sql`t.from_time`,
        quantity: sql`coalesce(b.quantity, t.quantity)`,
        kind: sql`t.kind`,
      },
      defaultOrder: 'to_time',
    },
    input,
  )
  return {
    ...page,
    counts: Object.fromEntries(counts.map(({ kind, count }) => [kind, count])),
    need_date_count: counts.reduce((sum, { need_dates }) => sum + need_dates, 0),
  }
}

/** Days from one that is past to today. */
const overdueDays = (at: RawBuilder<unknown>, today: Instant) =>
  sql`coalesce(greatest(0, ceil((${today} - ${at}) / ${daySeconds}::numeric)), 0)::integer`

/**
 * Of open messages to buy, `id` and `quantity` that is still to be bought: buyers may have been asked since the plan was made,
 * and what they have covers the first need first. 0: all of it is theirs already.
 */
export const stillToBuy = (org_id: string): RawBuilder<unknown> =>
  sql`select k.id, case when k.still <= 0 then 0 when k.still = k.needed then k.quantity
      else ceil(greatest(k.still, m.minimum_lot) / coalesce(nullif(m.packaging_size, 0), 0.000001)) * coalesce(nullif(m.packaging_size, 0), 0.000001) end as quantity,
    greatest(k.still, 0) as needed_quantity
    from (
      select t.id, t.material_id, t.quantity, n.needed, least(n.needed, sum(n.needed) over (partition by t.material_id order by t.to_time, t.id) - coalesce(h.had, 0)) as still
      from plan_message t cross join lateral (select coalesce(t.needed_quantity, t.quantity) as needed) n
        left join (select material_id, sum(quantity) as had from (${pendingOf(org_id, null)}) p group by material_id) h on h.material_id = t.material_id
      where t.org_id = ${org_id} and t.kind = 'buy' and t.status = ${planMessageStatus.codes.open}
    ) k join material m on m.org_id = ${org_id} and m.id = k.material_id`

const isOpenStill = (org_id: string) =>
  sql`t.id not in (select b.id from (${stillToBuy(org_id)}) b where b.quantity = 0)`

/** A message `t` that moves a child order or a request. */
export const isOpenNeedDate = sql`t.status = ${planMessageStatus.codes.open} and t.kind in ('expedite', 'defer')
  and t.source_type in (${messageSource.in_production}, ${messageSource.purchase_request})`
const byKeyword = (org_id: string, keyword: string | undefined) => {
  const found = contains(keyword, sql`k.code`, sql`k.name`)
  return (
    found &&
    sql`(t.material_id in (select k.id from material k where k.org_id = ${org_id} and ${found})
      or t.mo_ids && array(select k.id from mo k where k.org_id = ${org_id} and ${contains(keyword, sql`k.no`)}))`
  )
}
