import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { withinRange } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { listSuspects } from '../../model/trace/trace.calls.ts'
import { type Shared, suspectKind, suspectsOf } from '../../model/trace/trace.rules.ts'

const outside = text('班次外', 'Outside shifts')
const { machine, person, shift, lot, supplier } = suspectKind.codes
/**
 * The shift in which report `r` was made, by the calendar of its machine, of the machine's workgroup, or of the company: the work was
 * done before it was reported, so a shift has what is reported at its end. Null: outside all shifts.
 */
const shiftOf = (time_zone: string) => sql`(select c.name || ' ' || (s ->> 'name')
  from (select to_timestamp(r.report_time) at time zone ${time_zone} as at) t
    left join device d on d.org_id = r.org_id and d.id = r.device_id
    left join workgroup g on g.org_id = d.org_id and g.id = d.workgroup_id
    join calendar c on c.org_id = r.org_id
      and case when coalesce(d.calendar_id, g.calendar_id) is null then c.is_default else c.id = coalesce(d.calendar_id, g.calendar_id) end
    cross join lateral (values (t.at::date), (t.at::date - 1)) as days(day)
    left join calendar_day x on x.org_id = c.org_id and x.calendar_id = c.id and x.day = days.day
    cross join lateral jsonb_array_elements(case when x.id is null then c.shifts else x.shifts end) s
    cross join lateral (select (s ->> 'start_second')::integer as starts, (s ->> 'end_second')::integer as ends) h
  where (x.id is not null or s -> 'week_days' @> to_jsonb(extract(isodow from days.day)::integer))
    and t.at > days.day + make_interval(secs => h.starts)
    and t.at <= days.day + make_interval(secs => h.ends + case when h.ends <= h.starts then 86400 else 0 end)
  order by days.day desc limit 1)`

/** By machine, person, shift, lot used and its supplier: the bad and good pieces of all reports on a product. */
export const suspectHandlers: Handler[] = [
  handle(listSuspects, async ({ material_id, timestamp_range }, { tx, org_id, member, language }) => {
    const range = withinRange(sql`r.report_time`, timestamp_range)
    const reports = sql`(select r.id, r.mo_id, r.device_id, r.user_ids, r.report_no, r.inputs, r.defective_quantity as bad, r.finished_quantity as good,
        ${shiftOf(member.time_zone)} as shift
      from report_record r join mo m on m.org_id = r.org_id and m.id = r.mo_id
      where r.org_id = ${org_id} and m.material_id = ${material_id} and not r.revoked ${range ? sql`and ${range}` : sql``})`
    // What an order used of a lot went into all of its reports, unless a report says otherwise.
    const used = sql`(select distinct b.id, b.bad, b.good, x.material_id, x.lot_number from ${reports} b
      join stock_movement x on x.org_id = ${org_id} and x.mo_id = b.mo_id and x.quantity < 0 and x.lot_number <> ''
        and (x.source_type <> 'report' or x.receipt_no = b.report_no))`
    const shared = await rows(
      tx,
      sql<Shared>`select ${machine}::integer as kind, d.machine_no || ' ' || d.name as name, sum(b.bad)::text as bad, sum(b.good)::text as good
          from ${reports} b join device d on d.org_id = ${org_id} and d.id = b.device_id group by 2
        union all select ${person}::integer, w.name, sum(b.bad)::text, sum(b.good)::text
          from ${reports} b join app_user w on w.org_id = ${org_id} and w.id = any(b.user_ids) group by w.id, w.name
        union all select ${shift}::integer, coalesce(b.shift, ${outside[language]}), sum(b.bad)::text, sum(b.good)::text
          from ${reports} b group by b.shift
        union all select ${lot}::integer, m.code || ' ' || b.lot_number, sum(b.bad)::text, sum(b.good)::text
          from ${used} b join material m on m.org_id = ${org_id} and m.id = b.material_id group by m.code, b.lot_number
        union all select ${supplier}::integer, c.name, sum(c.bad)::text, sum(c.good)::text
          from (select distinct b.id, b.bad, b.good, s.id as supplier_id, s.name from ${used} b
            join inventory i on i.org_id = ${org_id} and i.material_id = b.material_id and i.lot_number = b.lot_number
            join supplier s on s.org_id = i.org_id and s.id = i.supplier_id) c group by c.supplier_id, c.name
        order by 1, 2`,
    )
    const [all] = await rows(
      tx,
      sql<{
        bad: string
        good: string
      }>`select coalesce(sum(b.bad), 0)::text as bad, coalesce(sum(b.good), 0)::text as good from ${reports} b`,
    )
    return {
      bad_quantity: all!.bad,
      good_quantity: all!.good,
      result: suspectsOf(shared, all!).map(({ kind, name, bad, good, bad_rate, other_rate }) => ({
        ...{ id: `${kind}/${name}`, kind: kind as 0, name, bad_quantity: bad, good_quantity: good },
        ...{ bad_rate: String(bad_rate), other_rate: String(other_rate) },
      })),
    }
  }),
]
