import { drawingCalls } from '../../model/document/drawing.calls.ts'
import { fileVersionGuard, fileVersionHandlers } from './file-version.handlers.ts'

const of = {
  calls: drawingCalls,
  table: 'drawing',
  no: 'drawing_no',
  written: ['name', 'version', 'material_id', 'process_id', 'routing_id', 'change_note', 'remark'],
} as const

export const drawingHandlers = fileVersionHandlers(of)
export const drawingGuard = fileVersionGuard(of)
