import { statuses } from '@qitao/core/status.ts'

/**
 * Kinds of a partner (specification section 3). A partner that is both stands in both tables under one id, so that sales
 * orders and purchase orders mean the same company.
 */
export const partnerKind = statuses({
  customer: { code: 0, zh: '客户', en: 'Customer', colour: 'info' },
  supplier: { code: 1, zh: '供应商', en: 'Supplier', colour: 'processing' },
  both: { code: 2, zh: '客户兼供应商', en: 'Both', colour: 'success' },
})
export const customerKind = statuses({ customer: partnerKind.states.customer, both: partnerKind.states.both })
export const supplierKind = statuses({ supplier: partnerKind.states.supplier, both: partnerKind.states.both })
