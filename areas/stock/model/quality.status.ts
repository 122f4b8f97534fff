import { statuses } from '@qitao/core/status.ts'

/** Quality of goods in stock (specification section 3). Only good stock covers a demand. */
export const qualityStatus = statuses({
  finished: { code: 0, zh: '良品', en: 'Finished (good)', colour: 'success' },
  defective: { code: 1, zh: '不良品', en: 'Defective', colour: 'danger' },
})
