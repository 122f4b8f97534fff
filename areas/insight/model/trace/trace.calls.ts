import { command, exportOf, query } from '@qitao/core/call.ts'
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
  percentField,
  plainString,
  readOnly,
  referenceField,
  signedQuantityField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { fileOutput } from '@qitao/core/file.ts'
import { listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { productFields, productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { suspectKind, traceGap, whereNow } from './trace.rules.ts'
import { traceBy, traceDirection, traceKind } from './trace-node.ts'

const base = '/mep_server/biz/quality/'
const grantedBy = [pages.trace]

/** What a trace is asked by. */
export const traceQuestion = record('trace_question', text('追溯条件', 'Trace'), {
  trace_by: choiceField('追溯依据', 'Trace by', traceBy),
  value: codeField('编号', 'Number', 100),
  direction: withDefault(choiceField('方向', 'Direction', traceDirection), traceDirection.codes.both),
  material_id: optional(referenceField('物料', 'Material', 'material')),
})
const asked = {
  trace_by: codeOf(traceBy),
  value: plainString(100).refine(value => value.trim() !== ''),
  /** Of a lot number that several materials have. */
  material_id: id.optional(),
}

export const traceNode = z.object({
  key: z.string(),
  node_type: codeOf(traceKind),
  /** Before the start below 0, behind it above. */
  level: z.int(),
  no: z.string(),
  title: z.string(),
  /** Customer or supplier. */
  partner: z.string().nullable(),
  time: instant.nullable(),
  unit_name: z.string(),
  /** In stock now, and held of it; of a lot. */
  stock_quantity: z.string().nullable(),
  held_quantity: z.string().nullable(),
  /** What the node is to be traced by itself. */
  ask: z.object({ trace_by: codeOf(traceBy), value: z.string(), material_id: id.optional() }).nullable(),
  record_kind: z.string().nullable(),
  object_id: id.nullable(),
})
export type TraceNodeRow = z.output<typeof traceNode>
export const traceGapRow = z.object({
  gap: codeOf(traceGap),
  key: z.string(),
  material_code: z.string(),
  material_name: z.string(),
  no: z.string(),
  quantity: z.string(),
  unit_name: z.string(),
})
export type TraceGapRow = z.output<typeof traceGapRow>
export const traceAnswer = z.object({
  starts: z.array(z.string()),
  nodes: z.array(traceNode),
  edges: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      quantity: z.string(),
      time: instant.nullable(),
      /** By order: all of its products may have it. */
      coarse: z.boolean(),
    }),
  ),
  gaps: z.array(traceGapRow),
  /** Materials that went into the work orders of the trace, and how many of them are known by lot or piece in full. */
  used_count: z.int(),
  recorded_count: z.int(),
  /** There is more than is shown. */
  cut: z.boolean(),
})
export type TraceAnswer = z.output<typeof traceAnswer>

export const queryTrace = query(`${base}query_trace`, {
  acrossWorkgroups: 'whole',
  title: text('产品追溯', 'Trace'),
  grantedBy,
  input: z.strictObject({
    ...asked,
    direction: codeOf(traceDirection).default(traceDirection.codes.both),
  }),
  output: traceAnswer,
  records: [traceQuestion],
})

/** Ours: the trace as a document. */
export const printTrace = query(`${base}print_trace`, {
  acrossWorkgroups: 'whole',
  title: text('打印追溯报告', 'Print a trace'),
  grantedBy,
  input: z.strictObject({
    ...asked,
    direction: codeOf(traceDirection).default(traceDirection.codes.both),
  }),
  output: fileOutput,
  records: [traceQuestion],
})

