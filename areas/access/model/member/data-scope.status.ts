import { statuses } from '@qitao/core/status.ts'

/**
 * Whose documents a role sees: 40 is the data permission of the specification (section 6), read as all of the company. The
 * widest scope of a member's roles holds.
 */
export const dataScope = statuses({
  own: { code: 10, zh: '仅本人创建', en: 'Own only', colour: 'info' },
  all: { code: 40, zh: '全公司', en: 'Whole company', colour: 'neutral' },
})
export type DataScopeCode = (typeof dataScope.list)[number]['code']
