import { statuses } from '@qitao/core/status.ts'

/** Where a stock stands between what there is to be at least and at most. */
export const boundState = statuses({
  below: { code: 1, zh: '低于下限', en: 'Below', colour: 'danger' },
  within: { code: 2, zh: '正常', en: 'Within', colour: 'success' },
  above: { code: 3, zh: '高于上限', en: 'Above', colour: 'warning' },
})
