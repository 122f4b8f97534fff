import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { In } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { aDevice, aSupplier } from '@qitao/masterdata/testing/factories.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { excelErrors } from '@qitao/platform/server/excel/excel.errors.ts'
import { askInquiry, confirmInquiry } from '@qitao/promising/model/inquiry.calls.ts'
import { aPromisePlant, ask } from '@qitao/promising/testing/promise.factory.ts'
import { listSupplierScores } from '@qitao/purchasing/model/score/supplier-score.calls.ts'
import { anOrder } from '@qitao/sales/testing/factories.ts'
import { loadRate, loadShare, sumOfLoads } from '@qitao/scheduling/model/load/load.rules.ts'
import { planLoad, resourceUtilization, stagePayload } from '@qitao/scheduling/model/load/plan-load.calls.ts'
import { queryGantt } from '@qitao/scheduling/model/schedule.calls.ts'
import { compareSimulations } from '@qitao/scheduling/model/what-if/simulation.calls.ts'
import { aMo, aPlant, aTask, at } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type DimensionKey, factsAt } from '../model/facts.ts'
import { exportReport, listDimensionValues, listFigureRows, showReport } from '../model/figure.calls.ts'
import { type FigureKey, figureKeys, figureOf } from '../model/figures.ts'
import { reportErrors } from '../model/report/report.errors.ts'
import { type ReportKey, reportKeys, reportOf } from '../model/report/reports.ts'
import { someBooks } from '../testing/books.ts'

const app = await testApp()
const range: [number, number] = [at(-200, 0), at(10, 0)]
/** Percents and days are given to one decimal. */
const rounded = 0.0501
const reportWith = (key: FigureKey): ReportKey => reportKeys.find(one => reportOf(one).figures.includes(key))!

/**
 * The same figures once more, from the raw rows alone: `of` gives what is counted, `by` how each dimension is told in them. $1 is the
 * company, $2 and $3 the range, $4 the begin of today. Codes are written out: what they are called elsewhere does not matter here.
 */
interface Raw {
  readonly rows: string
  readonly where: string
  readonly value: string
  readonly by: Partial<Record<DimensionKey, string>>
}
const orderLines = 'sales_order_line a, sales_order b, material m'
const joined = `a.org_id = $1 and b.id = a.order_id and m.id = a.material_id and b.order_type = '1' and b.deleted = false and b.status <> 0 and b.status <> 90`
const day = 'case when a.delivery_date is null then b.delivery_date else a.delivery_date end'
const left = 'a.shipped_quantity < a.quantity'
const ofOrders = { customer: 'b.customer_id', owner: 'b.owner_id', product: 'a.material_id', series: 'm.series' }
const own = `(b.currency is null or b.currency = 'CNY')`
const stands = `case when ${day} < $4 then 'late' when a.planned_finish_time > ${day} + 86400 then 'at_risk' when a.planned_finish_time is null then 'unplanned' else 'kept' end`
const was = `(${day} < $4 or a.shipped_quantity >= a.quantity)`
const inTime = `(a.shipped_quantity >= a.quantity and a.delivered_time - (${day}) < 86400)`
const within = (time: string) => `${time} >= $2 and ${time} < $3`
// Nothing was made to the end in these books: a piece costs what was paid for it last. How work orders are costed, the margin's own test tells.
/** What came back was not sold. */
const kept = '(a.shipped_quantity - a.returned_quantity)'
const wasShipped = `a.shipped_quantity > 0 and ${within('a.delivered_time')}`
const costOfPiece = `coalesce((select l.price from purchase_order_line l, purchase_order q where q.id = l.order_id and l.material_id = a.material_id and q.status not in ('05', '10')
  and coalesce(q.currency, 'CNY') = 'CNY' order by q.order_date desc, q.no desc, l.line_no desc limit 1), m.purchase_price)`
const reported = 'report_record a, mo b, material m, process p'
const ofReports = `a.org_id = $1 and b.id = a.mo_id and m.id = b.material_id and p.id = a.process_id and a.revoked = false and ${within('a.report_time')}`
const byReport = {
  ...{ product: 'm.id', series: 'm.series', process: 'p.id', device: 'a.device_id' },
  reason: 'case when a.defective_quantity > 0 then a.defect_reason end',
  reason_group: `case when a.defective_quantity > 0 then case a.defect_reason when 'R1' then 'Odd' when 'R2' then 'Even' when 'R3' then 'Odd' end end`,
}
const made = 'sum(a.finished_quantity + a.defective_quantity)'
const bought = 'purchase_order_line a, purchase_order b'
const eta = 'case when a.eta is null then b.eta else a.eta end'
const wasDue = `a.org_id = $1 and b.id = a.order_id and b.status in ('15', '20', '30') and ${within(eta)} and (${eta} < $4 or a.received_quantity >= a.quantity)`
const bySupplier = { supplier: 'b.supplier_id', product: 'a.material_id' }
const turns = `(select s.material_id, (select l.warehouse_id from location l where l.id = s.location_id) as warehouse,
    sum(case when s.movement_type in (21, 15, 22, 14) and s.movement_time >= $2 then -s.quantity else 0 end) * m.purchase_price as issued_value,
    sum(case when s.movement_type in (21, 15, 22, 14) and s.movement_time >= $2 then -s.quantity else 0 end) * 365 * 86400 / ($3 - $2) * m.purchase_price as issued,
    sum(s.quantity * ($3 - case when s.movement_time < $2 then $2 else s.movement_time end)) / ($3 - $2) * m.purchase_price as average, m.series
  from stock_movement s, material m where s.org_id = $1 and m.id = s.material_id and m.purchase_price > 0 and s.movement_time < $3 group by s.material_id, 2, m.id, m.org_id) a`
