import type { RecordType } from '@qitao/core/record.ts'
import type { SitePage } from '@qitao/platform/web/frame/menu.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { documentCalls } from '../../model/document/document.calls.ts'
import { document } from '../../model/document/document.record.ts'
import { drawingCalls } from '../../model/document/drawing.calls.ts'
import { drawing } from '../../model/document/drawing.record.ts'
import type { FileVersionCalls, VersionRow } from '../../model/document/file-version.calls.ts'

/** What the pages of drawings and of documents differ in. */
export interface FileVersionKind {
  readonly calls: FileVersionCalls
  readonly record: RecordType
  readonly page: SitePage
  readonly no: 'drawing_no' | 'document_no'
  /** Fields of the form, and of the detail. */
  readonly fields: readonly string[]
}
const links = ['material_id', 'process_id', 'routing_id'] as const
const words = ['change_note', 'remark'] as const
export const drawingKind: FileVersionKind = {
  calls: drawingCalls,
  record: drawing,
  page: pages.drawings,
  no: 'drawing_no',
  fields: ['drawing_no', 'name', 'version', ...links, ...words],
}
export const documentKind: FileVersionKind = {
  calls: documentCalls,
  record: document,
  page: pages.documents,
  no: 'document_no',
  fields: ['document_no', 'name', 'version', 'folder_id', 'review_date', ...links, ...words],
}

export const firstVersion = 'V1'
export const numberOf = (row: VersionRow): string => row.drawing_no ?? row.document_no ?? ''
export const nameOf = (row: VersionRow): string => `${numberOf(row)} ${row.version}`
