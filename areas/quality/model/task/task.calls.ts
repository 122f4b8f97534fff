import { affected, command, exportOf, idAndVersion, query } from '@qitao/core/call.ts'
import { codeOf, id, ids, instant, plainString, positiveQuantity } from '@qitao/core/field.ts'
import { fileOutput } from '@qitao/core/file.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { labelType, mostCopies } from '@qitao/masterdata/model/material/label.calls.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { serialNumbers } from '@qitao/stock/model/piece.record.ts'
import { z } from 'zod'
import { qcType } from '../qc-type.status.ts'
import { mostMeasured, qcItem } from '../scheme/method.record.ts'
import { qcDisposal, qcTask, stockCheck } from './task.record.ts'
import { chosenDisposal, taskResult, taskStatus } from './task.status.ts'

/** Inspections that are printed at once. */
export const mostReports = 10
const path = (name: string) => `/mep_server/biz/quality/${name}`
const records = [qcTask, qcItem, qcDisposal, stockCheck]
const readers = [pages.qcTasks, pages.editQcTask]
const inspectors = [pages.editQcTask]
const taskRow = qcTask.row.extend({
  ...productShown,
  location_code: z.string().nullable(),
  process_name: z.string().nullable(),
  mo_id: id.nullable(),
  /** Reports wait for it now. */
  holds: z.boolean(),
  recheck_of: id.nullable(),
  lifted_by_name: z.string().nullable(),
  supplier_name: z.string().nullable(),
  inspector_name: z.string().nullable(),
  scheme_code: z.string().nullable(),
  scheme_version: z.int().nullable(),
  source_id: id,
  /** Work orders that count on these goods, and when the first of them needs them. */
  waiting_count: z.int(),
  needed_time: instant.nullable(),
})
export type TaskRow = z.output<typeof taskRow>
const filters = {
  qc_type: codeOf(qcType).optional(),
  results: z.array(codeOf(taskResult)).max(5).optional(),
  material_id: id.optional(),
  supplier_id: id.optional(),
  /** Of the member who asks. */
  mine: z.boolean().optional(),
  /** Something failed and is not yet disposed of. */
  to_dispose: z.boolean().optional(),
}
const list = query(path('query_qc_task_list'), {
  title: text('查询质检任务', 'List QC tasks'),
  grantedBy: readers,
  input: listInput({ ...filters, statuses: z.array(codeOf(taskStatus)).max(3).optional() }),
  output: listOutput(taskRow),
  records,
})
const measured = z.strictObject({
  item_id: id,
  sample_no: z.int().min(1).max(mostMeasured),
  /** Empty: what was written there is taken away. */
  value: plainString(50),
})
const sampled = z.strictObject({
  sample_no: z.int().min(1).max(mostMeasured),
  /** Empty: the piece has none. */
  serial_no: plainString(100),
})
const values = z.object({ item_id: id, sample_no: z.int(), value: z.string() })
const { fields } = qcTask

