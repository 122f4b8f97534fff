import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { hourSeconds, minuteSeconds } from '@qitao/core/time.ts'
import { materialStatus, moStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { columnset } from '@qitao/platform/server/database/database.ts'
import { disposal } from '@qitao/quality/model/task/task.status.ts'
import { machinePeriods } from '@qitao/scheduling/server'
import { restsByTask } from '@qitao/shopfloor/server'
import { type RawBuilder, sql } from 'kysely'
import { count, countIf, factsSource, hoursOf, named, plain, product, sumOf } from './facts-source.ts'
import { firstGood, firstMade, sentBack } from './first-pass.ts'

/** How far from the published plan a task may begin and end and still keep to it. */
const tolerance = 4 * hourSeconds
const { kitting_complete, locked } = materialStatus.codes

const ofMo = sql`t.id::text as id, t.no as no, m.code || ' ' || m.name as subject, t.id::text as opens_id, ${product}`
const mos = sql`mo t join material m on m.org_id = t.org_id and m.id = t.material_id`
const byProduct = { ...named('product'), ...plain('series') }
export const starts = factsSource('starts', {
  // As it was at its planned start: what its history has changed last before, which the first change after it says. What is still to
  // start is taken as it stands; an order without components needs nothing, and one that nobody has checked is not known to be kitted.
  // The history is gone through once for all of them: asked order by order it may be as many times the history of the company.
  bySets: true,
  rows: ({ org_id, now, from, until }) => sql`
    with due as materialized (select t.id, t.planned_start_time from mo t where t.org_id = ${org_id} and t.status <> ${moStatus.codes.todo}
        and t.planned_start_time >= ${from} and t.planned_start_time < ${until}),
      history as materialized (select distinct on (c.row_id) c.row_id as mo_id, (c.old_row ->> 'material_status')::smallint as was
        from change_log c join due d on d.id = c.row_id and c.at >= d.planned_start_time
        where d.planned_start_time <= ${now} and c.org_id = ${org_id} and c.table_name = 'mo' and c.operation = 'UPDATE' and c.at >= ${from}
          and c.old_row -> 'material_status' is distinct from c.new_row -> 'material_status' order by c.row_id, c.id)
    select ${ofMo}, t.planned_start_time as at, coalesce(case when h.mo_id is null then t.material_status else h.was end in (${kitting_complete}, ${locked}),
        not exists (select from mo_component c where c.org_id = t.org_id and c.mo_id = t.id)) as kitted
    from ${mos} join due on due.id = t.id left join history h on h.mo_id = t.id where t.org_id = ${org_id}`,
  by: byProduct,
  sums: { orders: count, kitted: countIf('kitted') },
})
export const finishes = factsSource('finishes', {
  rows: ({
    org_id,
    now,
  }) => sql`select ${ofMo}, t.planned_finish_time as at, coalesce(t.actual_finish_time <= t.planned_finish_time, false) as on_time
    from ${mos} where t.org_id = ${org_id} and t.planned_finish_time is not null
      and (t.planned_finish_time < ${now} or t.actual_finish_time is not null)`,
  by: byProduct,
  sums: { orders: count, on_time: countIf('on_time') },
})
export const tasks = factsSource('tasks', {
  rows: ({
    org_id,
    now,
  }) => sql`select t.id::text as id, t.task_no as no, m.code || ' ' || m.name as subject, o.id::text as opens_id, t.published_end_time as at,
      coalesce(abs(t.actual_start_time - t.published_start_time) <= ${tolerance} and abs(t.actual_finish_time - t.published_end_time) <= ${tolerance}, false) as adhered,
      p.id::text as process, p.name as process_name, d.id::text as device, d.machine_no || ' ' || d.name as device_name,
      g.id::text as workgroup, g.name as workgroup_name, ${product}
    from production_task t join mo o on o.org_id = t.org_id and o.id = t.mo_id join material m on m.org_id = o.org_id and m.id = o.material_id
      join process p on p.org_id = t.org_id and p.id = t.process_id join device d on d.org_id = t.org_id and d.id = t.device_id
      left join workgroup g on g.org_id = t.org_id and g.id = t.workgroup_id
    where t.org_id = ${org_id} and t.publish_status = ${publishStatus.codes.published} and t.published_end_time is not null
      and (t.published_end_time < ${now} or t.status = ${taskStatus.codes.done})`,
  by: named('process', 'device', 'workgroup', 'product'),
  sums: { tasks: count, adhered: countIf('adhered') },
})

const minutesOf = (column: string) => sql`trim_scale(sum(${sql.ref(`f.${column}`)})::numeric / ${minuteSeconds})`
export const andon = factsSource('andon', {
  rows: ({
    org_id,
  }) => sql`select a.id::text as id, m.no as no, d.machine_no || ' ' || p.name as subject, a.mo_id::text as opens_id, a.called_time as at,
      a.answered_time is not null as answered, a.answered_time - a.called_time as answer_seconds, a.closed_time is not null as closed,
      a.closed_time - a.called_time as close_seconds, p.id::text as process, p.name as process_name,
      d.id::text as device, d.machine_no || ' ' || d.name as device_name, g.id::text as workgroup, g.name as workgroup_name
    from andon_call a join mo m on m.org_id = a.org_id and m.id = a.mo_id join process p on p.org_id = a.org_id and p.id = a.process_id
      join device d on d.org_id = a.org_id and d.id = a.device_id left join workgroup g on g.org_id = d.org_id and g.id = d.workgroup_id
    where a.org_id = ${org_id}`,
  by: named('process', 'device', 'workgroup'),
  sums: {
    calls: count,
    answered: countIf('answered'),
    answer_minutes: minutesOf('answer_seconds'),
    closed: countIf('closed'),
    close_minutes: minutesOf('close_seconds'),
  },
})

export const pauses = factsSource('pauses', {
  rows: ({
    org_id,
    now,
  }) => sql`select z.id::text as id, m.no as no, t.task_no as subject, t.mo_id::text as opens_id, z.from_time as at, coalesce(z.to_time, ${now}::bigint) - z.from_time as seconds,
      z.reason::text as pause_reason, p.id::text as process, p.name as process_name, d.id::text as device, d.machine_no || ' ' || d.name as device_name,
      g.id::text as workgroup, g.name as workgroup_name
    from task_pause z join production_task t on t.org_id = z.org_id and t.id = z.task_id join mo m on m.org_id = t.org_id and m.id = t.mo_id
      join process p on p.org_id = t.org_id and p.id = t.process_id join device d on d.org_id = t.org_id and d.id = t.device_id
      left join workgroup g on g.org_id = d.org_id and g.id = d.workgroup_id
    where z.org_id = ${org_id}`,
  by: { ...named('process', 'device', 'workgroup'), ...plain('pause_reason') },
  sums: { pauses: count, hours: hoursOf('seconds') },
})

/**
 * Of a report `r` on a machine `d`: the cycle time that holds, the one for the product before the one for the machine. A furnace takes
 * the time of its charge, whatever of it a report says: it has none.
 */
const standard = sql`left join lateral (
    select y.cycle_seconds / (y.batch_quantity * y.expected_oee * coalesce(d.efficiency, 1)) as seconds from cycle_time y
    where y.org_id = r.org_id and y.process_id = r.process_id and y.status = ${enabledStatus.codes.enabled} and d.charge_capacity is null
      and (y.material_id is null or y.material_id = o.material_id) and (y.device_id is null or y.device_id = r.device_id)
    order by y.material_id is null, y.device_id is null, y.id limit 1) y on true`
/** Of a report `r` how much was bad for each reason, and what share of the rest of the report is told with it. */
const byReason = sql`cross join lateral (
    select coalesce(e.n, 1) as n, coalesce(e.reason, case when r.defective_quantity > 0 then r.defect_reason end) as reason,
      coalesce(e.quantity, r.defective_quantity) as quantity,
      case when coalesce(e.n, 1) > 1 then e.part else 1 - coalesce(sum(e.part) over (), 0) + coalesce(e.part, 0) end as share
    from (select 1) one left join lateral (select i.n, i.row ->> 'reason' as reason, (i.row ->> 'quantity')::numeric as quantity,
        round((i.row ->> 'quantity')::numeric / r.defective_quantity, 12) as part
      from jsonb_array_elements(r.defects) with ordinality i (row, n) where r.defective_quantity > 0) e on true) e`
const ofProcess = sql`p.id::text as process, p.name as process_name, d.id::text as device, d.machine_no || ' ' || d.name as device_name,
      g.id::text as workgroup, g.name as workgroup_name`
const joined = (process_id: RawBuilder<unknown>) => sql`join mo o on o.org_id = r.org_id and o.id = r.mo_id
      join material m on m.org_id = o.org_id and m.id = o.material_id join process p on p.org_id = r.org_id and p.id = ${process_id}
      left join device d on d.org_id = r.org_id and d.id = k.device_id left join workgroup g on g.org_id = d.org_id and g.id = d.workgroup_id`
export const reports = factsSource('reports', {
  rows: ({
    org_id,
  }) => sql`select r.id::text || case when e.n > 1 then '.' || e.n else '' end as id, r.report_no as no, o.no || ' ' || p.name as subject,
      o.id::text as opens_id, r.report_time as at, r.finished_quantity * e.share as good, e.quantity as defective,
      r.finished_quantity * e.share + e.quantity as made, o.rework_task_id is null as first,
      ${firstGood} * e.share as first_good, ${firstMade} * e.share as first_made,
      r.work_seconds * e.share as work_seconds, case when y.seconds is not null and r.work_seconds > 0 then r.work_seconds * e.share end as measured_seconds,
      case when r.work_seconds > 0 then r.finished_quantity * e.share * y.seconds end as earned_seconds,
      ${ofProcess}, e.reason,
      (select s.group_name from scrap_reason s where s.org_id = r.org_id and s.name = e.reason
        and coalesce(s.process_id, r.process_id) = r.process_id order by s.process_id nulls last limit 1) as reason_group, ${product}
    from report_record r cross join lateral (select r.device_id) k ${joined(sql`r.process_id`)} ${standard} ${byReason}
    where r.org_id = ${org_id} and not r.revoked
    union all
    select r.id::text || '.' || k.task_no, r.report_no, o.no || ' ' || p.name, o.id::text, r.report_time, -b.quantity, null, -b.quantity,
      o.rework_task_id is null, -b.quantity, null, null, null, null, ${ofProcess}, null, null, ${product}
    from ${sentBack} ${joined(sql`k.process_id`)} where r.org_id = ${org_id} and not r.revoked`,
  by: { ...named('process', 'device', 'workgroup', 'product'), ...plain('series', 'reason', 'reason_group') },
  sums: {
    ...{ good: sumOf('good'), made: sumOf('made'), defective: sumOf('defective'), hours: hoursOf('work_seconds') },
    ...{
      first_good: sql`sum(f.first_good) filter (where f.first)`,
      first_made: sql`sum(f.first_made) filter (where f.first)`,
    },
    ...{ measured_hours: hoursOf('measured_seconds'), earned_hours: hoursOf('earned_seconds') },
  },
})
export const losses = factsSource('losses', {
  rows: ({ org_id }) => sql`select f.*, p.id::text as process, p.name as process_name, ${product} from (
      select r.id::text as id, r.report_no as no, o.no as subject, o.id::text as opens_id, r.report_time as at, o.material_id, r.process_id,
        r.finished_quantity + r.defective_quantity as made, null::numeric as scrapped,
        nullif(r.rework_quantity, 0) as reworked
      from report_record r join mo o on o.org_id = r.org_id and o.id = r.mo_id where r.org_id = ${org_id} and not r.revoked
      union all
      select r.id::text || '.' || k.task_no, r.report_no, o.no, o.id::text, r.report_time, o.material_id, k.process_id, -b.quantity, null, null
      from ${sentBack} join mo o on o.org_id = r.org_id and o.id = r.mo_id where r.org_id = ${org_id} and not r.revoked
      union all
      select x.id::text, k.no, x.reason, k.mo_id::text, x.created_time, k.material_id, k.process_id, null,
        case when x.disposal = ${disposal.codes.scrap} then x.quantity end, case when x.disposal = ${disposal.codes.rework} then x.quantity end
      from qc_disposal x join qc_task k on k.org_id = x.org_id and k.id = x.task_id
      where x.org_id = ${org_id} and k.mo_id is not null and x.disposal in (${disposal.codes.scrap}, ${disposal.codes.rework})) f
    join material m on m.org_id = ${org_id} and m.id = f.material_id left join process p on p.org_id = ${org_id} and p.id = f.process_id`,
  by: named('product', 'process'),
  sums: { made: sumOf('made'), scrapped: sumOf('scrapped'), reworked: sumOf('reworked') },
})

export const machines = factsSource('machines', {
  // Calendars and freezes are no rows: what machines were open for is computed and comes to the statement with its request.
  async rows(asked) {
    const { from, until, begins, org_id } = asked
    const starts = begins.map((begin, at) => Math.max(begin, at === 0 ? from : begin))
    const found = await machinePeriods(
      asked,
      starts.map((start, at) => [start, starts[at + 1] ?? until] as const),
      restsByTask,
    )
    const list = found.map(({ at, ...one }) => ({ ...one, at: starts[at]! }))
    return sql`select d.id::text || '.' || r.at as id, d.machine_no as no, d.name as subject, d.id::text as opens_id, r.*,
        d.id::text as device, d.machine_no || ' ' || d.name as device_name, g.id::text as workgroup, g.name as workgroup_name
      from ${columnset(list, {
        device_id: 'uuid',
        at: 'bigint',
        available_seconds: 'bigint',
        planned_seconds: 'bigint',
        open_seconds: 'bigint',
        run_seconds: 'bigint',
        ideal_seconds: 'numeric',
        good_quantity: 'numeric',
        made_quantity: 'numeric',
      })} join device d on d.org_id = ${org_id} and d.id = r.device_id left join workgroup g on g.org_id = d.org_id and g.id = d.workgroup_id`
  },
  by: named('device', 'workgroup'),
  sums: {
    ...{ available_hours: hoursOf('available_seconds'), planned_hours: hoursOf('planned_seconds') },
    ...{
      open_hours: hoursOf('open_seconds'),
      run_hours: hoursOf('run_seconds'),
      ideal_hours: hoursOf('ideal_seconds'),
    },
    ...{ good: sumOf('good_quantity'), made: sumOf('made_quantity') },
  },
})