const byTurns = { product: 'a.material_id', series: 'a.series', warehouse: 'a.warehouse' }
const lossesOf = (code: number) =>
  `(select b.material_id, a.process_id, a.finished_quantity + a.defective_quantity as made, 0 as lost from report_record a, mo b
      where a.org_id = $1 and b.id = a.mo_id and a.revoked = false and ${within('a.report_time')}
    union all select k.material_id, k.process_id, 0, d.quantity from qc_disposal d, qc_task k
      where d.org_id = $1 and k.id = d.task_id and k.mo_id is not null and d.disposal = ${code} and ${within('d.created_time')}) a`
const byLoss = { product: 'a.material_id', process: 'a.process_id' }

const calls = 'andon_call a'
const wasCalled = `a.org_id = $1 and ${within('a.called_time')}`
const byCall = { process: 'a.process_id', device: 'a.device_id' }
const rested = {
  rows: 'task_pause a, production_task b',
  where: `a.org_id = $1 and b.id = a.task_id and ${within('a.from_time')}`,
  by: { process: 'b.process_id', device: 'b.device_id', pause_reason: 'a.reason' },
}
const raw: Partial<Record<FigureKey, Raw>> = {
  pause_count: { ...rested, value: 'count(*)' },
  pause_hours: { ...rested, value: 'sum(a.to_time - a.from_time) / 3600.0' },
  andon_calls: { ...{ rows: calls, where: wasCalled, by: byCall }, value: 'count(*)' },
  andon_response: {
    ...{ rows: calls, where: wasCalled, by: byCall },
    value: 'avg(a.answered_time - a.called_time) / 60',
  },
  andon_solved: { ...{ rows: calls, where: wasCalled, by: byCall }, value: 'avg(a.closed_time - a.called_time) / 60' },
  order_count: {
    ...{ rows: orderLines, where: `${joined} and ${within('b.order_date')}`, value: 'count(distinct b.id)' },
    by: { ...ofOrders, order_type: 'b.order_type' },
  },
  order_value: {
    ...{
      rows: orderLines,
      where: `${joined} and ${within('b.order_date')}`,
      by: { ...ofOrders, order_type: 'b.order_type' },
    },
    value: `sum(case when ${own} then a.amount else 0 end)`,
  },
  on_time_delivery: {
    ...{ rows: orderLines, where: `${joined} and ${within(day)} and ${was}`, by: ofOrders },
    value: `100.0 * sum(case when ${inTime} then 1 else 0 end) / count(*)`,
  },
  otif: {
    ...{ rows: orderLines, where: `${joined} and ${within(day)} and ${was}`, by: ofOrders },
    value: `100.0 * sum(case when a.shipped_quantity >= a.quantity and a.delivered_time - 86400 < least(99999999999, coalesce((select min(q.requested_date)
      from inquiry_line q where q.line_id = a.id and (select i.status from inquiry i where i.id = q.inquiry_id) = 2), ${day})) then 1 else 0 end) / count(*)`,
  },
  fill_rate: {
    ...{ rows: orderLines, where: `${joined} and ${within(day)} and ${was}`, by: ofOrders },
    value: `100.0 * sum(case when ${inTime} then a.quantity when a.delivered_time - (${day}) < 86400 then least(a.quantity,
        (select sum(z.done_quantity) from receipt_line z, receipt y where z.source_line_id = a.id and y.id = z.receipt_id and y.receipts_type = 1)) else 0 end) / sum(a.quantity)`,
  },
  order_lead_time: {
    ...{ rows: orderLines, where: `${joined} and not ${left} and ${within('a.delivered_time')}`, by: ofOrders },
    value: 'avg(a.delivered_time - b.order_date) / 86400',
  },
  shipped_value: {
    ...{ rows: orderLines, where: `${joined} and not ${left} and ${within('a.delivered_time')}`, by: ofOrders },
    value: `sum(case when ${own} then a.amount - a.returned_quantity * a.price else 0 end)`,
  },
  shipped_revenue: {
    ...{ rows: orderLines, where: `${joined} and ${wasShipped}`, by: ofOrders },
    value: `sum(case when ${own} then ${kept} * a.price end)`,
  },
  shipped_cost: {
    ...{ rows: orderLines, where: `${joined} and ${wasShipped}`, by: ofOrders },
    value: `sum(case when ${own} then round(${kept} * ${costOfPiece}, 2) end)`,
  },
  gross_margin: {
    ...{ rows: orderLines, where: `${joined} and ${wasShipped}`, by: ofOrders },
    value: `sum(case when ${own} then ${kept} * a.price - round(${kept} * ${costOfPiece}, 2) else 0 end)`,
  },
  gross_margin_rate: {
    ...{ rows: orderLines, where: `${joined} and ${wasShipped}`, by: ofOrders },
    value: `100 * sum(case when ${own} then ${kept} * a.price - round(${kept} * ${costOfPiece}, 2) end) / sum(case when ${own} then ${kept} * a.price end)`,
  },
  backlog_lines: {
    ...{ rows: orderLines, where: `${joined} and ${left} and b.status <> 50`, value: 'count(*)' },
    by: { ...ofOrders, standing: stands },
  },
  backlog_value: {
    ...{ rows: orderLines, where: `${joined} and ${left} and b.status <> 50` },
    value: `sum(case when ${own} then (a.quantity - a.shipped_quantity) * a.price else 0 end)`,
    by: {
      ...ofOrders,
      standing: stands,
    },
  },
  promise_lead_time: {
    ...{ rows: 'inquiry a, sales_order b', by: { customer: 'b.customer_id' } },
    where: `a.org_id = $1 and b.id = a.order_id and a.promise_date > 0 and ${within('a.created_time')}`,
    value: 'avg(a.promise_date - a.created_time) / 86400',
  },
  conversion: {
    ...{ rows: 'inquiry a, sales_order b', by: { customer: 'b.customer_id' } },
    where: `a.org_id = $1 and b.id = a.order_id and a.promise_date > 0 and a.of_standing = false and ${within('a.created_time')}`,
    value: '100.0 * sum(case a.status when 2 then 1 else 0 end) / count(*)',
  },
  promise_reliability: {
    ...{ rows: 'inquiry a, sales_order b', by: { customer: 'b.customer_id' } },
    where: `a.org_id = $1 and b.id = a.order_id and a.status = 2 and ${within('a.promise_date')} and b.deleted = false and b.status <> 90
      and (a.promise_date < $4 or not exists (select from sales_order_line l where l.order_id = b.id and l.shipped_quantity < l.quantity))`,
    value: `100.0 * sum(case when not exists (select from sales_order_line l where l.order_id = b.id and
      (l.shipped_quantity < l.quantity or l.delivered_time >= a.promise_date + 86400)) then 1 else 0 end) / count(*)`,
  },
  kitting_rate: {
    ...{ rows: 'mo a, material m', by: { product: 'm.id', series: 'm.series' } },
    where: `a.org_id = $1 and m.id = a.material_id and a.status > 10 and ${within('a.planned_start_time')}`,
    // What it was at its start is noted in its remark; the books know it from their history.
    value: `100.0 * sum(case when case when a.planned_start_time < extract(epoch from now()) then a.remark::integer else a.material_status end <= 2 then 1 else 0 end) / count(*)`,
  },
  mo_on_time: {
    ...{ rows: 'mo a, material m', by: { product: 'm.id', series: 'm.series' } },
    where: `a.org_id = $1 and m.id = a.material_id and ${within('a.planned_finish_time')} and (a.planned_finish_time < extract(epoch from now()) or a.actual_finish_time > 0)`,
    value: '100.0 * sum(case when a.actual_finish_time <= a.planned_finish_time then 1 else 0 end) / count(*)',
  },
  adherence: {
    ...{
      rows: 'production_task a, mo b',
      by: { process: 'a.process_id', device: 'a.device_id', product: 'b.material_id' },
    },
    where: `a.org_id = $1 and b.id = a.mo_id and a.publish_status = 1 and ${within('a.published_end_time')} and (a.published_end_time < extract(epoch from now()) or a.status = 2)`,
    value: `100.0 * sum(case when a.actual_start_time between a.published_start_time - 14400 and a.published_start_time + 14400
      and a.actual_finish_time between a.published_end_time - 14400 and a.published_end_time + 14400 then 1 else 0 end) / count(*)`,
  },
  output: { rows: reported, where: ofReports, value: 'sum(a.finished_quantity)', by: byReport },
  work_hours: { rows: reported, where: ofReports, value: 'sum(a.work_seconds) / 3600.0', by: byReport },
  first_pass_yield: {
    ...{ rows: reported, where: ofReports, by: byReport },
    value: `100 * sum(case when b.rework_task_id is null then a.finished_quantity end) / nullif(sum(case when b.rework_task_id is null then a.finished_quantity + a.defective_quantity end), 0)`,
  },
  scrap_quantity: { rows: reported, where: ofReports, value: 'sum(a.defective_quantity)', by: byReport },
  defect_rate: {
    rows: reported,
    where: ofReports,
    value: `100 * sum(a.defective_quantity) / nullif(${made}, 0)`,
    by: byReport,
  },
  // A minute a piece, whatever is made on whichever machine.
  labour_efficiency: {
    ...{ rows: reported, where: ofReports, by: byReport },
    value:
      '100.0 * sum(case when a.work_seconds > 0 then 60 * a.finished_quantity end) / nullif(sum(a.work_seconds), 0)',
  },
  scrap_rate: { rows: lossesOf(2), where: 'true', value: '100 * sum(a.lost) / nullif(sum(a.made), 0)', by: byLoss },
  rework_rate: { rows: lossesOf(1), where: 'true', value: '100 * sum(a.lost) / nullif(sum(a.made), 0)', by: byLoss },
  stock_turns: {
    rows: turns,
    where: 'true',
    value: 'sum(a.issued) / case when sum(a.average) > 0 then sum(a.average) end',
    by: byTurns,
  },
  stock_days: {
    rows: turns,
    where: 'true',
    value: '365 * sum(a.average) / case when sum(a.issued) > 0 then sum(a.issued) end',
    by: byTurns,
  },
  issued_value: { rows: turns, where: 'true', value: 'sum(a.issued_value)', by: byTurns },
  stock_value: {
    ...{ rows: 'inventory a, material m', where: 'a.org_id = $1 and m.id = a.material_id and a.quantity > 0' },
    value: 'sum(a.quantity * coalesce(m.purchase_price, 0))',
    by: {
      product: 'm.id',
      series: 'm.series',
      quality: 'a.quality_status',
      warehouse: '(select l.warehouse_id from location l where l.id = a.location_id)',
    },
  },
  count_accuracy: {
    ...{ rows: 'count_line a, inventory_count b', by: { product: 'a.material_id', warehouse: 'b.warehouse_id' } },
    where: `a.org_id = $1 and b.id = a.count_id and b.status = 30 and a.first_quantity >= 0 and ${within('b.ended_time')}`,
    value: '100.0 * sum(case when a.first_quantity = a.first_book then 1 else 0 end) / count(*)',
  },
  supplier_on_time: {
    ...{ rows: bought, where: wasDue, by: bySupplier },
    value: `100.0 * sum(case when a.received_quantity >= a.quantity and a.arrival_time - (${eta}) < 86400 then 1 else 0 end) / count(*)`,
  },
  supplier_quality: {
    ...{ rows: `${bought}, receipt_line c`, where: `${wasDue} and c.source_line_id = a.id`, by: bySupplier },
    value: '100.0 * sum(case c.quality_status when 0 then c.done_quantity else 0 end) / sum(c.done_quantity)',
  },
  open_purchase_value: {
    ...{
      rows: bought,
      where: `a.org_id = $1 and b.id = a.order_id and b.status in ('15', '20') and a.received_quantity < a.quantity`,
      by: bySupplier,
    },
    value: `sum(case when ${own} then (a.quantity - a.received_quantity) * a.price else 0 end)`,
  },
  short_materials: {
    ...{ rows: 'mo_component a, mo b, sales_order_line c, sales_order d', value: 'count(distinct a.material_id)' },
    where:
      'a.org_id = $1 and b.id = a.mo_id and b.status < 40 and a.short_quantity > 0 and c.id = b.order_line_id and d.id = c.order_id',
    by: { product: 'a.material_id', customer: 'd.customer_id' },
  },
  shortage_exposure: {
    // Each line once, however many materials it waits for: a number of its own makes equal amounts differ.
    rows: `(select distinct e.material_id, a.id, b.customer_id, case when ${own} then (a.quantity - a.shipped_quantity) * a.price else 0 end as waiting,
        1000000000.0 * dense_rank() over (order by a.id) as own
      from mo_component e, mo f, ${orderLines} where ${joined} and b.status <> 50 and ${left} and e.org_id = $1 and f.id = e.mo_id and f.status < 40 and e.short_quantity > 0 and a.id = f.order_line_id) a`,
    ...{ where: 'true', value: 'sum(distinct a.own + a.waiting) - sum(distinct a.own)' },
    by: { product: 'a.material_id', customer: 'a.customer_id' },
  },
}
/** Of these another test tells whether they are right: they are computed from calendars. */
const ofMachines: readonly FigureKey[] = ['oee', 'availability', 'performance', 'planned_load']

