import type { KnownRecords } from '@qitao/core/known-record.ts'
import { pages } from '@qitao/site/model/pages.ts'

export const qualityKnown: KnownRecords = {
  qc_method: { history: [pages.qcSchemes] },
  qc_scheme: { history: [pages.qcSchemes, pages.editQcScheme] },
  qc_task: { history: [pages.qcTasks, pages.editQcTask], numbers: { modules: ['ZJ'], column: 'no' } },
}
