import { codeField } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { fileVersionFields } from './file-version.record.ts'

/** A version of a drawing. */
export const drawing = record('drawing', text('图纸', 'Drawing'), {
  drawing_no: codeField('图号', 'Drawing no.'),
  ...fileVersionFields,
})
export type DrawingRow = RowOf<typeof drawing> & { attachment_id: string }
