import { statuses } from '@qitao/core/status.ts'

const judged = {
  finished: { code: 0, zh: '良品', en: 'Finished (good)', colour: 'success' },
  defective: { code: 1, zh: '不良品', en: 'Defective', colour: 'danger' },
} as const
/** What people may say of goods that they put in or find (specification section 3). */
export const judgedQuality = statuses(judged)
/** Quality of goods in stock. Only good stock covers a demand; what is to be inspected is expected as good when it is released. */
export const qualityStatus = statuses({
  ...judged,
  /** 2 stays unknown (rule R-031). */
  to_inspect: { code: 3, zh: '待检', en: 'To inspect', colour: 'warning' },
  /** Blocked by a trace until it is released. */
  held: { code: 4, zh: '冻结', en: 'On hold', colour: 'danger' },
  /** Ours, and at a supplier who works on it: nobody else gets it until it is back. */
  at_supplier: { code: 5, zh: '在供应商处', en: 'At supplier', colour: 'info' },
})
