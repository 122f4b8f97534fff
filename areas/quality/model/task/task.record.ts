import {
  choiceField,
  codeField,
  dayField,
  instantField,
  integerField,
  optional,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  referencesField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type InputOf, type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { serialsField } from '@qitao/stock/model/piece.record.ts'
import { qcType } from '../qc-type.status.ts'
import { blocks } from '../scheme/scheme.status.ts'
import { chosenDisposal, severityOf, taskResult, taskStatus } from './task.status.ts'

/** One lot to be inspected: what it is, where it lies, how much of it is drawn, and what came of it. */
export const qcTask = record('qc_task', text('质检任务', 'QC task'), {
  no: readOnly(codeField('任务编号', 'Task no.')),
  qc_type: readOnly(choiceField('检验类型', 'Inspection', qcType)),
  status: readOnly(choiceField('状态', 'Status', taskStatus)),
  result: readOnly(optional(choiceField('结果', 'Result', taskResult))),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  quantity: readOnly(quantityField('送检数量', 'Quantity')),
  lot_number: readOnly(optional(codeField('批号', 'Lot number'))),
  /** Empty: pieces of a work order, which lie in no bin. */
  location_id: readOnly(optional(referenceField('库位', 'Bin', 'location'))),
  /** Of pieces in work: the step, and which of its good pieces, from one number to another. */
  process_id: readOnly(optional(referenceField('工序', 'Process', 'process'))),
  covers_from: readOnly(optional(quantityFromZeroField('从第几件', 'After piece'))),
  covers_to: readOnly(optional(quantityFromZeroField('到第几件', 'To piece'))),
  blocks: readOnly(withDefault(choiceField('合格前不得报工', 'Blocks until passed', blocks), blocks.codes.none)),
  supplier_id: readOnly(optional(referenceField('供应商', 'Supplier', 'supplier'))),
  source_no: readOnly(codeField('来源单号', 'Source no.')),
  scheme_id: readOnly(optional(referenceField('质检方案', 'QC plan', 'qc_scheme'))),
  severity: readOnly(optional(choiceField('检验严格度', 'Severity', severityOf))),
  code_letter: readOnly(optional(codeField('样本量字码', 'Code letter'))),
  sample_size: readOnly(integerField('抽样数量', 'Sample size')),
  accept_number: readOnly(integerField('接收数 Ac', 'Ac')),
  reject_number: readOnly(integerField('拒收数 Re', 'Re')),
  due_time: readOnly(instantField('预计放行', 'Release expected')),
  inspector_id: readOnly(optional(referenceField('检验员', 'Inspector', 'user'))),
  judged_time: readOnly(optional(instantField('判定时间', 'Judged'))),
  /** Pieces of the sample that do not conform. */
  nonconforming: optional(integerField('样本不合格数', 'Nonconforming in sample', { min: 0, max: 1_000_000 })),
  passed_quantity: quantityFromZeroField('合格数量', 'Passed'),
  concession_quantity: quantityFromZeroField('让步接收数量', 'Concession'),
  failed_quantity: quantityFromZeroField('不合格数量', 'Failed'),
  /** What of the failed has been disposed of. */
  disposed_quantity: readOnly(quantityFromZeroField('已处置数量', 'Disposed of')),
  reason: optional(textField('让步原因', 'Reason for the concession')),
  remark: remarkField(),
  lifted_time: readOnly(optional(instantField('放行时间', 'Let go'))),
  lift_reason: readOnly(optional(textField('放行原因', 'Reason for letting go'))),
})
/** What is doubted of what lies in stock. */
export const stockCheck = record('qc_task', qcTask.title, {
  material_id: referenceField('物料', 'Material', 'material'),
  location_id: referenceField('库位', 'Bin', 'location'),
  lot_number: optional(codeField('批号', 'Lot number')),
  quantity: quantityField('送检数量', 'Quantity'),
  source_no: codeField('为何复检', 'Why it is inspected'),
})
export type StockCheckInput = InputOf<typeof stockCheck>
export type QcTaskRow = RowOf<typeof qcTask>

export const qcDisposal = record('qc_disposal', text('不合格品处置', 'Disposal'), {
  disposal: choiceField('处置方式', 'Disposal', chosenDisposal),
  quantity: quantityField('数量', 'Quantity'),
  reason: textField('原因', 'Reason'),
  /** Of a rework: its steps, one after the other, and when it is due. */
  process_ids: optional(referencesField('返工工序', 'Steps of the rework', 'process', 20)),
  serial_numbers: serialsField,
  delivery_date: optional(dayField('返工交期', 'Rework is due')),
})
