import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { engineeringErrors } from '@qitao/engineering/model/engineering.errors.ts'
import { aReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { at } from '@qitao/scheduling/testing/plant.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { showReport } from '../../model/figure.calls.ts'
import {
  dropValueStreams,
  listValueStreams,
  type MeasuredStream,
  setValueStream,
  showValueStream,
} from '../../model/value-stream/value-stream.calls.ts'
import { ladderOf } from '../../model/value-stream/value-stream.rules.ts'
import { someBooks } from '../../testing/books.ts'

const app = await testApp()
const range: [number, number] = [at(-200, 0), at(-1, 0)]
const until = at(0, 0)

const wishedOf = ({ boxes }: MeasuredStream) =>
  boxes.map(({ sequence, cycle_seconds, changeover_seconds, uptime_rate, machine_count, wip_quantity }) => ({
    ...{ sequence, cycle_seconds, changeover_seconds, uptime_rate, machine_count, wip_quantity, note: null },
  }))
async function aStream(company: TestCompany) {
  const books = await someBooks(company)
  await aReleasedProduct(company, {
    ...{
      material_id: books.product.id,
      components: [{ material_id: books.other.id }, { material_id: books.component.id, quantity: '2' }],
    },
    ...{
      steps: [{ process_id: books.cutting.id }, { process_id: books.welding.id, setup_seconds: 600 }],
      manufacturing_bom: false,
    },
  })
  await company.as(tx =>
    sql`update report_record set device_id = ${books.welder.id} where device_id is null and process_id = ${books.welding.id}`.execute(
      tx,
    ),
  )
  await company.as(tx => sql`update mo_operation set reported_quantity = 30 - sequence where sequence > 0`.execute(tx))
  await company.as(tx =>
    sql`update mo set completed_quantity = 20, inbound_quantity = 5, actual_start_time = actual_finish_time - 7000 - abs(hashtext(no)) % 900 where actual_finish_time is not null`.execute(
      tx,
    ),
  )
  return books
}
const ask = async (company: TestCompany, material_id: string) =>
  (await company.admin.ok(showValueStream, { material_id, timestamp_range: range })).record

test('the boxes, the queues and the flow are what the raw rows say', async () => {
  const company = await app.company()
  const { product } = await aStream(company)
  const { measured } = await ask(company, product.id)
  expect(measured.boxes.length).toBeGreaterThan(1)
  const query = async <T extends object>(text: string) =>
    (await app.database.pool.query<T>(text, [company.org_id, product.id, range[0], until])).rows
  const reports = await query<{ process_id: string; seconds: string }>(
    `select r.process_id, r.work_seconds::numeric / (r.finished_quantity + r.defective_quantity) as seconds from report_record r, mo o
     where r.org_id = $1 and o.id = r.mo_id and o.material_id = $2 and not r.revoked and r.work_seconds > 0 and r.report_time >= $3 and r.report_time < $4`,
  )
  const share = (sorted: number[], part: number) => {
    const place = (sorted.length - 1) * part
    const low = sorted[Math.floor(place)]!
    return low + (sorted[Math.ceil(place)]! - low) * (place % 1)
  }
  const open = await query<{ mo_id: string; process_id: string; planned: string; reported: string; bad: string }>(
    `select p.mo_id, p.process_id, t.planned_quantity as planned, p.reported_quantity as reported, p.defective_quantity as bad from mo t, mo_operation p
     where t.org_id = $1 and t.material_id = $2 and $3::bigint < $4::bigint and p.mo_id = t.id and t.status = 35 order by p.mo_id, p.sequence`,
  )
  let measuredBoxes = 0
  for (const [at, box] of measured.boxes.entries()) {
    const seconds = reports
      .filter(one => one.process_id === box.process_id)
      .map(one => Number(one.seconds))
      .sort((a, b) => a - b)
    expect(box.report_count).toBe(seconds.length)
    if (seconds.length > 0) {
      measuredBoxes++
      expect(Number(box.median_seconds)).toBeCloseTo(share(seconds, 0.5), 1)
      expect(Number(box.p90_seconds)).toBeCloseTo(share(seconds, 0.9), 1)
      expect(box.cycle_seconds).toBe(box.median_seconds)
    } else expect(box.cycle_seconds).toBe(box.standard_seconds)
    const waits = [...Map.groupBy(open, one => one.mo_id).values()].reduce((all, ops) => {
      const place = ops.findIndex(one => one.process_id === box.process_id)
      if (place < 0) return all
      const before = place === 0 ? Number(ops[0]!.planned) : Number(ops[place - 1]!.reported)
      return all + Math.max(0, before - Number(ops[place]!.reported) - Number(ops[place]!.bad))
    }, 0)
    expect(Number(box.wip_quantity), `step ${at}`).toBe(waits)
  }
  expect(measuredBoxes).toBeGreaterThan(0)
  expect(measured.boxes.some(({ wip_quantity }) => Number(wip_quantity) > 0)).toBe(true)
  const [wanted] = await query<{ quantity: string }>(
    `select sum(l.quantity) as quantity from sales_order_line l, sales_order o where l.org_id = $1 and l.material_id = $2 and o.id = l.order_id and o.order_type = '1' and not o.deleted
       and o.status not in (0, 90) and coalesce(l.delivery_date, o.delivery_date) >= $3 and coalesce(l.delivery_date, o.delivery_date) < $4`,
  )
  expect(Number(measured.wanted_quantity)).toBe(Number(wanted!.quantity))
  expect(Number(measured.daily_quantity)).toBeCloseTo(Number(wanted!.quantity) / 200, 5)
  const [stock] = await query<{ quantity: string }>(
    `select (select sum(quantity) from inventory where org_id = $1 and material_id = $2 and quality_status = 0) + (select count(*) * 15 from mo where org_id = $1 and material_id = $2 and status = 40 and completed_quantity > 0) as quantity where $3::bigint < $4::bigint`,
  )
  expect(Number(measured.finished_quantity)).toBe(Number(stock!.quantity))
  const leads = (
    await query<{ lead: string }>(
      `select actual_finish_time - actual_start_time as lead from mo where org_id = $1 and material_id = $2 and status in (40, 50) and actual_finish_time >= $3 and actual_finish_time < $4`,
    )
  ).map(({ lead }) => Number(lead))
  expect(measured.finished_count).toBe(leads.length)
  expect(
    Math.abs(
      measured.actual_lead_seconds! -
        share(
          leads.sort((a, b) => a - b),
          0.5,
        ),
    ),
  ).toBeLessThanOrEqual(1)
})

test('a process that stands twice is two steps: nothing waits, is reported or is made twice', async () => {
  const company = await app.company()
  const { product, component, cutting, welding } = await someBooks(company)
  await aReleasedProduct(company, {
    ...{ material_id: product.id, components: [{ material_id: component.id }], manufacturing_bom: false },
    steps: [cutting, welding, cutting].map(({ id }) => ({ process_id: id })),
  })
  await company.as(async tx => {
    await sql`insert into mo_operation (id, mo_id, sequence, process_id) select gen_random_uuid(), id, 30, ${cutting.id} from mo`.execute(
      tx,
    )
    await sql`update mo_operation set reported_quantity = 45 - sequence`.execute(tx)
    await sql`insert into report_record (id, report_no, task_id, mo_id, operation_id, process_id, finished_quantity, defective_quantity, work_seconds, report_time)
      select gen_random_uuid(), 'again' || r.report_no, r.task_id, r.mo_id, q.id, q.process_id, 7, 1, 160, r.report_time
      from report_record r join mo_operation q on q.mo_id = r.mo_id and q.sequence = 30 where r.process_id = ${welding.id} and not r.revoked`.execute(
      tx,
    )
  })
  const { measured } = await ask(company, product.id)
  const { rows: books } = await app.database.pool.query<{
    sequence: number
    count: number
    good: number
    begun: number
  }>(
    `select q.sequence, count(r.id) filter (where r.work_seconds > 0)::int as count, coalesce(sum(r.finished_quantity), 0)::int as good,
       count(distinct o.id) filter (where o.status = 35)::int as begun
     from mo o join mo_operation q on q.mo_id = o.id left join report_record r on r.operation_id = q.id and not r.revoked and r.report_time >= $3 and r.report_time < $4
     where o.org_id = $1 and o.material_id = $2 group by q.sequence order by q.sequence`,
    [company.org_id, product.id, range[0], until],
  )
  expect(books[2]!.count).toBeGreaterThan(0)
  expect(measured.boxes.map(({ report_count }) => report_count)).toEqual(books.map(({ count }) => count))
  // 50 are planned; 35, 25 and 15 of each are reported.
  expect(measured.boxes.map(({ wip_quantity }) => Number(wip_quantity))).toEqual(
    books.map(({ begun }, at) => begun * [15, 10, 10][at]!),
  )
  expect(measured.boxes[2]).toMatchObject({ median_seconds: '20.00', yield_rate: '87.5' })
  expect(Number(measured.output_quantity)).toBe(books[2]!.good)
})

test('yield, uptime and OEE are the figures of the reports', async () => {
  const company = await app.company()
  const { product, welder } = await aStream(company)
  const { measured } = await ask(company, product.id)
  const report = await company.admin.ok(showReport, {
    report_type: 'production',
    figures: ['first_pass_yield'],
    timestamp_range: range,
    by_time: false,
    by: ['process'],
    only: { product: product.id },
  })
  const yields = new Map(report.result.map(row => [row.keys[0], row.values.first_pass_yield]))
  for (const box of measured.boxes) expect(box.yield_rate).toBe(yields.get(box.process_id) ?? null)
  const machines = await company.admin.ok(showReport, {
    report_type: 'equipment',
    timestamp_range: range,
    by_time: false,
    by: ['device'],
  })
  const welding = machines.result.find(row => row.keys[0] === welder.id)!
  const box = measured.boxes.at(-1)!
  expect([box.uptime_rate, box.oee]).toEqual([welding.values.availability, welding.values.oee])
})

test('what was kept stays as it was measured; what is wished for makes its own lead time', async () => {
  const company = await app.company()
  const { product } = await aStream(company)
  const { measured } = await ask(company, product.id)
  const wished = wishedOf(measured).map(step => ({ ...step, wip_quantity: '0', note: 'pull' }))
  const { id } = await company.admin.ok(setValueStream, {
    name: 'Autumn',
    material_id: product.id,
    timestamp_range: range,
    wished,
  })
  await company.as(tx => sql`update mo_operation set reported_quantity = 0`.execute(tx))
  const show = async () =>
    (await company.admin.ok(showValueStream, { material_id: product.id, timestamp_range: range, id })).record
  const { kept, measured: now } = await show()
  expect(kept!.measured).toEqual(measured)
  expect(now.boxes).not.toEqual(measured.boxes)
  expect(kept!.wished).toEqual(wished)
  expect(kept!.lead_time_seconds).toBe(ladderOf(wished, measured).lead_seconds)
  expect(kept!.lead_time_seconds!).toBeLessThan(ladderOf(measured.boxes, measured).lead_seconds!)
  const again = {
    id,
    row_version: kept!.row_version,
    name: 'Winter',
    material_id: product.id,
    timestamp_range: range,
    wished: wishedOf(measured),
  }
  await company.admin.ok(setValueStream, again)
  expect((await show()).kept).toMatchObject({ name: 'Winter', measured, from_time: range[0] })
  // Somebody else was quicker.
  expect((await company.admin.send(setValueStream, again)).code).toBe(generalErrors.versionConflict.code)
  expect((await company.admin.send(setValueStream, { ...again, id: undefined, row_version: undefined })).code).toBe(
    generalErrors.duplicateCode.code,
  )
})

contract(app, showValueStream, {
  set: aStream,
  good: ({ product }) => ({ material_id: product.id, timestamp_range: range }),
  check: ({ record }) => expect(record.kept).toBe(null),
  refused: ({ product, component }) => [
    ['made by nothing that is known', { material_id: component.id }, engineeringErrors.bomMissing],
    ['a material that is not there', { material_id: crypto.randomUUID() }, generalErrors.recordNotFound],
    ['a map that is not there', { material_id: product.id, id: crypto.randomUUID() }, generalErrors.recordNotFound],
    [
      'more than a year',
      { material_id: product.id, timestamp_range: [at(-400, 0), at(0, 0)] },
      generalErrors.dateSpanOverYear,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})
const keptStream = async (company: TestCompany) => {
  const { product } = await aStream(company)
  const { measured } = await ask(company, product.id)
  const input = { name: 'Autumn', material_id: product.id, timestamp_range: range, wished: wishedOf(measured) }
  return { input, id: (await company.admin.ok(setValueStream, { ...input, name: 'Before' })).id }
}
contract(app, setValueStream, {
  set: keptStream,
  good: ({ input }) => input,
  check: async (_, __, company) => expect((await company.admin.ok(listValueStreams, {})).total).toBe(2),
  refused: ({ input, id }) => [
    ['without a name', { ...input, name: '' }, generalErrors.fieldRequired],
    [
      'a step that the stream has not',
      { ...input, wished: [{ ...input.wished[0]!, sequence: 999 }] },
      generalErrors.badParameter,
    ],
    ['as somebody else has not left it', { ...input, id, row_version: 99 }, generalErrors.versionConflict],
    ['a map that is not there', { ...input, id: crypto.randomUUID(), row_version: 0 }, generalErrors.recordNotFound],
    ['a name that is taken', { ...input, name: 'Before' }, generalErrors.duplicateCode],
  ],
  foreign: engineeringErrors.bomMissing,
})
contract(app, listValueStreams, {
  set: keptStream,
  good: ({ input }) => ({ material_id: input.material_id }),
  check: ({ result }) => expect(result).toMatchObject([{ name: 'Before' }]),
  refused: () => [['an order nobody knows', { order_by: 'luck' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})
contract(app, dropValueStreams, {
  set: keptStream,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_, __, company) => expect((await company.admin.ok(listValueStreams, {})).total).toBe(0),
  refused: () => [['a map that is not there', { ids: [crypto.randomUUID()] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
