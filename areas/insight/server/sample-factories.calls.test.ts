import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { dayOf, daySeconds, startOfDay } from '@qitao/core/time.ts'
import { showReport } from '@qitao/figures/model/figure.calls.ts'
import type { FigureKey } from '@qitao/figures/model/figures.ts'
import { reportKeys } from '@qitao/figures/model/report/reports.ts'
import { listMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { queryCalendarList, setCalendar } from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { sliceOf } from '@qitao/platform/server/testing/slice.ts'
import { listDispatchTasks } from '@qitao/shopfloor/model/report.calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { industries } from '../model/industries.ts'
import { namesOf } from '../model/sample/names.ts'
import { sized } from '../model/sample/size.ts'
import { countSample, createSample, deleteSample } from '../model/sample.calls.ts'
import { rowsByTable } from '../testing/sample.factory.ts'
import { differencesNow } from './reconciliation.jobs.ts'
import { factories } from './sample/factories.ts'
import { takenNames } from './sample/taken-names.ts'

const app = await testApp()
/** Seconds: on a machine that may be busy. */
const most = 500

/** Between which a figure of the last year is believed. */
const believed: Partial<Record<FigureKey, readonly [least: number, most: number]>> = {
  oee: [55, 85],
  on_time_delivery: [80, 97],
  mo_on_time: [80, 98],
  defect_rate: [0.4, 4],
  stock_turns: [3, 12],
  supplier_on_time: [70, 97],
  gross_margin_rate: [5, 60],
  labour_efficiency: [80, 110],
  kitting_rate: [80, 100],
  andon_response: [1, 30],
}

async function figuresOf({ admin }: TestCompany): Promise<Map<string, string | null>> {
  const today = startOfDay(dayOf(Math.floor(Date.now() / 1000), 'Asia/Shanghai'), 'Asia/Shanghai')
  const found = new Map<string, string | null>()
  for (const report_type of reportKeys) {
    const asked = {
      report_type,
      timestamp_range: [today - 364 * daySeconds, today] as [number, number],
      by_time: false,
    }
    const { total } = await admin.ok(showReport, asked)
    for (const [key, value] of Object.entries(total.values)) found.set(key, value)
  }
  return found
}

/** Until nothing of the company waits or runs. */
async function quiet({ org_id }: TestCompany): Promise<void> {
  for (const end = Date.now() + most * 1000; Date.now() < end; await new Promise(wait => setTimeout(wait, 100))) {
    const { rows } = await app.database.pool.query('select from job where org_id = $1 and status in (0, 1)', [org_id])
    if (rows.length === 0) return
  }
  throw new Error('jobs did not end')
}
const defaultCalendar = async ({ admin }: TestCompany) =>
  (await admin.ok(queryCalendarList, {})).result.find(({ is_default }) => is_default)?.id

const namesDeclared = async ({ org_id, as }: TestCompany, industry: string) => {
  const factory = sized(factories[industry]!, 'S')
  // Each is found: the names are those that were made.
  const wanted = namesOf(factory, 'zh').flatMap(({ title, names }) => names.map(name => `${title.zh} ${name}`))
  const found = (await as(tx => takenNames(tx, org_id, factory, 'zh'))).map(({ title, name }) => `${title.zh} ${name}`)
  expect(found.toSorted()).toEqual(wanted.toSorted())
  return namesOf(factory, 'zh')
    .map(({ table, column }) => `${table}.${column}`)
    .toSorted()
}
/** Words that are unique in the company where the sample has rows; numbers are given, and what hangs on a material or a parent is new. */
async function namesInUse({ org_id }: TestCompany): Promise<string[]> {
  const { rows: unique } = await app.database.pool.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_index i join pg_class c on c.oid = i.indrelid
      join lateral (select string_agg(a.attname, ',' order by a.attnum) as attname, bool_and(a.atttypid = 'text'::regtype) as words
        from pg_attribute a where a.attrelid = c.oid and a.attnum = any(i.indkey) and a.attname not in ('org_id', 'version')) a on a.words
      where i.indisunique and c.relnamespace = 'public'::regnamespace and a.attname !~ ','
        and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'sample')`,
  )
  const used = await app.database.pool.query<{ of: string }>(
    unique
      .map(
        ({ table, column }) =>
          `select '${table}.${column}' as of where exists (select from "${table}" where org_id = $1 and sample and "${column}" is not null)`,
      )
      .join(' union '),
    [org_id],
  )
  return used.rows
    .map(({ of }) => of)
    .filter(of => !isGiven(of))
    .toSorted()
}
/** Numbers and keys are given by the product, units are shared, and a company with materials is refused before. */
const isGiven = (of: string): boolean =>
  /[._]no$/.test(of)
    ? of !== 'device.machine_no'
    : ['unit.name', 'material.code', 'material_bom.code', 'plan_message.key'].includes(of)

// A run makes every second of them, WHOLE=1 all.
test.each(sliceOf('sample factories', industries, 2).map(({ code }) => code))(
  '%s: made, believed, planned, and gone without a trace',
  { timeout: 900_000 },
  async industry => {
    const company = await app.company()
    const { admin } = company
    const ours = await admin.ok(setCalendar, {
      name: '厂历',
      shifts: [{ name: '常白', week_days: [1, 2, 3, 4, 5], start_second: 28_800, end_second: 61_200, breaks: [] }],
    })
    const before = await rowsByTable(app, company)
    const made = await company.jobEnd((await admin.ok(createSample, { industry })).job_id, most)
    expect(made.status).toBe(2)
    // What follows the plan in the background and by the clock is not what somebody made.
    await app.database.system(tx => startJobOfCompanies(tx, 'conflict_look', [company.org_id]))
    await quiet(company)
    const { counts } = await admin.ok(countSample, {})
    expect(counts.filter(({ own }) => own > 0)).toEqual([])
    // Whatever can be there once only is known to be in the way of another sample, and nothing else.
    expect(await namesInUse(company)).toEqual(await namesDeclared(company, industry))
    expect(await defaultCalendar(company)).toBe(ours.id)

    // What is kept twice agrees, in the past that was entered by sets as in the rest.
    expect(await app.database.system(tx => differencesNow(tx))).toEqual([])
    const figures = await figuresOf(company)
    for (const [key, [least, highest]] of Object.entries(believed)) {
      const value = Number(figures.get(key))
      expect({ key, value, least: value >= least, most: value <= highest }).toEqual({
        key,
        value,
        least: true,
        most: true,
      })
    }

    // Each planned order has its tasks or says why not.
    const { result: planned } = await admin.ok(listMos, { statuses: [moStatus.codes.planned], page_size: -1 })
    expect(planned.length).toBeGreaterThan(10)
    const unexplained = await company.as(async tx => {
      const { rows } = await sql<{
        no: string
      }>`select m.no from mo m where m.org_id = ${company.org_id} and m.status = ${moStatus.codes.planned}
      and m.unplanned is null and not exists (select from production_task t where t.org_id = m.org_id and t.mo_id = m.id)`.execute(
        tx,
      )
      return rows
    })
    expect(unexplained).toEqual([])
    // A factory that cannot make what it has sold convinces nobody.
    const { rows: left } = await app.database.pool.query(
      `select no, unplanned ->> 'cause' as cause from mo where org_id = $1 and status = $2 and unplanned is not null`,
      [company.org_id, moStatus.codes.planned],
    )

    expect(left.length).toBeLessThanOrEqual(planned.length / 10)
    // The floor opens on what is to be done.
    const { result: tasks } = await admin.ok(listDispatchTasks, { page_size: 5 })
    expect(tasks.map(({ status }) => status)).not.toContain(taskStatus.codes.done)
    expect(tasks.length).toBe(5)

    for (const object of [
      'qc_task',
      'qc_result',
      'device_freeze',
      'report_record',
      'wage_line',
      'wage_sheet',
      'andon_call',
      'andon_duty',
      'scrap_reason',
      'unit_price',
      'sales_price',
      'demand_forecast',
      'supply_demand_plan',
      'inventory_plan',
    ])
      expect({ object, rows: counts.find(one => one.object === object)?.sample ?? 0 }).not.toMatchObject({ rows: 0 })
    expect((await admin.ok(deleteSample, {})).left).toBe(0)
    expect(await rowsByTable(app, company)).toEqual(before)
    expect(await defaultCalendar(company)).toBe(ours.id)
  },
)