async function rawly(company: TestCompany, { rows, where, value, by }: Raw, dimension?: DimensionKey) {
  const key = dimension ? `(${by[dimension]})::text` : 'null::text'
  const given = [company.org_id, range[0], range[1] + daySeconds, at(0, 0)]
  // A parameter that a statement does not need would be of no type.
  const answer = await app.database.pool.query<{ key: string | null; value: string | null }>(
    `with given as (select $1::uuid, $2::bigint, $3::bigint, $4::bigint) select ${key} as key, (${value})::numeric as value from ${rows} where ${where} group by 1`,
    given,
  )
  return new Map(answer.rows.map(one => [one.key, one.value === null ? null : Number(one.value)]))
}

test('every figure is what the raw rows say, over a range and by every dimension, and its rows sum up to it', async () => {
  const company = await app.company()
  await someBooks(company)
  await company.as(tx =>
    sql`update sales_order_line set returned_quantity = 1 where org_id = ${company.org_id} and shipped_quantity > 1`.execute(
      tx,
    ),
  )
  expect(Object.keys(raw).length + ofMachines.length).toBe(figureKeys.length)
  for (const figure of figureKeys) {
    const independent = raw[figure]
    if (!independent) continue
    const askFor = (by: DimensionKey[]) =>
      company.admin.ok(showReport, {
        report_type: reportWith(figure),
        figures: [figure],
        timestamp_range: range,
        by_time: false,
        by,
      })
    const told = await askFor([])
    const whole = (await rawly(company, independent)).get(null)
    expect(whole, figure).not.toBeUndefined()
    expect(Math.abs(Number(told.total.values[figure]) - whole!), figure).toBeLessThan(rounded)
    expect(Number(whole), `${figure} has something to tell`).toBeGreaterThan(0)
    const dimensions = factsAt(figureOf(figure).facts).by.filter(one => one !== 'workgroup')
    expect(Object.keys(independent.by).sort(), figure).toEqual([...dimensions].sort())
    for (const dimension of dimensions) {
      const { result } = await askFor([dimension])
      const expected = await rawly(company, independent, dimension)
      expect(result.length, `${figure} by ${dimension}`).toBe(expected.size)
      for (const row of result) {
        const found = row.values[figure] ?? null
        const should = expected.get(row.keys[0]!) ?? null
        if (should === null) expect(Number(found ?? 0), `${figure} by ${dimension} ${row.names[0]}`).toBe(0)
        else expect(Math.abs(Number(found) - should), `${figure} by ${dimension} ${row.names[0]}`).toBeLessThan(rounded)
      }
    }
    const { result, total } = await company.admin.ok(listFigureRows, {
      figure,
      timestamp_range: range,
      page_size: 2000,
    })
    expect(total, figure).toBe(result.length)
    if (figure === 'shortage_exposure') {
      expect(Math.abs(result.reduce((sum, { value }) => sum + Number(value ?? 0), 0) - whole!)).toBeLessThan(rounded)
      expect(result.some(({ by }) => by[0]!.name!.includes(' / '))).toBe(true)
      const open = await company.admin.ok(showReport, {
        report_type: reportWith('backlog_value'),
        figures: ['backlog_value'],
        by_time: false,
        timestamp_range: range,
      })
      expect(whole).toBeLessThan(Number(open.total.values.backlog_value))
    }
    expect(new Set(result.map(({ id }) => id)).size, figure).toBe(total)
  }
})

