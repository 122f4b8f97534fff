import { command, nothing, query } from '@qitao/core/call.ts'
import {
  choiceField,
  codeOf,
  id,
  ids,
  optional,
  readOnly,
  referencesField,
  rowVersion,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { reportInput } from '../figure.calls.ts'
import { chartKind, sharing } from './report.status.ts'

export const mostSavedReports = 50

/** How a report is told: what is kept of it, and never its figures. */
export const reportDefinition = reportInput.extend({ chart: codeOf(chartKind).default(chartKind.codes.line) })
export type ReportDefinition = z.input<typeof reportDefinition>

export const savedReport = record('saved_report', text('报表', 'Report'), {
  name: textField('名称', 'Name', 60),
  sharing: withDefault(choiceField('共享', 'Read by', sharing), sharing.codes.private),
  role_ids: withDefault(referencesField('共享给角色', 'Roles that read it', 'role', 50), []),
  owner_name: readOnly(optional(textField('创建人', 'Made by'))),
})
const savedRow = savedReport.row.extend({
  definition: reportDefinition,
  owner_id: id,
  is_mine: z.boolean(),
  /** It goes out by mail by itself. */
  is_mailed: z.boolean(),
})
export type SavedReportRow = z.output<typeof savedRow>
export type SavedReport = RowOf<typeof savedReport>

const base = '/mep_server/biz/dashboard/'
const grantedBy = [pages.operationReport]
const records = [savedReport]
const given = savedReport.input.extend({ definition: reportDefinition })

/** The own ones, and those that others let one read. Each computes them under the own rights. */
export const listSavedReports = query(`${base}query_saved_report_list`, {
  title: text('查询已存报表', 'Saved reports'),
  grantedBy,
  input: listInput({ mine: z.boolean().optional() }),
  output: listOutput(savedRow),
  records,
})
export const addSavedReport = command(`${base}add_saved_report`, {
  title: text('保存报表', 'Save a report'),
  grantedBy,
  input: given,
  output: z.object({ id }),
  records,
})
export const alterSavedReport = command(`${base}alter_saved_report`, {
  title: text('修改报表', 'Alter a report'),
  grantedBy,
  input: given.extend({ id, row_version: rowVersion }),
  output: z.object({ id }),
  records,
})
export const dropSavedReports = command(`${base}bulk_drop_saved_report`, {
  title: text('删除报表', 'Delete reports'),
  grantedBy,
  input: z.strictObject({ ids: ids(100) }),
  output: bulkOutput,
  records,
})
/** Roles by their names, for who lets some of them read a report. */
export const listReaderRoles = query(`${base}query_reader_role_list`, {
  title: text('查询可共享的角色', 'Roles that may read reports'),
  grantedBy,
  input: nothing,
  output: z.object({ result: z.array(z.object({ id, name: z.string(), member_count: z.int() })) }),
  records,
})
