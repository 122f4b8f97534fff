import { cancelJob, queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { queryCalendarList, setCalendar } from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { addMaterial } from '@qitao/masterdata/model/material/material.calls.ts'
import { processCalls } from '@qitao/masterdata/model/process/process.calls.ts'
import { aMaterial } from '@qitao/masterdata/testing/factories.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { addSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { containerCalls, containerTypeCalls, packContainer } from '@qitao/stock/model/container.calls.ts'
import { aLocation, aMaterial as aStocked, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countSample, createSample, deleteSample, listIndustries, showSample } from '../model/sample.calls.ts'
import { sampleErrors } from '../model/sample.errors.ts'
import { aSmallSample, asSample, rowsByTable } from '../testing/sample.factory.ts'

const app = await testApp()
const aShift = { name: '常白', week_days: [1, 2, 3, 4, 5], start_second: 28_800, end_second: 61_200, breaks: [] }
const nothing = async () => ({})
/** Seconds: a whole factory is made, on a machine that may be busy. */
const most = 240

contract(app, listIndustries, {
  set: company => aSmallSample(app, company),
  good: () => ({}),
  check: ({ result }) =>
    expect(result.map(({ code, name_en, has_sample }) => [code, name_en, has_sample])).toEqual([
      ['bicycle', 'Bicycle maker', true],
      ['machining', 'Machining shop', false],
      ['moulding', 'Injection moulder', false],
      ['electronics', 'Electronics maker', false],
    ]),
  refused: () => [['an unknown field', { industry: 'bicycle' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data!.result[0]!.has_sample).toBe(false),
})
contract(app, showSample, {
  set: company => aSmallSample(app, company),
  good: () => ({}),
  check: data =>
    expect(data).toMatchObject({
      state: 'created',
      industry: 'bicycle',
      real_material_count: 0,
    }),
  refused: () => [['an unknown field', { id: 'x' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ state: 'none' }),
})
contract(app, countSample, {
  set: company => aSmallSample(app, company),
  good: () => ({}),
  check: data =>
    expect(data).toEqual({
      counts: [
        { object: 'material', sample: 1, own: 0 },
        { object: 'supplier', sample: 1, own: 0 },
        { object: 'unit', sample: 1, own: 0 },
      ],
    }),
  refused: () => [['an unknown field', { id: 'x' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toEqual({ counts: [] }),
})
contract(app, deleteSample, {
  set: company => aSmallSample(app, company),
  good: () => ({}),
  check: async (data, _, company) => {
    expect(data).toMatchObject({ affected: 3, left: 0 })
    // That the administrator was added.
    expect(await rowsByTable(app, company)).toEqual({ change_log: 1 })
  },
  refused: () => [['an unknown field', { id: 'x' }, generalErrors.badParameter]],
  foreign: sampleErrors.sampleMissing,
})
contract(app, createSample, {
  set: nothing,
  good: () => ({ industry: 'bicycle' }),
  check: async ({ job_id }, _, company) => {
    // The second one is told that the first is running; so is who wants to delete.
    expect((await company.admin.send(createSample, { industry: 'bicycle' })).code).toBe(sampleErrors.importing.code)
    expect((await company.admin.send(deleteSample, {})).code).toBe(sampleErrors.importing.code)
    expect((await company.admin.ok(showSample, {})).state).toBe('creating')
    // Whole factories are made in sample-factories.calls.test.ts.
    await company.admin.ok(cancelJob, { job_id })
    await company.jobEnd(job_id, most)
  },
  refused: () => [
    ['no such industry', { industry: 'aircraft' }, sampleErrors.industryUnknown],
    ['no industry', {}, generalErrors.fieldRequired],
    ['no such size', { industry: 'bicycle', size: 'XXL' }, generalErrors.badParameter],
  ],
  // It makes its own.
  foreign: answer => expect(answer.code).toBe(200),
})

const industry = 'bicycle'
const code = async (company: TestCompany) => (await company.admin.send(createSample, { industry })).code

test('R-280 sample data is made once', async () => {
  const company = await app.company()
  await aSmallSample(app, company)
  expect(await code(company)).toBe(sampleErrors.sampleExists.code)
})
test('sample data never mixes with materials of the company', async () => {
  const company = await app.company()
  await aMaterial(company)
  const answer = await company.admin.send(createSample, { industry })
  expect(answer).toMatchObject({ code: sampleErrors.importFailed.code, data: { real: 1 } })
  expect(answer.message).toContain('1')
})
test('only administrators make and delete it, whatever pages they have', async () => {
  const company = await app.company()
  const member = await company.member([pages.sampleData])
  expect((await member.send(createSample, { industry })).code).toBe(generalErrors.noPermission.code)
  await aSmallSample(app, company)
  expect((await member.send(deleteSample, {})).code).toBe(generalErrors.noPermission.code)
})

test('R-282 a failure leaves nothing behind and is told', { timeout: 300_000 }, async () => {
  const company = await app.company()
  const { job_id } = await company.admin.ok(createSample, { industry })
  // Somebody makes a warehouse with the code of one of the sample's meanwhile: it fails when most is made already.
  await company.as(tx => sql`insert into warehouse (id, code, name) values (${newId()}, 'W-NG', 'Our own')`.execute(tx))
  const before = await rowsByTable(app, company)
  expect(await company.jobEnd(job_id, most)).toMatchObject({ status: 3, error_code: sampleErrors.importFailed.code })
  // What it was about is still to be read later, beside the job that the page shows.
  const shown = await company.admin.ok(showSample, {})
  expect(shown).toMatchObject({ state: 'none', job_id })
  expect((await company.admin.ok(queryJobStatus, { job_id })).record.message).toContain('仓库“W-NG”')
  expect(await rowsByTable(app, company)).toEqual(before)
})

test('what would collide is named before anything is made', async () => {
  const company = await app.company()
  const { admin } = company
  await admin.ok(processCalls.add, { code: 'P10', name: '自己的' })
  await admin.ok(setCalendar, { name: '白班', shifts: [aShift] })
  const refused = await admin.send(createSample, { industry })
  expect(refused.code).toBe(sampleErrors.importFailed.code)
  expect(refused.message).toContain('工序“P10”、日历“白班”。请先改名')
  expect((await admin.ok(showSample, {})).job_id).toBe(null)
  // In the other language the calendar has another name.
  const english = await admin.send(createSample, { industry }, { language: 'en' })
  expect(english.message).toContain('process “P10”. Rename')
})

test('a company that is left without a default calendar gets one of its own', async () => {
  const company = await app.company()
  await asSample(app, company, tx =>
    sql`insert into calendar (id, name, is_default, shifts) values (${newId()}, 'Of the sample', true, '[]')`.execute(
      tx,
    ),
  )
  await aSmallSample(app, company)
  const { id } = await company.admin.ok(setCalendar, { name: 'Our own', shifts: [aShift] })
  await company.admin.ok(deleteSample, {})
  expect((await company.admin.ok(queryCalendarList, {})).result).toMatchObject([{ id, is_default: true }])
})

test('what the company has of its own stays, and mentions of the sample are cleared', async () => {
  const company = await app.company()
  const sample = await aSmallSample(app, company)
  const { admin } = company
  const { id } = await admin.ok(addMaterial, {
    code: 'OWN',
    name: 'Own material',
    kind: 0,
    unit_id: sample.unit_id,
    supplier_id: sample.supplier_id,
  })
  const day = 1_800_000_000
  const order = { customer_id: null, order_date: day, delivery_date: day, submit: false }
  const line = (material_id: string) => ({ material_id, quantity: '1' })
  await admin.ok(addSalesOrder, { ...order, lines: [line(id)] })
  // Half of it is sample: without that line it is not that order any more.
  await admin.ok(addSalesOrder, { ...order, lines: [line(id), line(sample.material_id)] })
  const { counts } = await admin.ok(countSample, {})
  expect(counts).toContainEqual({ object: 'sales_order', sample: 0, own: 1 })
  expect(counts).toContainEqual({ object: 'sales_order_line', sample: 0, own: 2 })
  expect(await admin.ok(deleteSample, {})).toMatchObject({ affected: 5, left: 0 })
  expect(await rowsByTable(app, company)).toMatchObject({ material: 1, unit: 1, sales_order: 1, sales_order_line: 1 })
  const { rows } = await app.database.pool.query('select supplier_id from material where id = $1', [id])
  expect(rows).toEqual([{ supplier_id: null }])
})

test('own containers outlive a sample bin; stock in a sample container goes with it', async () => {
  const company = await app.company()
  await aSmallSample(app, company)
  const { admin, org_id } = company
  const sample = await asSample(app, company, async tx => {
    const [type_id, box_id] = [newId(), newId()]
    await sql`insert into container_type (id, code, name) values (${type_id}, 'T1', 'Sample box')`.execute(tx)
    await sql`insert into container (id, code, container_type_id) values (${box_id}, 'S-1', ${type_id})`.execute(tx)
    return { location_id: await aLocation(tx), box_id }
  })
  const own = await company.as(async tx => {
    const of = { material_id: await aStocked(tx), location_id: await aLocation(tx) }
    const inventory_id = await putIn(tx, { org_id, ...of, quantity: '10' })
    await sql`update container set location_id = ${of.location_id} where org_id = ${org_id} and id = ${sample.box_id}`.execute(
      tx,
    )
    return { ...of, inventory_id }
  })
  await admin.ok(packContainer, { id: sample.box_id, lines: [{ inventory_id: own.inventory_id, quantity: '6' }] })
  const type = await admin.ok(containerTypeCalls.add, { code: 'T2', name: 'Own box' })
  const { location_id } = sample
  const box = await admin.ok(containerCalls.add, { code: 'O-1', container_type_id: type.id, location_id })
  expect(await admin.ok(deleteSample, {})).toMatchObject({ left: 0 })
  const { rows } = await app.database.pool.query(
    'select c.id, c.location_id, (select sum(quantity)::integer from inventory where org_id = c.org_id) as left from container c where c.org_id = $1',
    [org_id],
  )
  expect(rows).toEqual([{ id: box.id, location_id: null, left: 4 }])
})

test('a company cannot count or delete the rows of another', async () => {
  const [ours, theirs] = [await app.company(), await app.company()]
  await aSmallSample(app, theirs)
  for (const name of ['count_sample_rows', 'delete_sample_rows'])
    await expect(ours.as(tx => sql`select * from ${sql.raw(name)}(${theirs.org_id})`.execute(tx))).rejects.toThrow()
  await asSample(app, theirs, async tx => {
    const { rows } = await sql`select 1 from material`.execute(tx)
    expect(rows.length).toBe(1)
  })
})
