import { customValues } from '@qitao/core/custom.ts'
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
} from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { fileVersionStatus } from './file-version.status.ts'

/** What drawings and documents have alike: a version with one file, and what the file is about. */
export const fileVersionFields = {
  name: textField('名称', 'Name', 100),
  version: codeField('版本', 'Version', 20),
  material_id: optional(referenceField('物料', 'Material', 'material')),
  process_id: optional(referenceField('工序', 'Process', 'process')),
  routing_id: optional(referenceField('工艺路线', 'Routing', 'routing')),
  change_note: optional(textField('变更说明', 'What changed')),
  remark: remarkField(),
  custom: customValues(),
  status: readOnly(choiceField('状态', 'Status', fileVersionStatus)),
  file_name: readOnly(textField('文件', 'File')),
  file_size: readOnly(integerField('大小', 'Size', { unit: text('字节', 'bytes') })),
  mime_type: readOnly(textField('文件类型', 'File type')),
  material_code: readOnly(textField('物料编号', 'Material code')),
  material_name: readOnly(textField('物料名称', 'Material name')),
  process_name: readOnly(textField('工序名称', 'Process name')),
  routing_code: readOnly(textField('工艺路线编号', 'Routing code')),
  created_by_name: readOnly(optional(textField('上传人', 'Uploaded by'))),
  released_time: readOnly(optional(instantField('生效时间', 'Valid from'))),
  released_by_name: readOnly(optional(textField('发布人', 'Released by'))),
  withdrawn_time: readOnly(optional(instantField('作废时间', 'Obsolete since'))),
  deleted_time: readOnly(optional(instantField('删除时间', 'Deleted'))),
  deleted_by_name: readOnly(textField('删除人', 'Deleted by')),
} as const
export type FileVersionFields = typeof fileVersionFields
