import { affected, command, exportOf, idAndVersion, query } from '@qitao/core/call.ts'
import { because, codeOf, id, ids, plainString } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { bulkOutput, listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { wagePrefix } from './wage-rate.calls.ts'
import { wageLine, wagePeriod, wageSheet } from './wage-sheet.record.ts'
import { sheetStatus } from './wages.status.ts'

const clerks = [pages.wages]
const workers = [pages.myWages]
const said = (title: (typeof wageSheet.fields)['objection' | 'answer']['title']) =>
  plainString(255).refine(value => value.trim() !== '', because(generalErrors.fieldRequired, { field_title: title }))

export const listWages = query(`${wagePrefix}query_wage_list`, {
  title: text('查询工资', 'List wages'),
  grantedBy: clerks,
  input: listInput({
    user_id: id.optional(),
    workgroup_id: id.optional(),
    period_id: id.optional(),
    process_id: id.optional(),
    statuses: z.array(codeOf(sheetStatus)).max(10).optional(),
    timestamp_range: timestampRange.optional(),
  }),
  output: listOutput(wageSheet.row).extend({ total_wage: z.string() }),
  records: [wageSheet],
})
export const exportWages = exportOf(listWages, `${wagePrefix}export_wage`, {
  title: text('导出工资', 'Export wages'),
  grantedBy: clerks,
})
const linesOutput = listOutput(
  wageLine.row.omit({ id: true, row_version: true, created_time: true, updated_time: true }).extend({ id: z.string() }),
)
const linesInput = listInput({ sheet_id: id })
/** Ours: what a sheet is made of, report by report. */
export const listWageLines = query(`${wagePrefix}query_wage_line_list`, {
  title: text('查询工资明细', 'List wage lines'),
  grantedBy: clerks,
  input: linesInput,
  output: linesOutput,
  records: [wageLine],
})

/** Ours, as all that follows. */
export const listWagePeriods = query(`${wagePrefix}query_wage_period_list`, {
  title: text('查询工资期间', 'List wage periods'),
  grantedBy: clerks,
  input: listInput({}),
  output: listOutput(wagePeriod.row),
  records: [wagePeriod],
})
export const addWagePeriod = command(`${wagePrefix}add_wage_period`, {
  acrossWorkgroups: 'refused',
  title: text('新增工资期间', 'Add wage period'),
  grantedBy: clerks,
  input: wagePeriod.input.extend({
    /** Only the first says it: the others begin where the one before them ends. */
    start_time: wagePeriod.fields.start_time.schema.nullish(),
  }),
  output: z.object({ id, no: z.string() }),
  records: [wagePeriod],
})
export const dropWagePeriod = command(`${wagePrefix}drop_wage_period`, {
  acrossWorkgroups: 'refused',
  title: text('删除工资期间', 'Delete wage period'),
  grantedBy: clerks,
  input: z.strictObject(idAndVersion),
  output: affected,
})
/** What the sheets would be now, beside what they are: who changes by how much, and what has no rate. */
export const mostWithoutRate = 100
export const previewWages = query(`${wagePrefix}preview_wage`, {
  acrossWorkgroups: 'refused',
  title: text('预览工资重算', 'Preview of wages'),
  grantedBy: clerks,
  input: z.strictObject({ period_id: id }),
  output: z.object({
    total_wage: z.string(),
    line_count: z.int(),
    changes: z.array(
      z.object({
        user_id: id,
        user_name: z.string(),
        before: z.string(),
        after: z.string(),
        difference: z.string(),
        status: codeOf(sheetStatus).nullable(),
      }),
    ),
    /** Reports and supplements that pay nothing, as no rate fits them: the most frequent first. */
    without_rate: z.array(
      z.object({
        process_name: z.string(),
        material_code: z.string().nullable(),
        material_name: z.string().nullable(),
        grade: z.string().nullable(),
        count: z.int(),
      }),
    ),
    /** So many more cases than are named. */
    without_rate_rest: z.int(),
    /** Reports of the period that nobody has approved. */
    unapproved: z.int(),
  }),
})
export const recalculateWages = command(`${wagePrefix}recalculate_wage`, {
  acrossWorkgroups: 'refused',
  title: text('重算工资', 'Recalculate wages'),
  grantedBy: clerks,
  input: z.strictObject({ period_id: id }),
  output: z.object({ line_count: z.int(), sheet_count: z.int(), total_wage: z.string() }),
})
export const sendWages = command(`${wagePrefix}send_wage`, {
  title: text('发送工资确认', 'Send wages to confirm'),
  grantedBy: clerks,
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
})
export const answerWage = command(`${wagePrefix}answer_wage`, {
  title: text('答复工资异议', 'Answer an objection'),
  grantedBy: clerks,
  input: z.strictObject({ ...idAndVersion, answer: said(wageSheet.fields.answer.title) }),
  output: affected,
  records: [wageSheet],
})
export const lockWagePeriod = command(`${wagePrefix}lock_wage_period`, {
  acrossWorkgroups: 'refused',
  title: text('锁定工资期间', 'Lock wage period'),
  grantedBy: clerks,
  input: z.strictObject(idAndVersion),
  output: z.object({ sheet_count: z.int(), total_wage: z.string() }),
})

export const listMyWages = query(`${wagePrefix}query_my_wage_list`, {
  title: text('查询我的工资', 'List my wages'),
  grantedBy: workers,
  input: listInput({ statuses: z.array(codeOf(sheetStatus)).max(10).optional() }),
  output: listOutput(wageSheet.row),
  records: [wageSheet],
})
export const listMyWageLines = query(`${wagePrefix}query_my_wage_line_list`, {
  title: text('查询我的工资明细', 'List my wage lines'),
  grantedBy: workers,
  input: linesInput,
  output: linesOutput,
  records: [wageLine],
})
export const confirmWage = command(`${wagePrefix}confirm_wage`, {
  title: text('确认工资', 'Confirm wages'),
  grantedBy: workers,
  input: z.strictObject(idAndVersion),
  output: affected,
})
export const disputeWage = command(`${wagePrefix}dispute_wage`, {
  title: text('提出工资异议', 'Dispute wages'),
  grantedBy: workers,
  input: z.strictObject({ ...idAndVersion, objection: said(wageSheet.fields.objection.title) }),
  output: affected,
  records: [wageSheet],
})