export const taskCalls = {
  list,
  count: query(path('query_qc_task_list/count'), {
    title: text('统计质检任务', 'Count QC tasks'),
    grantedBy: readers,
    input: z.strictObject({ keyword: plainString(100).optional(), ...filters }),
    output: z.object({ pending: z.int(), in_progress: z.int(), done: z.int() }),
    records,
  }),
  export: exportOf(list, path('export_qc_task'), {
    title: text('导出质检任务', 'Export QC tasks'),
    grantedBy: readers,
  }),
  detail: query(path('query_qc_task_detail'), {
    title: text('查看质检任务', 'Show QC task'),
    grantedBy: readers,
    input: z.strictObject({ id }),
    output: z.object({
      record: taskRow,
      items: z.array(qcItem.row),
      results: z.array(values),
      samples: z.array(z.object({ sample_no: z.int(), serial_no: z.string() })),
      /** Of the pieces, where they came with their numbers, and of those that failed. */
      serial_numbers: z.array(z.string()),
      failed_serials: z.array(z.string()),
      /** Of the goods' receipt, those that are in stock. */
      pieces_here: z.array(z.string()),
      serial_policy: z.int(),
      disposals: z.array(
        z.object({
          id,
          disposal: z.int(),
          quantity: z.string(),
          reason: z.string(),
          disposed_by_name: z.string().nullable(),
          disposed_time: instant,
          /** The order that works on it again, and whether it can still be taken back. */
          mo_id: id.nullable(),
          mo_no: z.string().nullable(),
          mo_begun: z.boolean(),
          /** The purchase return that it went back by. */
          receipt_id: id.nullable(),
          receipt_no: z.string().nullable(),
          serial_numbers: z.array(z.string()),
        }),
      ),
    }),
    records,
  }),
  /** Goods that lie in stock are doubted: they are held until they are inspected. */
  add: command(path('add_qc_task'), {
    title: text('新增库存复检', 'Inspect goods in stock'),
    grantedBy: inspectors,
    input: stockCheck.input,
    output: z.object({ id, no: z.string() }),
    records,
  }),
  /** Nobody doubts them any more, or somebody was wrong: the goods are good again. */
  drop: command(path('bulk_drop_qc_task'), {
    title: text('删除库存复检', 'Delete inspections of goods in stock'),
    grantedBy: inspectors,
    input: z.strictObject({ ids: ids() }),
    output: bulkOutput,
    records,
  }),
  /** The member takes them as the inspector. */
  start: command(path('start_qc_task'), {
    title: text('开始质检任务', 'Start QC tasks'),
    grantedBy: inspectors,
    input: z.strictObject({ ids: ids() }),
    output: bulkOutput,
    records,
  }),
  alter: command(path('alter_qc_task'), {
    title: text('录入质检结果', 'Enter results of a QC task'),
    grantedBy: inspectors,
    input: z.strictObject({
      ...idAndVersion,
      results: z.array(measured).max(5000),
      samples: z.array(sampled).max(mostMeasured).optional(),
    }),
    output: affected,
    records,
  }),
  /** A part of the lot gets a task of its own: what is sorted out, or a serial number, is judged for itself. */
  split: command(path('split_qc_task'), {
    title: text('拆分质检任务', 'Split a QC task'),
    grantedBy: inspectors,
    input: z.strictObject({ ...idAndVersion, quantity: positiveQuantity }),
    output: z.object({ id, no: z.string() }),
    records,
  }),
  submit: command(path('submit_qc_task'), {
    title: text('判定质检任务', 'Judge a QC task'),
    grantedBy: inspectors,
    input: z.strictObject({
      ...idAndVersion,
      nonconforming: z.int().min(0).max(1_000_000),
      passed_quantity: fields.passed_quantity.schema,
      concession_quantity: fields.concession_quantity.schema,
      failed_quantity: fields.failed_quantity.schema,
      /** Which pieces failed, where they came with their numbers. */
      failed_serials: serialNumbers,
      reason: fields.reason.schema,
      remark: fields.remark.schema,
    }),
    output: z.object({ result: z.int() }),
    records,
  }),
  dispose: command(path('dispose_qc_task'), {
    title: text('处置不合格品', 'Dispose of what failed'),
    grantedBy: inspectors,
    input: z.strictObject({
      ...idAndVersion,
      disposal: codeOf(chosenDisposal),
      quantity: positiveQuantity,
      reason: plainString(255).min(1),
      process_ids: qcDisposal.fields.process_ids.schema.optional(),
      delivery_date: qcDisposal.fields.delivery_date.schema.optional(),
      /** Of the pieces that leave. */
      serial_numbers: serialNumbers,
    }),
    output: z.object({ affected: z.int(), mo_id: id.nullable(), mo_no: z.string().nullable() }),
    records,
  }),
  /** The rework is not begun and is not to be: its order goes, and the goods wait for another disposal. */
  withdraw: command(path('withdraw_qc_rework'), {
    title: text('撤回返工', 'Take a rework back'),
    grantedBy: inspectors,
    input: z.strictObject({ ...idAndVersion, disposal_id: id }),
    output: affected,
    records,
  }),
  /** What failed is inspected once more: pieces in work by a task in the place of this one, goods in stock are held again. */
  recheck: command(path('recheck_qc_task'), {
    title: text('复检', 'Inspect again'),
    grantedBy: inspectors,
    input: z.strictObject(idAndVersion),
    output: z.object({ id, no: z.string() }),
    records,
  }),
  /** Reports go on although it has not passed: by whom the work is given away. */
  lift: command(path('lift_qc_block'), {
    title: text('放行报工', 'Let reports go on'),
    grantedBy: [pages.dispatch],
    input: z.strictObject({ ...idAndVersion, reason: plainString(255).min(1) }),
    output: affected,
    records,
  }),
  /** The inspection on paper: what was measured, what came of it, and what became of what failed. */
  print: query(path('print_qc_task'), {
    title: text('打印检验报告', 'Print inspection reports'),
    grantedBy: readers,
    input: z.strictObject({ ids: ids(mostReports) }),
    output: fileOutput,
  }),
  /** What may be done with the goods, to be stuck on them: held, passed, by concession, refused; a label for each part. */
  labels: query(path('print_qc_label'), {
    title: text('打印检验标签', 'Print inspection labels'),
    grantedBy: readers,
    input: z.strictObject({
      ids: ids(mostReports),
      label_type: codeOf(labelType),
      copies: z.int().min(1).max(mostCopies).default(1),
    }),
    output: fileOutput,
  }),
  /** The last values of a characteristic of this material, the newest last. */
  chart: query(path('query_qc_chart'), {
    title: text('查看控制图', 'Show control chart'),
    grantedBy: readers,
    input: z.strictObject({ task_id: id, item_id: id }),
    output: z.object({
      points: z.array(z.object({ task_no: z.string(), sample_no: z.int(), value: z.number() })),
    }),
    records,
  }),
}
