import type { CustomValues } from '@qitao/core/custom.ts'
import type { RecordType } from '@qitao/core/record.ts'
import type { SitePage } from '@qitao/platform/web/frame/menu.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { documentCalls } from '../../model/document.calls.ts'
import { document } from '../../model/document.record.ts'
import { drawingCalls } from '../../model/drawing.calls.ts'
import { drawing } from '../../model/drawing.record.ts'
import type { FileVersionCalls } from '../../model/file-version.calls.ts'
import type { FileVersionStatus } from '../../model/file-version.status.ts'

/** A version of a drawing or document as the lists answer it. */
export interface VersionRow {
  readonly id: string
  readonly row_version: number
  readonly drawing_no?: string
  readonly document_no?: string
  readonly name: string
  readonly version: string
  readonly status: FileVersionStatus
  readonly attachment_id: string
  readonly file_name: string
  readonly file_size: number
  readonly mime_type: string
  readonly created_time: number
  readonly created_by_name: string | null
  readonly released_time: number | null
  readonly released_by_name: string | null
  readonly withdrawn_time: number | null
  readonly deleted_time: number | null
  readonly change_note: string | null
  readonly custom?: CustomValues
}
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
  calls: drawingCalls as unknown as FileVersionCalls,
  record: drawing,
  page: pages.drawings,
  no: 'drawing_no',
  fields: ['drawing_no', 'name', 'version', ...links, ...words],
}
export const documentKind: FileVersionKind = {
  calls: documentCalls as unknown as FileVersionCalls,
  record: document,
  page: pages.documents,
  no: 'document_no',
  fields: ['document_no', 'name', 'version', 'folder_id', 'review_date', ...links, ...words],
}

export const firstVersion = 'V1'
export const numberOf = (row: VersionRow): string => row.drawing_no ?? row.document_no ?? ''
export const nameOf = (row: VersionRow): string => `${numberOf(row)} ${row.version}`
