import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { at } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { dropBenchmarks, listBenchmarks, setBenchmark } from '../../model/benchmark/benchmark.calls.ts'
import { indicators } from '../../model/benchmark/benchmark.rules.ts'
import { showReport } from '../../model/figure.calls.ts'
import { reportKeys, reportOf } from '../../model/report/reports.ts'
import { someBooks } from '../../testing/books.ts'

const app = await testApp()
const range: [number, number] = [at(-200, 0), at(-1, 0)]
const published = {
  indicator: 'on_time_delivery' as const,
  industry: 'bicycle',
  industry_worst: '60',
  industry_average: '75',
  industry_best: '90',
  source: 'A survey',
  source_year: 2025,
  sample_count: 120,
}

test('own values and months are the figures of the reports; nothing is compared with what nobody entered', async () => {
  const company = await app.company()
  await someBooks(company)
  const { result, industries } = await company.admin.ok(listBenchmarks, { timestamp_range: range })
  expect(result.map(({ indicator }) => indicator)).toEqual([...indicators])
  expect(industries).toContain('')
  for (const row of result) {
    expect([row.industry_worst, row.industry_average, row.industry_best, row.target, row.source]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
    expect([null, 'best_months']).toContain(row.compared_with)
    const report_type = reportKeys.find(key => reportOf(key).figures.includes(row.indicator))!
    const asked = { report_type, figures: [row.indicator], timestamp_range: range }
    const { total } = await company.admin.ok(showReport, asked)
    expect(row.own_value, row.indicator).toBe(total.values[row.indicator])
    expect(row.trend).toHaveLength(12)
  }
  const month = await company.admin.ok(showReport, {
    report_type: 'orders',
    figures: ['on_time_delivery'],
    timestamp_range: range,
    time_dimension: 3,
  })
  const whole = month.result.slice(1, -1).map(row => row.values.on_time_delivery)
  expect(result[0]!.trend.slice(-1 - whole.length, -1)).toEqual(whole)
})

test('what was entered is compared with first, by industry; somebody who read an older one is refused', async () => {
  const company = await app.company()
  await someBooks(company)
  await company.admin.ok(setBenchmark, published)
  const ask = async (industry?: string) =>
    (
      await company.admin.ok(listBenchmarks, {
        timestamp_range: range,
        ...(industry === undefined ? {} : { industry }),
      })
    ).result[0]!
  const row = await ask('bicycle')
  expect(row).toMatchObject({
    industry_best: '90',
    compared_with: 'industry_best',
    source: 'A survey',
    sample_count: 120,
  })
  expect(Number(row.gap_rate)).toBeCloseTo(((90 - Number(row.own_value)) / 90) * 100, 1)
  expect((await ask('boats')).industry_best).toBe(null)
  await company.admin.ok(setBenchmark, { ...published, industry_best: '95', row_version: row.row_version! })
  expect((await ask('bicycle')).industry_best).toBe('95')
  expect((await company.admin.send(setBenchmark, { ...published, row_version: row.row_version! })).code).toBe(
    generalErrors.versionConflict.code,
  )
  const buyer = await company.member([pages.benchmarking, pages.purchase])
  expect((await buyer.ok(listBenchmarks, {})).result.map(({ indicator }) => indicator)).toEqual([
    'supplier_on_time',
    'supplier_quality',
  ])
})

contract(app, listBenchmarks, {
  set: someBooks,
  good: () => ({ industry: 'bicycle', timestamp_range: range }),
  check: ({ industry }) => expect(industry).toBe('bicycle'),
  refused: () => [['more than a year', { timestamp_range: [at(-400, 0), at(0, 0)] }, generalErrors.dateSpanOverYear]],
  foreign: ({ data }) =>
    expect(
      data?.result.every(
        ({ own_value, trend }) => Number(own_value ?? 0) === 0 && trend.every(value => Number(value ?? 0) === 0),
      ),
    ).toBe(true),
})
contract(app, setBenchmark, {
  set: async () => undefined,
  good: () => published,
  check: async (_, __, company) =>
    expect((await company.admin.ok(listBenchmarks, { industry: 'bicycle' })).result[0]!.industry_average).toBe('75'),
  refused: () => [
    ['published by nobody', { ...published, source: null }, generalErrors.fieldRequired],
    ['nothing at all', { indicator: 'oee' }, generalErrors.fieldRequired],
    ['the best below the average', { ...published, industry_best: '50' }, generalErrors.badParameter],
    ['of a figure that nobody compares', { ...published, indicator: 'order_count' }, generalErrors.badParameter],
    ['changed, and there is none', { ...published, row_version: 3 }, generalErrors.recordNotFound],
  ],
  foreign: ({ code }) => expect(code).toBe(200),
})
contract(app, dropBenchmarks, {
  set: async company => (await company.admin.ok(setBenchmark, published)).id,
  good: reference => ({ ids: [reference] }),
  check: async (_, __, company) =>
    expect((await company.admin.ok(listBenchmarks, { industry: 'bicycle' })).result[0]!.id).toBe(null),
  refused: () => [['one that is not there', { ids: [crypto.randomUUID()] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