test('a date that is asked for an order that stands already wins nothing: the rate is without it', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { product: '100' })
  const lost = await ask(company, material_id, '5')
  const order = await anOrder(company, { material_id, quantity: '5' })
  const { inquiry } = await company.admin.ok(askInquiry, { order_id: order.id })
  await company.admin.ok(confirmInquiry, { inquiry_id: inquiry.id })
  const asked = { figure: 'conversion', timestamp_range: range } as const
  const told = () => company.admin.ok(listFigureRows, asked)
  expect((await told()).result).toMatchObject([{ id: lost.inquiry.id, value: '0' }])
  // Asked again it is still of no order but its own.
  const again = await company.admin.ok(askInquiry, { order_id: lost.inquiry.order_id })
  await company.admin.ok(confirmInquiry, { inquiry_id: again.inquiry.id })
  expect((await told()).result.map(({ id }) => id)).not.toContain(inquiry.id)
  expect((await told()).result.find(({ id }) => id === again.inquiry.id)).toMatchObject({ value: '100' })
})

test('odd cases: two lines of one material, shipped in part and late, taken back, and what was never shipped', async () => {
  const company = await app.company()
  const { product, customer_ids } = await someBooks(company)
  const fresh = await app.company()
  expect((await fresh.admin.ok(showReport, { report_type: 'material' })).total.values).toMatchObject({
    ...{ stock_turns: null, stock_days: null, count_accuracy: null },
  })
  expect((await fresh.admin.ok(showReport, { report_type: 'orders' })).total.values).toMatchObject({
    ...{ fill_rate: null, on_time_delivery: null, otif: null },
  })
  // Two lines of ten, due on one day: of the first four leave in time and six late, of the second two; one more is taken back.
  const due = at(-300, 0)
  const id = () => crypto.randomUUID()
  const [order, first, second] = [id(), id(), id()]
  await company.as(async tx => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(tx)
    await run(sql`insert into sales_order (id, no, order_type, status, customer_id, order_date, delivery_date, owner_id)
      values (${order}, 'ODD', '1', 35, ${customer_ids[0]!}, ${due - 9 * daySeconds}, ${due}, ${company.admin.user_id})`)
    await run(sql`insert into sales_order_line (id, order_id, line_no, material_id, quantity, shipped_quantity, delivered_time)
      values (${first}, ${order}, 1, ${product.id}, 10, 10, ${due + 3 * daySeconds}), (${second}, ${order}, 2, ${product.id}, 10, 2, ${due})`)
    const ship = async (
      no: string,
      lines: readonly (readonly [line: string, done: number])[],
      when: number,
      moved: number,
    ) => {
      const receipt = id()
      await run(sql`insert into receipt (id, no, receipts_type, status, receipt_type, order_id, receipt_date, operator_id)
        values (${receipt}, ${no}, 1, '30', 2, ${order}, ${due}, ${company.admin.user_id})`)
      for (const [at, [line, done]] of lines.entries())
        await run(sql`insert into receipt_line (id, receipt_id, line_no, material_id, quantity, done_quantity, source_line_id)
          values (${id()}, ${receipt}, ${at}, ${product.id}, 10, ${done}, ${line})`)
      await run(sql`insert into stock_movement (inventory_id, movement_type, material_id, quantity, balance, location_id, movement_time, source_id, source_type)
        select v.id, 22, v.material_id, -(${moved})::numeric, 0, v.location_id, ${when}, ${receipt}, 'receipt' from inventory v where v.material_id = ${product.id} limit 1`)
    }
    await ship(
      'ODD1',
      [
        [first, 4],
        [second, 2],
      ],
      due + 3600,
      6,
    )
    await ship('ODD2', [[first, 6]], due + 3 * daySeconds, 6)
    await ship('ODD3', [[second, 0]], due, 1)
  })
  const { total } = await company.admin.ok(showReport, {
    ...{ report_type: 'orders', figures: ['fill_rate'], timestamp_range: [due, due] },
    only: { customer: customer_ids[0]! },
  })
  const { result } = await company.admin.ok(listFigureRows, { figure: 'fill_rate', timestamp_range: [due, due] })
  const of = (line: string) =>
    result.find(row => row.id === line)!.sums.find(one => one.name === 'quantity_in_time')!.value
  expect([of(first), of(second)].map(Number)).toEqual([4, 2])
  expect(total.values.fill_rate).not.toBeNull()
})

