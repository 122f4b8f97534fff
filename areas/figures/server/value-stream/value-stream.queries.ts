import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { convert, isPositive, type Quantity, roundHalfUp } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { isDemand, wantedAt } from '@qitao/demand/server'
import { engineeringErrors } from '@qitao/engineering/model/engineering.errors.ts'
import { closestTimeOf } from '@qitao/engineering/model/time/cycle-time.rules.ts'
import { bomsInForce, loadCycleTimes } from '@qitao/engineering/server'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { among, recordset, rows } from '@qitao/platform/server/database/database.ts'
import { machinePeriods } from '@qitao/scheduling/server'
import { restsByTask } from '@qitao/shopfloor/server'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { sql } from 'kysely'
import { figureValue, type Periods } from '../../model/figure.rules.ts'
import type { MeasuredStream, StreamBox } from '../../model/value-stream/value-stream.calls.ts'
import type { FactsContext } from '../facts/facts-source.ts'
import { firstGood, firstMade } from '../facts/first-pass.ts'

const { in_production, completed, in_warehouse } = moStatus.codes
/** Places behind the point of seconds, as people time work. */
const secondDecimals = 2
const none = '00000000-0000-0000-0000-000000000000'

/** The steps by which a material is made, in order; 5517 without a routing and without a BoM of manufacturing. */
async function stepsOf({ tx, org_id, now }: FactsContext, material_id: string) {
  const structure = (await bomsInForce(tx, org_id, [material_id], now)).get(material_id)
  const nodes = structure?.manufacturing_bom?.nodes.map(({ ordering_node, process_id }) => ({
    sequence: ordering_node,
    process_id,
  }))
  const steps = nodes ?? structure?.routing?.steps.map(({ sequence, process_id }) => ({ sequence, process_id })) ?? []
  if (steps.length === 0) refuse(engineeringErrors.bomMissing)
  const turns = new Map<string, number>()
  const inTurn = steps
    .sort((a, b) => a.sequence - b.sequence)
    .map(step => {
      const turn = (turns.get(step.process_id) ?? 0) + 1
      turns.set(step.process_id, turn)
      return { ...step, turn }
    })
  return { steps: inTurn, bom: structure?.material_bom ?? null }
}

/** A process that stands several times in a stream is told apart by its turn, from 1. */
interface Turn {
  readonly process_id: string
  readonly turn: number
}
const keyOf = ({ process_id, turn }: Turn) => `${process_id} ${turn}`

/** Operations of its work orders by the turn of their process; those of an order that has it more often count for the last. */
const operationsOf = ({ org_id }: FactsContext, material_id: string, turns: readonly Turn[]) => sql`(
    select n.id, n.mo_id, n.process_id, n.sequence, n.reported_quantity, n.defective_quantity, n.before_quantity, least(n.nth, k.turns) as turn from (
      select q.*, row_number() over (partition by q.mo_id, q.process_id order by q.sequence) as nth,
        coalesce(lag(q.reported_quantity) over (partition by q.mo_id order by q.sequence), t.planned_quantity) as before_quantity
      from mo t join mo_operation q on q.org_id = t.org_id and q.mo_id = t.id where t.org_id = ${org_id} and t.material_id = ${material_id}) n
      join (select process_id, max(turn) as turns from ${recordset(turns, sql`process_id uuid, turn integer`)} group by process_id) k on k.process_id = n.process_id)`

interface Reported extends Turn {
  readonly median: Quantity | null
  readonly p90: Quantity | null
  readonly count: number
  readonly device_ids: readonly string[] | null
  readonly good: Quantity
  readonly first_good: Quantity | null
  readonly first_made: Quantity | null
}
/** Of each step that worked on the material: what reports say of a piece, where they tell how long the work took, and what was made. */
const reportedIn = (context: FactsContext, material_id: string, turns: readonly Turn[], { from, until }: Periods) =>
  rows(
    context.tx,
    sql<Reported>`
      select x.process_id, x.turn::integer as turn, round((percentile_cont(0.5) within group (order by x.seconds))::numeric, ${secondDecimals})::text as median,
        round((percentile_cont(0.9) within group (order by x.seconds))::numeric, ${secondDecimals})::text as p90, count(x.seconds)::integer as count,
        array_agg(distinct x.device_id::text) filter (where x.device_id is not null and x.seconds is not null) as device_ids,
        sum(x.good)::text as good, (sum(x.first_good) filter (where x.first))::text as first_good, (sum(x.first_made) filter (where x.first))::text as first_made
      from (select p.process_id, p.turn, r.device_id, r.finished_quantity as good, ${firstGood} as first_good, ${firstMade} as first_made, o.rework_task_id is null as first,
          case when r.work_seconds > 0 and not r.outside then r.work_seconds / nullif(r.finished_quantity + r.defective_quantity, 0) end as seconds
        from report_record r join ${operationsOf(context, material_id, turns)} p on p.id = r.operation_id
          join mo o on o.org_id = r.org_id and o.id = r.mo_id
        where r.org_id = ${context.org_id} and not r.revoked and r.report_time >= ${from} and r.report_time < ${until}
        union all
        select p.process_id, p.turn, null, -b.quantity, -b.quantity, null, o.rework_task_id is null, null
        from report_sent_back b join report_record r on r.org_id = b.org_id and r.id = b.report_id
          join ${operationsOf(context, material_id, turns)} p on p.id = b.operation_id join mo o on o.org_id = r.org_id and o.id = r.mo_id
        where b.org_id = ${context.org_id} and not r.revoked and r.report_time >= ${from} and r.report_time < ${until}) x
      group by x.process_id, x.turn`,
  )
