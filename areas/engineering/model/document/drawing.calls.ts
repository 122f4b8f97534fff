import { pages } from '@qitao/site/model/pages.ts'
import { drawing } from './drawing.record.ts'
import { fileVersionCalls } from './file-version.calls.ts'

/** The workshop and who models products read the valid drawings. */
export const drawingReaders = [pages.drawings, pages.productionReport, pages.manufacturingBoms]
export const drawingCalls = fileVersionCalls(drawing, {
  prefix: '/mep_server/factory/',
  noun: 'drawing',
  reads: drawingReaders,
  changes: [pages.drawings],
})