test('figures of machines are those of the plan, of the load and of OEE', async () => {
  const company = await app.company()
  await someBooks(company)
  const weeks: [number, number] = [at(-30, 0), at(-1, 0)]
  const { result } = await company.admin.ok(resourceUtilization, { timestamp_range: [at(-30, 0), at(0, 0) - 1] })
  expect(result.some(row => Number(row.oee) > 0)).toBe(true)
  const months = await company.admin.ok(showReport, {
    report_type: 'equipment',
    by: ['device'],
    timestamp_range: [result[0]!.period, at(-1, 0)],
  })
  const known = new Map(months.result.map(row => [`${row.keys[0]} ${row.period}`, row.values]))
  const whole = result.filter(({ period }) => period < at(-31, 0))
  for (const row of whole) {
    const values = known.get(`${row.device_id} ${row.period}`)!
    expect([row.oee, row.availability, row.performance].map(Number)).toEqual(
      [values.oee, values.availability, values.performance].map(value => Number(value ?? 0)),
    )
  }
  const days = await company.admin.ok(planLoad, { timestamp_range: [weeks[0], weeks[1] + daySeconds - 1] })
  const { total } = await company.admin.ok(showReport, {
    report_type: 'equipment',
    figures: ['planned_load'],
    timestamp_range: weeks,
  })
  const sum = (of: 'planned_seconds' | 'available_seconds') => days.result.reduce((all, row) => all + row[of], 0)
  expect(Number(total.values.planned_load)).toBeCloseTo((100 * sum('planned_seconds')) / sum('available_seconds'), 1)
})

