import type { KnownRecords } from '@qitao/core/known-record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'

export const engineeringKnown: KnownRecords = {
  cycle_time: { history: [pages.cycleTimes] },
  change_line: { history: [pages.changeovers] },
  mould: { history: [pages.changeovers] },
  routing: { history: [pages.routings] },
  material_bom: { history: [pages.materialBoms, pages.editMaterialBom] },
  manufacturing_bom: { history: [pages.manufacturingBoms] },
  drawing: {
    history: [pages.drawings],
    attachments: {
      reads: [pages.drawings, pages.productionReport, pages.manufacturingBoms],
      changes: [pages.drawings],
      most: 1,
    },
    custom: text('图纸', 'Drawing'),
  },
  document: {
    history: [pages.documents],
    attachments: { reads: [pages.documents], changes: [pages.documents], most: 1 },
    custom: text('文档', 'Document'),
    numbers: { modules: ['WD'], column: 'document_no' },
  },
  document_folder: { history: [pages.documents] },
}
