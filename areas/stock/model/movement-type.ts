import { statuses } from '@qitao/core/status.ts'

/** Why a balance changed (specification section 9). Types 10 to 15 come in, 20 to 23 go out, 30 to 34 are of either sign. */
export const movementType = statuses({
  other_in: { code: 10, zh: '其他入库', en: 'Other in', colour: 'success' },
  stock_import: { code: 11, zh: '库存导入', en: 'Stock import', colour: 'success' },
  purchase_in: { code: 12, zh: '采购入库', en: 'Purchase in', colour: 'success' },
  completion_in: { code: 13, zh: '完工入库', en: 'Completion in', colour: 'success' },
  sales_return: { code: 14, zh: '销售退货', en: 'Sales return', colour: 'success' },
  material_return: { code: 15, zh: '生产退料', en: 'Material return', colour: 'success' },
  other_out: { code: 20, zh: '其他出库', en: 'Other out', colour: 'warning' },
  picking_out: { code: 21, zh: '领料出库', en: 'Picking out', colour: 'warning' },
  sales_out: { code: 22, zh: '销售出库', en: 'Sales out', colour: 'warning' },
  purchase_return: { code: 23, zh: '采购退货', en: 'Purchase return', colour: 'warning' },
  stock_count: { code: 30, zh: '盘点', en: 'Stock count', colour: 'info' },
  transfer: { code: 31, zh: '调拨', en: 'Transfer', colour: 'info' },
  /** Ours: goods stay where they are and become of another quality. */
  inspection: { code: 32, zh: '质检判定', en: 'Inspection result', colour: 'info' },
  /** Ours: goods that lie at a supplier, as they come to him, are used there and go back. */
  outsourcing: { code: 33, zh: '委外收发', en: 'At supplier', colour: 'info' },
  /** Ours: the books are put right without a count, with a reason. */
  adjustment: { code: 34, zh: '库存调整', en: 'Adjustment', colour: 'info' },
})
export type MovementType = keyof typeof movementType.codes
export type MovementCode = (typeof movementType.list)[number]['code']

/** 1 comes in, -1 goes out, 0 either. */
export const signOf = (code: MovementCode): 1 | -1 | 0 => (code < 20 ? 1 : code < 30 ? -1 : 0)
