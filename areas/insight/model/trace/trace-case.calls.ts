import { affected, command, exportOf, query } from '@qitao/core/call.ts'
import {
  choiceField,
  codeField,
  codeOf,
  flagField,
  id,
  instant,
  instantField,
  integerField,
  optional,
  readOnly,
  referenceField,
  remarkField,
  rowVersion,
  signedQuantityField,
  textField,
  wordsField,
} from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { productFields, productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { traceQuestion } from './trace.calls.ts'
import { whereNow } from './trace.rules.ts'
import { caseLineState, caseStatus } from './trace-case.status.ts'
import { traceBy } from './trace-node.ts'

const base = '/mep_server/biz/quality/'
const grantedBy = [pages.trace]

export const traceCase = record('trace_case', text('召回案例', 'Recall case'), {
  no: readOnly(codeField('案例号', 'Case no.')),
  status: readOnly(choiceField('状态', 'Status', caseStatus)),
  title: textField('标题', 'Title', 100),
  trace_by: readOnly(traceQuestion.fields.trace_by),
  value: readOnly(traceQuestion.fields.value),
  line_count: readOnly(integerField('受影响', 'Affected')),
  open_count: readOnly(integerField('待处理', 'To do')),
  customer_count: readOnly(integerField('客户数', 'Customers')),
  looked_time: readOnly(instantField('查找时间', 'Looked for at')),
  created_by_name: readOnly(optional(textField('建立人', 'Made by'))),
  closed_time: readOnly(optional(instantField('关闭时间', 'Closed at'))),
  closed_by_name: readOnly(optional(textField('关闭人', 'Closed by'))),
  close_reason: optional(textField('关闭原因', 'Why closed', 255)),
  note: optional(wordsField('说明', 'Note', 2000)),
})
const caseRow = traceCase.row.extend({
  trace_by: codeOf(traceBy),
  value: z.string(),
  material_id: id.nullable(),
})
export type TraceCaseRow = z.output<typeof caseRow>

export const traceCaseLine = record('trace_case_line', text('召回明细', 'Lines of a recall'), {
  state: choiceField('处置', 'What became of it', caseLineState),
  where: readOnly(choiceField('查找时在', 'Was', whereNow)),
  moved: readOnly(flagField('已不在该处', 'Not there any more')),
  customer_name: readOnly(optional(textField('客户', 'Customer'))),
  order_no: readOnly(optional(codeField('销售订单号', 'Sales order no.'))),
  document_no: readOnly(optional(codeField('单据号', 'Document no.'))),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  ...productFields,
  lot_number: readOnly(optional(codeField('批号', 'Lot number'))),
  serial_no: readOnly(optional(codeField('序列号', 'Serial no.'))),
  quantity: readOnly(signedQuantityField('数量', 'Quantity')),
  place: readOnly(optional(textField('库位', 'Bin'))),
  /** Of its lot, now. */
  held_quantity: readOnly(optional(signedQuantityField('批次现冻结', 'Held of its lot'))),
  time: readOnly(optional(instantField('时间', 'Time'))),
  note: remarkField(),
  judged_by_name: readOnly(optional(textField('登记人', 'Recorded by'))),
  judged_time: readOnly(optional(instantField('登记时间', 'Recorded at'))),
})
const lineRow = z.object({
  ...{ id, row_version: rowVersion, state: codeOf(caseLineState), where: codeOf(whereNow), moved: z.boolean() },
  ...{ customer_name: z.string().nullable(), order_id: id.nullable(), order_no: z.string().nullable() },
  document_kind: z.string().nullable(),
  ...{ document_id: id.nullable(), document_no: z.string().nullable(), material_id: id, ...productShown },
  ...{ lot_number: z.string().nullable(), serial_no: z.string().nullable(), quantity: z.string() },
  ...{ place: z.string().nullable(), held_quantity: z.string().nullable(), time: instant.nullable() },
  ...{ note: z.string().nullable(), judged_by_name: z.string().nullable(), judged_time: instant.nullable() },
})
export type TraceCaseLineRow = z.output<typeof lineRow>

const records = [traceCase]
const list = query(`${base}query_trace_case_list`, {
  title: text('召回案例', 'Recall cases'),
  grantedBy,
  input: listInput({ statuses: z.array(codeOf(caseStatus)).max(5).optional() }),
  output: listOutput(caseRow),
  records,
})
const lines = query(`${base}query_trace_case_line_list`, {
  title: text('召回明细', 'Lines of a recall'),
  grantedBy,
  input: listInput({
    case_id: id,
    states: z.array(codeOf(caseLineState)).max(10).optional(),
    wheres: z.array(codeOf(whereNow)).max(10).optional(),
  }),
  output: listOutput(lineRow),
  records: [traceCaseLine],
})

/** Lines that are judged at once. */
const mostLines = 500
const versioned = { id, row_version: rowVersion }
const reason = textField('关闭原因', 'Why closed', 255).schema

export const traceCaseCalls = {
  list,
  count: query(`${base}query_trace_case_list/count`, {
    title: text('统计召回案例', 'Count recall cases'),
    grantedBy,
    input: z.strictObject({}),
    output: z.object({ open: z.int(), closed: z.int() }),
  }),
  export: exportOf(list, `${base}export_trace_case`, { title: text('导出召回案例', 'Export recall cases'), grantedBy }),
  detail: query(`${base}query_trace_case_detail`, {
    title: text('查看召回案例', 'Show a recall case'),
    grantedBy,
    input: z.strictObject({ id }),
    output: z.object({
      record: caseRow,
      /** How many lines stand where. */
      states: z.array(z.object({ state: codeOf(caseLineState), count: z.int() })),
      /** What is or was held for the same question. */
      holds: z.array(z.object({ id, no: z.string(), lot_count: z.int(), released_time: instant.nullable() })),
    }),
    records,
  }),
  lines,
  exportLines: exportOf(lines, `${base}export_trace_case_line`, {
    title: text('导出召回明细', 'Export the lines of a recall'),
    grantedBy,
  }),
  /** What the question leads to now is written down. */
  add: command(`${base}add_trace_case`, {
    title: text('保存为召回案例', 'Save as a recall case'),
    grantedBy,
    input: z.strictObject({
      trace_by: codeOf(traceBy),
      value: traceQuestion.fields.value.schema,
      material_id: id.optional(),
      title: traceCase.fields.title.schema,
      note: traceCase.fields.note.schema.optional(),
    }),
    output: z.object({ id, no: z.string(), line_count: z.int() }),
    records,
  }),
  alter: command(`${base}alter_trace_case`, {
    title: text('修改召回案例', 'Alter a recall case'),
    grantedBy,
    input: z.strictObject({
      ...versioned,
      title: traceCase.fields.title.schema,
      note: traceCase.fields.note.schema.optional(),
    }),
    output: affected,
    records,
  }),
  /**
   * Looks for what is affected again: what is new is added, what is not there any more stays and says so, what is back or is more is to
   * be judged anew.
   */
  look: command(`${base}look_trace_case`, {
    title: text('重新查找受影响', 'Look for what is affected again'),
    grantedBy,
    input: z.strictObject({ id }),
    output: z.object({ added: z.int(), moved: z.int(), reopened: z.int() }),
    records,
  }),
  judge: command(`${base}judge_trace_case_lines`, {
    title: text('登记处置', 'Record what became of lines'),
    grantedBy,
    input: z.strictObject({
      case_id: id,
      lines: z.array(z.strictObject(versioned)).min(1).max(mostLines),
      state: traceCaseLine.fields.state.schema,
      /** Absent: the notes of the lines stay. */
      note: traceCaseLine.fields.note.schema.optional(),
    }),
    output: affected,
    records: [traceCaseLine],
  }),
  close: command(`${base}close_trace_case`, {
    title: text('关闭召回案例', 'Close a recall case'),
    grantedBy,
    input: z.strictObject({ ...versioned, close_reason: reason }),
    output: affected,
    records,
  }),
  reopen: command(`${base}reopen_trace_case`, {
    title: text('重新打开召回案例', 'Open a recall case again'),
    grantedBy,
    input: z.strictObject(versioned),
    output: affected,
    records,
  }),
}
