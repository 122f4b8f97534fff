import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import {
  choiceField,
  codeField,
  instantField,
  integerField,
  optional,
  readOnly,
  referenceField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type InputOf, type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { qcType } from '../qc-type.status.ts'
import { aqlChoices, blocks, levelChoices, sampling, schemeStatus } from './scheme.status.ts'

const lots = text('批', 'lots')
/** What is inspected of which goods, how much of them, and by which method. Empty scope: all goods of the kind. */
export const qcScheme = record('qc_scheme', text('质检方案', 'QC plan'), {
  code: codeField('方案编号', 'Plan code'),
  name: textField('方案名称', 'Plan name', 100),
  version: readOnly(integerField('版本', 'Version')),
  status: readOnly(choiceField('状态', 'Status', schemeStatus)),
  qc_type: choiceField('检验类型', 'Inspection', qcType),
  material_id: optional(referenceField('物料', 'Material', 'material')),
  type_id: optional(referenceField('物料类型', 'Material type', 'material_type')),
  supplier_id: optional(referenceField('供应商', 'Supplier', 'supplier')),
  process_id: optional(referenceField('工序', 'Process', 'process')),
  every_pieces: optional(
    integerField('每几件检一次', 'Once in', { min: 1, max: 1_000_000, unit: text('件', 'pieces') }),
  ),
  every_hours: optional(integerField('每几小时检一次', 'Or once in', { min: 1, max: 8760, unit: text('小时', 'h') })),
  blocks: withDefault(choiceField('合格前不得报工', 'Blocks until passed', blocks), blocks.codes.none),
  method_id: referenceField('质检方法', 'QC method', 'qc_method'),
  sampling: withDefault(choiceField('抽样方式', 'Sampling', sampling), sampling.codes.all),
  sample_size: optional(integerField('抽样数量', 'Sample size', { min: 1, max: 100_000 })),
  inspection_level: optional(choiceField('检验水平', 'Inspection level', levelChoices)),
  aql: optional(choiceField('AQL', 'AQL', aqlChoices)),
  skip_after: optional(integerField('连续合格后跳批', 'Skip lots after', { min: 1, max: 1000, unit: lots })),
  skip_one_in: optional(integerField('每几批检一批', 'Then inspect one of', { min: 2, max: 100, unit: lots })),
  release_hours: withDefault(
    integerField('检验时限', 'Inspected within', { min: 0, max: 8760, unit: text('小时', 'h') }),
    24,
  ),
  remark: remarkField(),
  approval_status: readOnly(optional(choiceField('审批', 'Approval', approvalStatus))),
  released_time: readOnly(optional(instantField('发布时间', 'Released'))),
})
export type QcSchemeRow = RowOf<typeof qcScheme>
export type QcSchemeInput = InputOf<typeof qcScheme>
