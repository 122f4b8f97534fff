import { drawingCalls } from '../model/drawing.calls.ts'
import type { FileVersionCalls } from '../model/file-version.calls.ts'
import { fileVersionGuard, fileVersionHandlers } from './file-version.handlers.ts'

const of = {
  calls: drawingCalls as unknown as FileVersionCalls,
  table: 'drawing',
  no: 'drawing_no',
  written: ['name', 'version', 'material_id', 'process_id', 'routing_id', 'change_note', 'remark'],
} as const

export const drawingHandlers = fileVersionHandlers(of)
export const drawingGuard = fileVersionGuard(of)
