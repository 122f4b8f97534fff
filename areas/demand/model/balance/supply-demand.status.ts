import { statuses } from '@qitao/core/status.ts'

export const supplyStatus = statuses({
  normal: { code: 0, zh: '正常', en: 'Normal', colour: 'success' },
  abnormal: { code: 1, zh: '异常（超出供应能力）', en: 'Exceeds supply', colour: 'danger' },
})
export const demandTrend = statuses({
  surplus: { code: 1, zh: '激增', en: 'Surplus', colour: 'danger' },
  drop: { code: 2, zh: '骤降', en: 'Drop', colour: 'warning' },
})
/** How a piece of demand stands to its supply, and a piece of supply to who has it. */
export const pegState = statuses({
  matched: { code: 'matched', zh: '已匹配', en: 'Matched', colour: 'success' },
  short: { code: 'short', zh: '缺料', en: 'Short', colour: 'danger' },
  /** No check has given it anything yet, or something else is used for it. */
  unmatched: { code: 'unmatched', zh: '未匹配', en: 'Not matched', colour: 'warning' },
  free: { code: 'free', zh: '未占用', en: 'Nobody has it', colour: 'neutral' },
  /** What the calculated plan counts and the books of now do not, or the other way round. */
  rest: { code: 'rest', zh: '其余（计算后的变动）', en: 'Rest (changed since the calculation)', colour: 'neutral' },
})
export const pegDemandKind = statuses({
  mo: { code: 'mo', zh: '工单', en: 'Work order', colour: 'neutral' },
  sales_order: { code: 'sales_order', zh: '销售订单', en: 'Sales order', colour: 'neutral' },
  forecast: { code: 'forecast', zh: '净预测', en: 'Net forecast', colour: 'neutral' },
  /** A work order that uses it instead of its own component: no need of this material. */
  substitute: { code: 'substitute', zh: '工单（替代）', en: 'Work order (substitute)', colour: 'neutral' },
})
export const pegSupplyKind = statuses({
  stock: { code: 'stock', zh: '库存', en: 'Stock', colour: 'neutral' },
  transit: { code: 'transit', zh: '在途', en: 'In transit', colour: 'neutral' },
  inspection: { code: 'inspection', zh: '待检', en: 'In inspection', colour: 'neutral' },
  production: { code: 'production', zh: '在制', en: 'In production', colour: 'neutral' },
})