test('a furnace takes the time of its charge: what people report of it is no efficiency of theirs', async () => {
  const company = await app.company()
  await someBooks(company)
  const timestamp_range: [number, number] = [at(-60, 0), at(0, 0)]
  const told = async () => {
    const { result } = await company.admin.ok(listFigureRows, { figure: 'labour_efficiency', timestamp_range })
    return result.flatMap(({ sums }) => sums.flatMap(({ value }) => (value === null ? [] : Number(value))))
  }
  expect((await told()).some(hours => hours > 0)).toBe(true)
  await company.as(tx => sql`update device set charge_capacity = 100`.execute(tx))
  expect((await told()).every(hours => hours === 0)).toBe(true)
})

test('a machine has one load: on its row, by day, by process, in what-if and in the report', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const pair = await aDevice(company, { process_ids: [plant.cutting.id], capacity: 2 })
  const { id: supplier_id } = await aSupplier(company)
  const lane = await aDevice(company, { process_ids: [plant.welding.id], supplier_id, lead_days: 2 })
  // Two hours of set-up before two of run; over a night; where the machine is stopped half of the time; beside another one.
  const mos = await Promise.all(Array.from({ length: 4 }, () => aMo(company, plant)))
  await aTask(company, mos[0]!, 0, plant.saw, at(2, 10), { setup_start_time: at(2, 8), setup_seconds: 2 * hourSeconds })
  await aTask(company, mos[0]!, 1, plant.welder, at(2, 16), { end_time: at(3, 9) })
  await aTask(company, mos[1]!, 0, plant.saw, at(4, 9))
  await aTask(company, mos[2]!, 0, pair, at(2, 8))
  await aTask(company, mos[3]!, 0, pair, at(2, 9))
  await company.as(tx =>
    tx
      .insertInto('device_freeze')
      .values({ id: newId(), device_id: plant.saw.id, start_time: at(4, 10), end_time: at(4, 17), kind: 2 })
      .execute(),
  )
  const window: [number, number] = [at(1, 0), at(8, 0)]
  const chart = await company.admin.ok(queryGantt, { timestamp_range: window })
  const share = new Map(chart.rows.map(row => [row.id, row.load_share]))
  const open = 7 * 9
  const sharesOf = (of: readonly { id: string }[]) => of.map(({ id }) => share.get(id))
  expect(sharesOf([plant.saw, plant.saw2, plant.welder, pair, lane])).toEqual([
    5 / (open - 7),
    0,
    2 / open,
    4 / (2 * open),
    0,
  ])
  // Of some orders only, the machine is as full as it is.
  const some = await company.admin.ok(queryGantt, { timestamp_range: window, mo_ids: [mos[1]!.id] })
  expect(new Map(some.rows.map(row => [row.id, row.load_share]))).toEqual(share)

  const days = (await company.admin.ok(planLoad, { timestamp_range: window })).result
  const loads = Map.groupBy(days, row => row.device_id)
  for (const [id, of] of loads) expect(loadShare(sumOfLoads(of))).toBe(share.get(id))
  const own = sumOfLoads(days.filter(({ outside }) => !outside))
  expect(own).toMatchObject({ planned_seconds: 11 * hourSeconds, setup_seconds: 2 * hourSeconds })

  const weeks = (await company.admin.ok(stagePayload, { timestamp_range: window, time_dimension: 2 })).result
  expect(weeks.reduce((all, row) => all + row.planned_seconds, 0)).toBe(own.planned_seconds)

  const { total } = await company.admin.ok(showReport, {
    report_type: 'equipment',
    figures: ['planned_load'],
    timestamp_range: [at(1, 0), at(7, 0)],
  })
  expect(Number(total.values.planned_load)).toBeCloseTo(Number(loadRate(own)), 1)

  const version_id = newId()
  await company.as(tx =>
    sql`insert into simulation_version (id, version_no, name, status, figures) values (${version_id}, 1, 'as it is', 2, '{}')`.execute(
      tx,
    ),
  )
  const { plans } = await company.admin.ok(compareSimulations, { version_ids: [version_id] })
  const now = Math.floor(Date.now() / 1000)
  const ahead = await company.admin.ok(queryGantt, { timestamp_range: [now, now + 14 * daySeconds] })
  const busiest = Math.max(...ahead.rows.map(row => row.load_share))
  expect(plans[0]!.figures.busiest_load_share).toBeCloseTo(busiest, 3)
  expect(plans[0]!.figures.busiest_machine_no).toBe(plant.saw.machine_no)
})