/** Pieces of begun work orders that wait for each step: the step before has made them, this one has not. */
const waiting = (context: FactsContext, material_id: string, turns: readonly Turn[]) =>
  rows(
    context.tx,
    sql<Turn & { quantity: Quantity }>`
      select p.process_id, p.turn::integer as turn, trim_scale(sum(greatest(0, p.before_quantity - p.reported_quantity - p.defective_quantity)))::text as quantity
      from ${operationsOf(context, material_id, turns)} p join mo o on o.org_id = ${context.org_id} and o.id = p.mo_id and o.status = ${in_production}
      group by p.process_id, p.turn`,
  )
const machinesOf = ({ tx, org_id }: FactsContext, process_ids: readonly string[]) =>
  rows(
    tx,
    sql<{
      process_id: string
      name: string
      outsourced: boolean
      device_ids: string[]
    }>`select p.id as process_id, p.name, p.outsourced,
        coalesce((select array_agg(d.id::text order by d.id) from device_process k join device d on d.org_id = k.org_id and d.id = k.device_id
          where k.org_id = p.org_id and k.process_id = p.id and d.status = ${enabledStatus.codes.enabled} and d.supplier_id is null), '{}') as device_ids
      from process p where p.org_id = ${org_id} and ${among(sql`p.id`, process_ids)}`,
  )
interface Flow {
  readonly wanted: Quantity
  readonly orders: number
  readonly shipments: number
  readonly finished: Quantity
  readonly finished_count: number
  readonly actual_lead: number | null
}
/** What customers wanted in the range, what left, what lies finished, and how long work orders truly took. */
const flowOf = ({ tx, org_id }: FactsContext, material_id: string, { from, until }: Periods) =>
  rows(
    tx,
    sql<Flow>`select d.wanted, d.orders, d.shipments, trim_scale(coalesce(v.quantity, 0) + coalesce(u.quantity, 0))::text as finished, coalesce(w.finished_count, 0) as finished_count, w.actual_lead
      from (select trim_scale(coalesce(sum(l.quantity) filter (where ${wantedAt} >= ${from} and ${wantedAt} < ${until}), 0))::text as wanted,
          (count(distinct o.id) filter (where ${wantedAt} >= ${from} and ${wantedAt} < ${until}))::integer as orders,
          (count(distinct l.delivered_time) filter (where l.delivered_time >= ${from} and l.delivered_time < ${until}))::integer as shipments
        from seen_sales_order_line l join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id where l.org_id = ${org_id} and l.material_id = ${material_id} and ${isDemand}) d,
        (select sum(i.quantity) as quantity from inventory i where i.org_id = ${org_id} and i.material_id = ${material_id} and i.quality_status = ${qualityStatus.codes.finished}) v,
        (select sum(greatest(0, t.completed_quantity - t.inbound_quantity)) as quantity from mo t where t.org_id = ${org_id} and t.material_id = ${material_id} and t.status = ${completed}) u,
        (select count(*)::integer as finished_count, round(percentile_cont(0.5) within group (order by t.actual_finish_time - t.actual_start_time))::integer as actual_lead
          from mo t where t.org_id = ${org_id} and t.material_id = ${material_id} and t.status in (${completed}, ${in_warehouse})
            and t.actual_start_time is not null and t.actual_finish_time >= ${from} and t.actual_finish_time < ${until}) w`,
  )
/** For so many pieces the scarcest component in store is enough; and who brought components in the range. */
const storeOf = (
  { tx, org_id }: FactsContext,
  components: readonly { material_id: string; per: Quantity }[],
  { from, until }: Periods,
) =>
  rows(
    tx,
    sql<{ name: string; quantity: Quantity; supplier_names: string[]; deliveries: number }>`
      with part as (select * from unnest(${components.map(one => one.material_id)}::uuid[], ${components.map(one => one.per)}::numeric[]) p(material_id, per)),
        came as (select s.name, l.id from purchase_order_line l join part on part.material_id = l.material_id join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
          join supplier s on s.org_id = o.org_id and s.id = o.supplier_id where l.org_id = ${org_id} and l.arrival_time >= ${from} and l.arrival_time < ${until})
      select m.code || ' ' || m.name as name, trim_scale(round(coalesce((select sum(i.quantity) from inventory i where i.org_id = ${org_id} and i.material_id = p.material_id
          and i.quality_status = ${qualityStatus.codes.finished}), 0) / p.per, 6))::text as quantity,
        coalesce((select array_agg(distinct c.name) from came c), '{}') as supplier_names, (select count(*) from came)::integer as deliveries
      from part p join material m on m.org_id = ${org_id} and m.id = p.material_id where p.per > 0 order by (coalesce((select sum(i.quantity) from inventory i where i.org_id = ${org_id}
          and i.material_id = p.material_id and i.quality_status = ${qualityStatus.codes.finished}), 0) / p.per), m.code limit 1`,
  )

