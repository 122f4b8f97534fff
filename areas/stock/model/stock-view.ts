import { statuses } from '@qitao/core/status.ts'

/** What the stock list shows (specification section 4): a view, not a stored status. */
export const stockView = statuses({
  in_stock: { code: 1, zh: '在库', en: 'In stock', colour: 'success' },
  on_the_way: { code: 2, zh: '在途', en: 'On the way', colour: 'info' },
  shortage: { code: 3, zh: '缺料', en: 'Shortage', colour: 'danger' },
  work_in_progress: { code: 4, zh: '在制', en: 'Work in progress', colour: 'processing' },
})
