import { statuses } from '@qitao/core/status.ts'

/** What may stand in a furnace together. */
export const chargeBy = statuses({
  product: { code: 1, zh: '同产品', en: 'Same product', colour: 'neutral' },
  series: { code: 2, zh: '同系列', en: 'Same series', colour: 'neutral' },
  furnace_code: { code: 3, zh: '同炉号', en: 'Same furnace code', colour: 'neutral' },
  any: { code: 4, zh: '不限', en: 'Anything', colour: 'neutral' },
})
