import { statuses } from '@qitao/core/status.ts'

/** Why there is no margin of a line: what is not known is said, and never counted as nothing. */
export const marginGap = statuses({
  foreign_currency: { code: 1, zh: '外币订单', en: 'Other currency', colour: 'neutral' },
  without_price: { code: 2, zh: '无销售单价', en: 'No sales price', colour: 'warning' },
  without_cost: { code: 3, zh: '缺成本价', en: 'Cost not known', colour: 'warning' },
})
/** What the page and the file show: a row for each of these. */
export const marginGroup = statuses({
  order: { code: 'order', zh: '订单', en: 'Order', colour: 'neutral' },
  line: { code: 'line', zh: '订单明细', en: 'Order line', colour: 'neutral' },
  product: { code: 'product', zh: '物料', en: 'Product', colour: 'neutral' },
  customer: { code: 'customer', zh: '客户', en: 'Customer', colour: 'neutral' },
})
