import { exportOf, query } from '@qitao/core/call.ts'
import { codeOf, id, instant } from '@qitao/core/field.ts'
import { listOutput, mostRows, timestampRange } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { dimensionKeys } from './facts.ts'
import { grain } from './figure.status.ts'
import { figureKeys } from './figures.ts'
import { comparison, reportPeriod } from './report/report.status.ts'
import { reportKeys } from './report/reports.ts'

const base = '/mep_server/biz/dashboard/'
const value = z.string().nullable()
/** So many values of a dimension are chosen from, and asked for. */
const mostOnly = 200
export const figureKey = z.enum(figureKeys)
const dimensionKey = z.enum(dimensionKeys)
const dimensionValue = z.string().max(100).nullable()
/** Only these values of dimensions, one or several; null: those without one. */
const only = z.partialRecord(dimensionKey, z.union([dimensionValue, z.array(dimensionValue).min(1).max(mostOnly)]))
const time_dimension = codeOf(grain).default(grain.codes.month)
/** At most so many dimensions beside the time: more is a list of rows, and those are a click away. */
export const mostDimensions = 3

export const figureRow = z.object({
  id: z.string(),
  at: instant,
  no: z.string(),
  subject: z.string().nullable(),
  /** Kind of the record that it opens. */
  opens: z.string(),
  opens_id: id.nullable(),
  by: z.array(z.object({ key: dimensionKey, name: z.string().nullable() })),
  /** Its part of the sums that the figure is made of. */
  sums: z.array(z.object({ name: z.string(), value })),
  value,
})
export type FigureRow = z.output<typeof figureRow>
export const listFigureRows = query(`${base}query_figure_row_list`, {
  title: text('查询指标明细', 'Rows behind a figure'),
  grantedBy: [pages.panorama, pages.operationReport, pages.salesDashboard, pages.benchmarking],
  input: z.strictObject({
    figure: figureKey,
    timestamp_range: timestampRange,
    only: only.default({}),
    page: z.int().min(1).max(100_000).default(1),
    page_size: z.int().min(1).max(mostRows).default(20),
  }),
  output: listOutput(figureRow),
})

const values = z.partialRecord(figureKey, value)
const reportRow = z.object({
  /** Beginning of the period; null: over the whole range. */
  period: instant.nullable(),
  keys: z.array(value),
  names: z.array(value),
  values,
  /** The same of the ranges that are compared with. */
  before: z.object({ previous: values.optional(), year: values.optional() }),
})
export type ReportRow = z.output<typeof reportRow>
/** How a report is asked for, and kept. */
export const reportInput = z.strictObject({
  /** Absent: figures of the own choice. */
  report_type: z.enum(reportKeys).optional(),
  /** Of the figures of the report; all of them when absent. */
  figures: z.array(figureKey).min(1).max(figureKeys.length).optional(),
  /** Days that move on; `timestamp_range` goes before it. Thirty days up to today when both are absent. */
  period: codeOf(reportPeriod).optional(),
  timestamp_range: timestampRange.optional(),
  time_dimension,
  /** By time: a row for each period. */
  by_time: z.boolean().default(true),
  by: z.array(dimensionKey).max(mostDimensions).default([]),
  /** What stands across: one of the dimensions, or the time. */
  across: z.enum(['period', ...dimensionKeys]).optional(),
  only: only.default({}),
  compared: z.array(codeOf(comparison)).max(2).default([]),
})
export type ReportInput = z.input<typeof reportInput>
export const showReport = query(`${base}query_operation_report`, {
  title: text('查询运营报表', 'Operation report'),
  grantedBy: [pages.operationReport],
  input: reportInput,
  output: z.object({
    columns: z.array(figureKey),
    timestamp_range: z.tuple([instant, instant]),
    result: z.array(reportRow),
    total: reportRow,
    /** Of a table of two ways: each row over all columns, each column over all rows. */
    row_totals: z.array(reportRow),
    column_totals: z.array(reportRow),
    /** More rows than are answered. */
    cut: z.boolean(),
  }),
})
export const exportReport = exportOf(showReport, `${base}export_operation_report`, {
  title: text('导出运营报表', 'Export the operation report'),
  grantedBy: [pages.operationReport],
})
/** What a report can be narrowed to: the values that a dimension has among the rows of these figures. */
export const listDimensionValues = query(`${base}query_dimension_value_list`, {
  title: text('查询维度取值', 'Values of a dimension'),
  grantedBy: [pages.operationReport],
  input: z.strictObject({
    figures: z.array(figureKey).min(1).max(figureKeys.length),
    dimension: dimensionKey,
    period: codeOf(reportPeriod).optional(),
    timestamp_range: timestampRange.optional(),
  }),
  output: z.object({ result: z.array(z.object({ key: value, name: value })), cut: z.boolean() }),
})
