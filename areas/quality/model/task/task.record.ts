import {
  choiceField,
  codeField,
  instantField,
  integerField,
  optional,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
  textField,
} from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { qcType } from '../qc-type.status.ts'
import { disposal, severityOf, taskResult, taskStatus } from './task.status.ts'

/** One lot to be inspected: what it is, where it lies, how much of it is drawn, and what came of it. */
export const qcTask = record('qc_task', text('质检任务', 'QC task'), {
  no: readOnly(codeField('任务编号', 'Task no.')),
  qc_type: readOnly(choiceField('检验类型', 'Inspection', qcType)),
  status: readOnly(choiceField('状态', 'Status', taskStatus)),
  result: readOnly(optional(choiceField('结果', 'Result', taskResult))),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  quantity: readOnly(quantityField('送检数量', 'Quantity')),
  lot_number: readOnly(optional(codeField('批号', 'Lot number'))),
  location_id: readOnly(referenceField('库位', 'Bin', 'location')),
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
})
export type QcTaskRow = RowOf<typeof qcTask>

export const qcDisposal = record('qc_disposal', text('不合格品处置', 'Disposal'), {
  disposal: choiceField('处置方式', 'Disposal', disposal),
  quantity: quantityField('数量', 'Quantity'),
  reason: textField('原因', 'Reason'),
})
