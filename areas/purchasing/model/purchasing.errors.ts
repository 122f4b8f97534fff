import { errors } from '@qitao/core/refusal.ts'

/** Refusals of purchasing (57xx), and of receiving more than was ordered (5909), which receipts share. */
export const purchasingErrors = errors({
  belowDemand: [5701, '采购数量不能小于需求数量', 'The purchase quantity must be at least the demand quantity'],
  orderExists: [5702, '采购单号已存在', 'The purchase order number already exists'],
  notEditable: [5703, '采购单当前状态不可编辑', 'The purchase order is not editable in its status'],
  hasReceipt: [5704, '采购单已有入库记录，不能取消', 'The purchase order has inbound records and cannot be cancelled'],
  supplierRequired: [5705, '请选择供应商', 'Please choose a supplier'],
  forceCloseNotAllowed: [
    5707,
    '仅待入库或部分入库的单据可以强制关闭',
    'Only pending or partially inbound documents can be force closed',
  ],
  requestConverted: [5708, '采购申请已转采购订单', 'The purchase request is already ordered'],
  etaBeforeOrderDate: [5709, '预计到货日期不能早于采购日期', 'The ETA cannot be before the order date'],
  inboundOverPending: [5909, '入库数量超过待入库数量', 'The inbound quantity exceeds the pending quantity'],
})