test('what suppliers are scored by is the same figure', async () => {
  const company = await app.company()
  await someBooks(company)
  const scores = await company.admin.ok(listSupplierScores, { timestamp_range: range })
  const { result } = await company.admin.ok(showReport, {
    report_type: 'procurement',
    timestamp_range: range,
    by_time: false,
    by: ['supplier'],
  })
  expect(scores.result.map(row => [row.id, Number(row.on_time_rate), Number(row.accepted_rate)]).sort()).toEqual(
    result
      .map(({ keys, values }) => [keys[0], Number(values.supplier_on_time), Number(values.supplier_quality)])
      .sort(),
  )
})

test('periods sum up to the range; the range before is compared with', async () => {
  const company = await app.company()
  await someBooks(company)
  const month: [number, number] = [at(-100, 0), at(-1, 0)]
  const earlier: [number, number] = [at(-200, 0), at(-101, 0)]
  for (const time_dimension of [1, 2, 3] as const) {
    const { result, total } = await company.admin.ok(showReport, {
      report_type: 'production',
      timestamp_range: month,
      time_dimension,
      compared: ['previous'],
    })
    const output = result.reduce((sum, row) => sum + Number(row.values.output ?? 0), 0)
    expect(output).toBe(Number(total.values.output))
    expect(output).toBeGreaterThan(0)
    const before = await company.admin.ok(showReport, { report_type: 'production', timestamp_range: earlier })
    expect(total.before).toEqual({ previous: before.total.values })
  }
})

test('who may not see the rows does not see the figure', async () => {
  const company = await app.company()
  await someBooks(company)
  const buyer = await company.member([pages.operationReport, pages.purchase])
  expect((await buyer.send(showReport, { report_type: 'orders' })).code).toBe(5011)
  expect((await buyer.send(listFigureRows, { figure: 'output', timestamp_range: range })).code).toBe(5011)
  const { columns } = await buyer.ok(showReport, { report_type: 'procurement', timestamp_range: range })
  expect(columns).toEqual(['supplier_on_time', 'supplier_quality'])
})

