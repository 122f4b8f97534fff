import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { convert, isPositive, type Quantity, roundHalfUp } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { isDemand, wantedAt } from '@qitao/demand/server'
import { engineeringErrors } from '@qitao/engineering/model/engineering.errors.ts'
import { closestCycleTime } from '@qitao/engineering/model/time/cycle-time.rules.ts'
import { bomsInForce, loadCycleTimes } from '@qitao/engineering/server'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { machinePeriods } from '@qitao/scheduling/server'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { sql } from 'kysely'
import { figureValue, type Periods } from '../../model/figure.rules.ts'
import type { MeasuredStream, StreamBox } from '../../model/value-stream/value-stream.calls.ts'
import type { FactsContext } from '../facts/facts-source.ts'
import { figuresIn } from '../figure.queries.ts'

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
  return { steps: steps.sort((a, b) => a.sequence - b.sequence), bom: structure?.material_bom ?? null }
}

/** Of each process that worked on the material: what reports say of a piece. Only reports that tell how long the work took. */
const timed = ({ tx, org_id }: FactsContext, material_id: string, { from, until }: Periods) =>
  rows(
    tx,
    sql<{ process_id: string; median: Quantity; p90: Quantity; count: number; device_ids: string[] }>`
      select x.process_id, round(percentile_cont(0.5) within group (order by x.seconds)::numeric, ${secondDecimals})::text as median,
        round(percentile_cont(0.9) within group (order by x.seconds)::numeric, ${secondDecimals})::text as p90, count(*)::integer as count,
        array_agg(distinct x.device_id::text) filter (where x.device_id is not null) as device_ids
      from (select r.process_id, r.device_id, r.work_seconds / (r.finished_quantity + r.defective_quantity) as seconds
        from report_record r join mo o on o.org_id = r.org_id and o.id = r.mo_id
        where r.org_id = ${org_id} and o.material_id = ${material_id} and not r.revoked and not r.outside and r.work_seconds > 0
          and r.finished_quantity + r.defective_quantity > 0 and r.report_time >= ${from} and r.report_time < ${until}) x
      group by x.process_id`,
  )
/** Pieces of begun work orders that wait for each step: the step before has made them, this one has not. */
const waiting = ({ tx, org_id }: FactsContext, material_id: string) =>
  rows(
    tx,
    sql<{
      process_id: string
      quantity: Quantity
    }>`select p.process_id, trim_scale(sum(greatest(0, coalesce(b.reported_quantity, t.planned_quantity) - p.reported_quantity - p.defective_quantity)))::text as quantity
      from mo t join mo_operation p on p.org_id = t.org_id and p.mo_id = t.id
        left join lateral (select q.reported_quantity from mo_operation q where q.org_id = t.org_id and q.mo_id = t.id and q.sequence < p.sequence
          order by q.sequence desc limit 1) b on true
      where t.org_id = ${org_id} and t.material_id = ${material_id} and t.status = ${in_production} group by p.process_id`,
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
  const reported = new Map((await timed(context, material_id, periods)).map(one => [one.process_id, one]))
  const wip = new Map((await waiting(context, material_id)).map(one => [one.process_id, one.quantity]))
  const [flow] = await flowOf(context, material_id, periods)
  const [store] = components.length > 0 ? await storeOf(context, components, periods) : []
  const times = await loadCycleTimes(tx, org_id, process_ids)
  const worked = new Map(
    (await machinePeriods(context, [[periods.from, periods.until]])).map(one => [one.device_id, one]),
  )
  const made = await figuresIn(context, {
    figures: ['first_pass_yield', 'output'],
    by: ['process'],
    only: { product: material_id },
    periods,
  })
  const ofProcess = new Map(made.map(({ keys: [process_id], values }) => [process_id, values]))

  const boxes = steps.map(({ sequence, process_id }): StreamBox => {
    const process = machines.get(process_id)!
    const report = reported.get(process_id)
    // Those that worked on it; before anybody did, those that can.
    const used = report?.device_ids?.length ? report.device_ids : process.device_ids
    const time = closestCycleTime(times, material_id, process_id, { id: used[0] ?? none })
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
      yield_rate: ofProcess.get(process_id)?.first_pass_yield ?? null,
      wip_quantity: wip.get(process_id) ?? '0',
    }
  })
  const days = String(Math.max(1, Math.round((periods.until - periods.from) / daySeconds)))
  const output = ofProcess.get(steps.at(-1)!.process_id)?.output ?? '0'
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