/** A value stream as books, reports and calendars have it. */
export async function measureStream(
  context: FactsContext,
  material_id: string,
  periods: Periods,
): Promise<MeasuredStream> {
  const { tx, org_id } = context
  const { steps, bom } = await stepsOf(context, material_id)
  const process_ids = [...new Set(steps.map(({ process_id }) => process_id))]
  const components = (bom?.lines ?? []).map(line => ({
    material_id: line.material_id,
    per: convert(line.quantity, '1', bom!.base_quantity),
  }))
  const machines = new Map((await machinesOf(context, process_ids)).map(one => [one.process_id, one]))
  const turns = steps.map(({ process_id, turn }) => ({ process_id, turn }))
  const reported = new Map((await reportedIn(context, material_id, turns, periods)).map(one => [keyOf(one), one]))
  const wip = new Map((await waiting(context, material_id, turns)).map(one => [keyOf(one), one.quantity]))
  const [flow] = await flowOf(context, material_id, periods)
  const [store] = components.length > 0 ? await storeOf(context, components, periods) : []
  const closest = closestTimeOf(await loadCycleTimes(tx, org_id, process_ids))
  const worked = new Map(
    (await machinePeriods(context, [[periods.from, periods.until]], restsByTask)).map(one => [one.device_id, one]),
  )

  const boxes = steps.map(({ sequence, ...turn }): StreamBox => {
    const { process_id } = turn
    const process = machines.get(process_id)!
    const report = reported.get(keyOf(turn))
    // Those that worked on it; before anybody did, those that can.
    const used = report?.device_ids?.length ? report.device_ids : process.device_ids
    const time = closest(material_id, process_id, used[0] ?? none)
    const work = used.flatMap(id => worked.get(id) ?? [])
    const total = (of: 'run_seconds' | 'open_seconds' | 'ideal_seconds' | 'good_quantity' | 'made_quantity') =>
      String(work.reduce((all, one) => all + Number(one[of]), 0))
    const sums = {
      ...{ run_hours: total('run_seconds'), open_hours: total('open_seconds'), ideal_hours: total('ideal_seconds') },
      ...{ good: total('good_quantity'), made: total('made_quantity') },
    }
    const standard = time ? roundHalfUp(convert(time.cycle_seconds, '1', time.batch_quantity), secondDecimals) : null
    return {
      ...{ sequence, process_id, process_name: process.name, outsourced: process.outsourced },
      machine_count: Math.max(1, used.length),
      crew: time?.employees ?? null,
      standard_seconds: standard,
      median_seconds: report?.median ?? null,
      p90_seconds: report?.p90 ?? null,
      report_count: report?.count ?? 0,
      cycle_seconds: report?.median ?? standard,
      changeover_seconds: time?.setup_seconds ?? null,
      // A machine that did not run is no measurement of how often it stands.
      uptime_rate: isPositive(sums.run_hours) ? figureValue('availability', sums) : null,
      oee: isPositive(sums.run_hours) ? figureValue('oee', sums) : null,
      yield_rate: report
        ? figureValue('first_pass_yield', { first_good: report.first_good, first_made: report.first_made })
        : null,
      wip_quantity: wip.get(keyOf(turn)) ?? '0',
    }
  })
  const days = String(Math.max(1, Math.round((periods.until - periods.from) / daySeconds)))
  const output = reported.get(keyOf(turns.at(-1)!))?.good ?? '0'
  const { wanted, orders, shipments, finished, finished_count, actual_lead } = flow!
  const open = [...new Set(boxes.flatMap(({ process_id }) => machines.get(process_id)!.device_ids))].flatMap(
    id => worked.get(id)?.open_seconds ?? [],
  )
  return {
    boxes,
    finished_quantity: finished,
    store_quantity: store?.quantity ?? null,
    store_name: store?.name ?? null,
    daily_quantity: roundHalfUp(convert(isPositive(wanted) ? wanted : output, '1', days), 6),
    open_seconds: open.length === 0 ? 0 : Math.round(open.reduce((all, one) => all + one, 0) / open.length),
    wanted_quantity: wanted,
    order_count: orders,
    shipment_count: shipments,
    output_quantity: output,
    supplier_names: store?.supplier_names ?? [],
    delivery_count: store?.deliveries ?? 0,
    actual_lead_seconds: actual_lead,
    finished_count,
  }
}