test('a table of two ways has the totals of each, in figures of several reports, of some customers', async () => {
  const company = await app.company()
  const { customer_ids } = await someBooks(company)
  const asked = {
    ...{ figures: ['on_time_delivery', 'order_value', 'gross_margin'] as FigureKey[], timestamp_range: range },
    only: { customer: customer_ids.slice(0, 2) },
  }
  const told = await company.admin.ok(showReport, { ...asked, by: ['product', 'customer'], across: 'customer' })
  const byCustomer = await company.admin.ok(showReport, { ...asked, by: ['customer'], by_time: false })
  const byProduct = await company.admin.ok(showReport, { ...asked, by: ['product'] })
  expect(told.column_totals).toEqual(byCustomer.result)
  expect(told.column_totals).toHaveLength(2)
  expect(told.row_totals).toEqual(byProduct.result)
  const inTime = await company.admin.ok(showReport, { ...asked, by: ['product'], across: 'period' })
  expect(inTime.column_totals).toEqual((await company.admin.ok(showReport, asked)).result)
  expect(inTime.row_totals).toEqual(
    (await company.admin.ok(showReport, { ...asked, by: ['product'], by_time: false })).result,
  )
  const rows = (
    await company.admin.ok(listFigureRows, { timestamp_range: range, only: asked.only, figure: 'order_value' })
  ).total
  const of = await Promise.all(
    customer_ids.map(customer =>
      company.admin.ok(listFigureRows, { figure: 'order_value', timestamp_range: range, only: { customer } }),
    ),
  )
  expect(rows).toBe(of[0]!.total + of[1]!.total)
  // Days that move on are those days.
  const { timestamp_range } = await company.admin.ok(showReport, { report_type: 'orders', period: 'days_7' })
  expect(timestamp_range).toEqual([at(-6, 0), at(0, 0)])
})

contract(app, listDimensionValues, {
  set: someBooks,
  good: () => ({ figures: ['order_value' as const], dimension: 'customer' as const, timestamp_range: range }),
  check: ({ result, cut }, { customer_ids }) => {
    expect(result.map(({ key }) => key).sort()).toEqual([...customer_ids].sort())
    expect(cut).toBe(false)
  },
  refused: () => [
    ['what the rows do not know', { figures: ['oee'], dimension: 'customer' }, generalErrors.badParameter],
    ['no such dimension', { figures: ['oee'], dimension: 'luck' }, generalErrors.badParameter],
  ],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, showReport, {
  set: someBooks,
  good: (): In<typeof showReport> => ({ report_type: 'orders', timestamp_range: range, by: ['customer'] }),
  check: ({ result, cut }) => {
    expect(result.length).toBeGreaterThan(3)
    expect(cut).toBe(false)
  },
  refused: () => [
    ['no such report', { report_type: 'all' }, generalErrors.badParameter],
    [
      'more than a year',
      { report_type: 'orders', timestamp_range: [at(-400, 0), at(0, 0)] },
      generalErrors.dateSpanOverYear,
    ],
    ['a figure of another report', { report_type: 'orders', figures: ['oee'] }, generalErrors.badParameter],
    ['split by what the rows do not know', { report_type: 'orders', by: ['device'] }, reportErrors.nothingInCommon],
    [
      'only of what the rows do not know',
      { report_type: 'orders', only: { device: 'x' } },
      reportErrors.nothingInCommon,
    ],
    ['no figures', {}, generalErrors.fieldRequired],
    ['what stands now beside a period', { figures: ['backlog_value', 'order_value'] }, reportErrors.mixedTime],
    ['across what it is not split by', { report_type: 'orders', across: 'customer' }, generalErrors.badParameter],
    ['twice by the same', { report_type: 'orders', by: ['customer', 'customer'] }, generalErrors.badParameter],
  ],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, exportReport, {
  set: someBooks,
  good: (): In<typeof showReport> => ({
    report_type: 'orders',
    timestamp_range: range,
    by: ['customer', 'product'],
    compared: ['previous', 'year'],
    across: 'period',
  }),
  refused: () => [
    ['no such report', { report_type: 'all' }, generalErrors.badParameter],
    [
      'more rows than a file holds',
      {
        report_type: 'equipment',
        timestamp_range: [at(-360, 0), at(0, 0)],
        time_dimension: 1,
        by: ['device'],
      },
      excelErrors.exportLimit,
    ],
  ],
  foreign: ({ code }) => expect(code).toBe(200),
})
contract(app, listFigureRows, {
  set: someBooks,
  good: ({ customer_ids }): In<typeof listFigureRows> => ({
    figure: 'on_time_delivery',
    timestamp_range: range,
    only: { customer: customer_ids[0]! },
    page_size: 5,
  }),
  check: ({ result, total }) => {
    expect(result).toHaveLength(5)
    expect(total).toBeGreaterThan(5)
    expect(result[0]).toMatchObject({ opens: 'sales_order', no: expect.stringMatching(/^SO/) })
  },
  refused: () => [
    ['no such figure', { figure: 'luck', timestamp_range: range }, generalErrors.badParameter],
    ['without a range', { figure: 'otif' }, generalErrors.fieldRequired],
    [
      'only of what the rows do not know',
      { figure: 'otif', timestamp_range: range, only: { device: 'x' } },
      generalErrors.badParameter,
    ],
  ],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})