export const recallLine = record('trace_recall', text('召回清单', 'Recall list'), {
  where: readOnly(choiceField('现在何处', 'Now', whereNow)),
  customer_name: readOnly(optional(textField('客户', 'Customer'))),
  order_no: readOnly(optional(codeField('销售订单号', 'Sales order no.'))),
  document_no: readOnly(optional(codeField('单据号', 'Document no.'))),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  ...productFields,
  lot_number: readOnly(optional(codeField('批号', 'Lot number'))),
  serial_no: readOnly(optional(codeField('序列号', 'Serial no.'))),
  quantity: readOnly(signedQuantityField('数量', 'Quantity')),
  place: readOnly(optional(textField('库位', 'Bin'))),
  held: readOnly(flagField('已冻结', 'Held')),
  time: readOnly(optional(instantField('时间', 'Time'))),
})
export const recallRow = z.object({
  id: z.string(),
  where: codeOf(whereNow),
  customer_name: z.string().nullable(),
  order_id: id.nullable(),
  order_no: z.string().nullable(),
  document_kind: z.string().nullable(),
  document_id: id.nullable(),
  document_no: z.string().nullable(),
  material_id: id,
  ...productShown,
  lot_number: z.string().nullable(),
  serial_no: z.string().nullable(),
  quantity: z.string(),
  place: z.string().nullable(),
  held: z.boolean(),
  time: instant.nullable(),
})
export type RecallRow = z.output<typeof recallRow>
/** Where everything is that may have in it what is asked for: with customers, in stock, in work. */
export const listRecall = query(`${base}query_trace_recall_list`, {
  acrossWorkgroups: 'whole',
  title: text('召回清单', 'Recall list'),
  grantedBy,
  input: z.strictObject(asked),
  output: listOutput(recallRow),
  records: [recallLine],
})
export const exportRecall = exportOf(listRecall, `${base}export_trace`, {
  title: text('导出召回清单', 'Export a recall list'),
  grantedBy,
  rowId: plainString(200),
})

export const traceHold = record('trace_hold', text('追溯冻结', 'Hold'), {
  no: readOnly(codeField('冻结单号', 'Hold no.')),
  trace_by: readOnly(choiceField('追溯依据', 'Traced by', traceBy)),
  value: readOnly(codeField('编号', 'Number', 100)),
  reason: textField('原因', 'Reason', 255),
  lot_count: readOnly(integerField('冻结批次', 'Lots held')),
  created_by_name: readOnly(optional(textField('冻结人', 'Held by'))),
  released_time: readOnly(optional(instantField('解冻时间', 'Released'))),
  released_by_name: readOnly(optional(textField('解冻人', 'Released by'))),
  release_reason: optional(textField('解冻原因', 'Why released', 255)),
})
export const holdAffected = command(`${base}hold_trace`, {
  title: text('冻结受影响库存', 'Hold all that is affected'),
  grantedBy,
  input: z.strictObject({ ...asked, reason: traceHold.fields.reason.schema }),
  output: z.object({
    id,
    no: z.string(),
    /** Balances that are held now. */
    held_count: z.int(),
    /** Goods that are sent and not received: they cannot be held on their way. */
    in_transit_count: z.int(),
    /** Pieces in stock without a lot: the ledger does not know which of its goods they are. */
    piece_count: z.int(),
  }),
  records: [traceHold],
})
export const releaseHold = command(`${base}release_trace_hold`, {
  title: text('解除冻结', 'Release a hold'),
  grantedBy,
  input: z.strictObject({ id, row_version: z.int(), release_reason: traceHold.fields.reason.schema }),
  output: z.object({ affected: z.int() }),
  records: [traceHold],
})
export const listHolds = query(`${base}query_trace_hold_list`, {
  acrossWorkgroups: 'whole',
  title: text('追溯冻结', 'Holds'),
  grantedBy,
  input: listInput({ open: z.boolean().optional() }),
  output: listOutput(traceHold.row),
  records: [traceHold],
})

/** What bad pieces share more than good ones. */
export const suspect = record('trace_suspect', text('共性嫌疑', 'Suspects'), {
  kind: readOnly(choiceField('因素', 'Factor', suspectKind)),
  name: readOnly(textField('取值', 'Value')),
  bad_quantity: readOnly(signedQuantityField('不良数', 'Bad')),
  good_quantity: readOnly(signedQuantityField('良品数', 'Good')),
  bad_rate: readOnly(percentField('不良率', 'Bad')),
  other_rate: readOnly(percentField('其他不良率', 'Bad among the others')),
})
export const listSuspects = query(`${base}query_trace_suspect_list`, {
  acrossWorkgroups: 'whole',
  title: text('共性嫌疑', 'Suspects'),
  grantedBy,
  input: z.strictObject({ material_id: id, timestamp_range: timestampRange.optional() }),
  output: z.object({
    result: z.array(
      z.object({
        id: z.string(),
        kind: codeOf(suspectKind),
        name: z.string(),
        bad_quantity: z.string(),
        good_quantity: z.string(),
        bad_rate: z.string(),
        other_rate: z.string(),
      }),
    ),
    bad_quantity: z.string(),
    good_quantity: z.string(),
  }),
  records: [suspect],
})
