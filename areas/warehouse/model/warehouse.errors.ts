import { errors } from '@qitao/core/refusal.ts'

/** Refusals of receipts (59xx); what the ledger itself refuses stands in stock, what purchasing refuses in purchasing. */
export const warehouseErrors = errors({
  outboundNumberExists: [5903, '出库单号已存在', 'The outbound number already exists'],
  inboundNumberExists: [5904, '入库单号已存在', 'The inbound number already exists'],
  transferNumberExists: [5905, '调拨单号已存在', 'The transfer number already exists'],
  transferSameLocation: [5907, '调出库位和调入库位不能相同', 'Source and target bin must differ'],
  receiptNotEditable: [5910, '单据当前状态不允许此操作', 'This cannot be done to the receipt in its status'],
  pickingOverRequired: [5915, '领料数量超过需求数量', 'The picked quantity exceeds the required quantity'],
  serialNumberExists: [5916, '序列号已存在', 'The serial number already exists'],
  cancelNotAllowed: [5917, '单据已有出入库记录，不能取消', 'The receipt has movements and cannot be cancelled'],
})
