import { codeField, dayField, optional, readOnly, referenceField, remarkField, textField } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { fileVersionFields } from './file-version.record.ts'

/** Where documents are filed. */
export const documentFolder = record('document_folder', text('文件夹', 'Folder'), {
  name: textField('文件夹名称', 'Folder name', 50),
  remark: remarkField(),
})
export type DocumentFolderRow = RowOf<typeof documentFolder>

/** A version of a document; without a number given it gets one. */
export const document = record('document', text('文档', 'Document'), {
  document_no: optional(codeField('文档编号', 'Document no.')),
  folder_id: optional(referenceField('文件夹', 'Folder', 'document_folder')),
  review_date: optional(dayField('复审日期', 'Next review')),
  ...fileVersionFields,
  folder_name: readOnly(textField('文件夹名称', 'Folder name')),
})
export type DocumentRow = RowOf<typeof document> & { attachment_id: string }
