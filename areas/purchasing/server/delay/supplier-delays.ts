import { loadSettings } from '@qitao/access/server'
import { daySeconds } from '@qitao/core/time.ts'
import { showSupplierDelays } from '@qitao/masterdata/model/partner/supplier-delay.calls.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { startJob, startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { type RawBuilder, sql } from 'kysely'
import { purchaseStatus } from '../../model/purchase.status.ts'
import { arrivalsMoved, type MovedArrivals } from '../../model/purchase-order.calls.ts'

/** Fewer lines teach nothing of a supplier: then those of all count. */
const leastLines = 5
const withinDays = 365

/** Days between the announced day and the last receipt of each line that came in full, of some time. */
const observed = (org_id: string) => sql`
  select o.supplier_id, floor((l.arrival_time - coalesce(l.eta, o.eta)) / ${daySeconds}::numeric)::integer as days
  from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
  where l.org_id = ${org_id} and l.arrival_time >= epoch_now() - ${withinDays * daySeconds} and l.received_quantity >= l.quantity
    and coalesce(l.eta, o.eta) is not null`

/** What is learnt now, of each supplier and of all. */
const learnt = (org_id: string) => sql`
  select supplier_id, count(*)::integer as line_count, (count(*) filter (where days <= 0))::integer as on_time_count,
    percentile_disc(0.5) within group (order by days) as p50_days, percentile_disc(0.9) within group (order by days) as p90_days
  from (${observed(org_id)}) d group by grouping sets ((supplier_id), ()) having count(*) >= ${leastLines}`

/** Stores what has changed of it; answers whose days are others now, null for all of them. */
async function relearn(tx: Tx, org_id: string): Promise<(string | null)[]> {
  const changed = await rows(
    tx,
    sql<{ supplier_id: string | null; moved: boolean }>`with now as materialized (${learnt(org_id)}),
      was as materialized (select * from supplier_delay where org_id = ${org_id}),
      gone as (delete from supplier_delay d where d.org_id = ${org_id}
        and not exists (select from now where now.supplier_id is not distinct from d.supplier_id) returning d.supplier_id),
      kept as (
        insert into supplier_delay (supplier_id, line_count, on_time_count, p50_days, p90_days)
        select n.supplier_id, n.line_count, n.on_time_count, n.p50_days, n.p90_days from now n
          left join was w on w.supplier_id is not distinct from n.supplier_id
        where (w.line_count, w.on_time_count, w.p50_days, w.p90_days) is distinct from (n.line_count, n.on_time_count, n.p50_days, n.p90_days)
        on conflict (org_id, supplier_id) do update set line_count = excluded.line_count, on_time_count = excluded.on_time_count,
          p50_days = excluded.p50_days, p90_days = excluded.p90_days
        returning supplier_id, p50_days, p90_days)
      select supplier_id, true as moved from gone
      union all select k.supplier_id, (w.p50_days, w.p90_days) is distinct from (k.p50_days, k.p90_days) from kept k
        left join was w on w.supplier_id is not distinct from k.supplier_id`,
  )
  return changed.filter(({ moved }) => moved).map(({ supplier_id }) => supplier_id)
}

export const supplierDelaysType = 'supplier_delays'
/** Learns of the receipts; kits that count a purchase as it usually comes follow, as after a new day of a supplier (decision 0051). */
export const supplierDelaysJob = job<unknown>(
  supplierDelaysType,
  'bulk',
  (_, { org_id, transaction }: JobContext) =>
    transaction(async tx => {
      const suppliers = await relearn(tx, org_id)
      const { kitting_arrival_day } = await loadSettings(tx, org_id)
      if (suppliers.length === 0 || kitting_arrival_day === 'announced') return { supplier_count: suppliers.length }
      const ofAll = suppliers.includes(null)
      const lines = await rows(
        tx,
        sql<{
          id: string
        }>`select l.id from purchase_order o join purchase_order_line l on l.org_id = o.org_id and l.order_id = o.id
          where o.org_id = ${org_id} and o.status in (${sql.join(purchaseStatus.from('receive'))}) and l.quantity > l.received_quantity
            and (${ofAll} or o.supplier_id = any(${suppliers}::uuid[])) order by l.id`,
      )
      const input: MovedArrivals = { line_ids: lines.map(({ id }) => id) }
      if (lines.length > 0) await startJob(tx, { type: arrivalsMoved, input, coalesce: arrivalsMoved })
      return { supplier_count: suppliers.length }
    }),
  { repeatable: true, serial: supplierDelaysType },
)
/** Once a day each company in which something came since, or has left the time that is looked at. */
export const supplierDelaysClock = job<unknown>(
  'supplier_delays_clock',
  'housekeeping',
  (_, { transaction }) =>
    transaction(async tx => {
      const due = await rows(
        tx,
        sql<{ id: string }>`select o.id from org o
          where exists (select from purchase_order_line l where l.org_id = o.id and l.arrival_time is not null)`,
      )
      await startJobOfCompanies(
        tx,
        supplierDelaysType,
        due.map(({ id }) => id),
      )
      return { company_count: due.length }
    }),
  { repeatable: true, every_seconds: daySeconds },
)

/** Which day a purchase is counted for. */
export type ArrivalDay = 'announced' | 'p50' | 'p90'
/** By how many seconds a line of the supplier is counted after its announced day; never before it. */
export const delaySeconds = (
  org_id: string,
  supplier_id: RawBuilder<unknown>,
  by: Exclude<ArrivalDay, 'announced'>,
): RawBuilder<unknown> => sql`greatest(0, coalesce(
    (select d.${sql.ref(`${by}_days`)} from supplier_delay d where d.org_id = ${org_id} and d.supplier_id = ${supplier_id}),
    (select d.${sql.ref(`${by}_days`)} from supplier_delay d where d.org_id = ${org_id} and d.supplier_id is null), 0)) * ${daySeconds}::bigint`

export const supplierDelayHandlers: Handler[] = [
  handle(showSupplierDelays, async (_, { tx, org_id }) => {
    const found = await rows(
      tx,
      sql<{
        supplier_id: string | null
        line_count: number
        on_time_count: number
        p50_days: number
        p90_days: number
      }>`select supplier_id, line_count, on_time_count, p50_days, p90_days from supplier_delay where org_id = ${org_id} order by supplier_id`,
    )
    return {
      suppliers: found.flatMap(({ supplier_id, ...one }) => (supplier_id === null ? [] : [{ supplier_id, ...one }])),
      company: found.find(({ supplier_id }) => supplier_id === null) ?? null,
      ...{ least_lines: leastLines, within_days: withinDays },
    }
  }),
]
