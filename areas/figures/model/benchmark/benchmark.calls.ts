import { command, query } from '@qitao/core/call.ts'
import {
  choiceField,
  codeOf,
  id,
  ids,
  instant,
  integerField,
  optional,
  quantityFromZeroField,
  rowVersion,
  textField,
} from '@qitao/core/field.ts'
import { bulkOutput, timestampRange } from '@qitao/core/page.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { figureKey } from '../figure.calls.ts'
import { type FigureKey, figureOf } from '../figures.ts'
import { indicators } from './benchmark.rules.ts'

const indicatorChoices = {
  list: indicators.map((code: FigureKey) => ({ code, ...figureOf(code).title, key: code, colour: 'neutral' as const })),
}
const year = { min: 1900, max: 2100 }

/** What a figure is compared with: what somebody published of an industry, and the target that the company gives itself. */
export const benchmark = record('benchmark_reference', text('对标值', 'Benchmark'), {
  indicator: choiceField('指标', 'Figure', indicatorChoices),
  industry_worst: optional(quantityFromZeroField('行业后25%', 'Bottom quartile')),
  industry_average: optional(quantityFromZeroField('行业中位', 'Median')),
  industry_best: optional(quantityFromZeroField('行业前25%', 'Top quartile')),
  target: optional(quantityFromZeroField('本公司目标', 'Own target')),
  source: optional(textField('来源', 'Source')),
  source_year: optional(integerField('年份', 'Year', year)),
  sample_count: optional(integerField('样本数', 'Sample size', { min: 1, max: 10_000_000 })),
  link: optional(textField('链接', 'Link')),
})
const value = z.string().nullable()
const row = z.object({
  indicator: figureKey,
  /** Over the range, and month by month up to its end. */
  own_value: value,
  trend: z.array(value),
  best_months: value,
  industry_worst: value,
  industry_average: value,
  industry_best: value,
  target: value,
  /** What it is held against: the best of the industry, else the target, else its own best months. */
  compared_with: z.enum(['industry_best', 'target', 'best_months']).nullable(),
  gap_rate: value,
  higher_is_better: z.boolean(),
  source: value,
  source_year: z.int().nullable(),
  sample_count: z.int().nullable(),
  link: value,
  /** Of the reference; null: there is none. */
  id: id.nullable(),
  row_version: z.int().nullable(),
})
export type BenchmarkRow = z.output<typeof row>

const base = '/mep_server/biz/strategy/'
const grantedBy = [pages.benchmarking]
const records = [benchmark]
const industry = z.string().max(100)
export const listBenchmarks = query(`${base}query_benchmark_list`, {
  title: text('查询行业对标', 'Industry benchmark figures'),
  grantedBy,
  input: z.strictObject({ industry: industry.optional(), timestamp_range: timestampRange.optional() }),
  output: z.object({
    /** As asked or, without asking, that of the company. */
    industry: z.string(),
    industries: z.array(z.string()),
    timestamp_range: z.tuple([instant, instant]),
    result: z.array(row),
  }),
  records,
})
/** Ours. Nothing of it comes with the product: the company enters what was published, with its source, and its own targets. */
export const setBenchmark = command(`${base}set_benchmark`, {
  title: text('维护对标值', 'Set a benchmark'),
  grantedBy,
  input: benchmark.input.extend({
    indicator: codeOf(indicatorChoices),
    industry: industry.default(''),
    /** That of the reference that was read; absent: there was none. */
    row_version: rowVersion.nullish(),
  }),
  output: z.object({ id }),
  records,
})
/** Ours. */
export const dropBenchmarks = command(`${base}bulk_drop_benchmark`, {
  title: text('删除对标值', 'Delete benchmarks'),
  grantedBy,
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
  records,
})
