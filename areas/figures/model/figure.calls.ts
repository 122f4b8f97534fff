import { exportOf, query } from '@qitao/core/call.ts'
import { codeOf, id, instant } from '@qitao/core/field.ts'
import { listOutput, mostRows, timestampRange } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { dimensionKeys } from './facts.ts'
import { grain } from './figure.status.ts'
import { figureKeys } from './figures.ts'
import { reportKeys } from './reports.ts'

const base = '/mep_server/biz/dashboard/'
const value = z.string().nullable()
export const figureKey = z.enum(figureKeys)
const dimensionKey = z.enum(dimensionKeys)
/** Only these values of dimensions; null: those without one. */
const only = z.partialRecord(dimensionKey, z.string().max(100).nullable())
const time_dimension = codeOf(grain).default(grain.codes.month)
/** At most so many dimensions beside the time: more is a list of rows, and those are a click away. */
const mostDimensions = 2

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
  /** The same of the range that is compared with. */
  before: values.nullable(),
})
export type ReportRow = z.output<typeof reportRow>
const reportInput = z.strictObject({
  report_type: z.enum(reportKeys),
  /** Of the figures of the report; all of them when absent. */
  figures: z.array(figureKey).min(1).max(figureKeys.length).optional(),
  /** Thirty days up to today when absent. */
  timestamp_range: timestampRange.optional(),
  time_dimension,
  /** By time: a row for each period. */
  by_time: z.boolean().default(true),
  by: z.array(dimensionKey).max(mostDimensions).default([]),
  only: only.default({}),
  compared: z.enum(['previous', 'year']).optional(),
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
    /** More rows than are answered. */
    cut: z.boolean(),
  }),
})
export const exportReport = exportOf(showReport, `${base}export_operation_report`, {
  title: text('导出运营报表', 'Export the operation report'),
  grantedBy: [pages.operationReport],
})
