import { errors } from '@qitao/core/refusal.ts'

/** Orders, 5401-5420 (5407 is the serial numbers' own, 5417 of inquiries). */
export const salesErrors = errors({
  orderExists: [5401, '订单已存在', 'The order already exists'],
  orderNotUpdatable: [5402, '订单不可修改', 'The order cannot be updated'],
  cancelHasShipping: [5403, '订单已有发货记录，不能取消', 'The order has shipping and cannot be cancelled'],
  printLimit: [5404, '一次最多下载10个工卡或发货单', 'At most 10 job cards or orders can be downloaded at once'],
  lineDeliveryAfterOrder: [
    5405,
    '子项交期不能晚于订单交期',
    "A child delivery date must not be later than the order's",
  ],
  orderMissing: [5408, '订单不存在', 'The order does not exist'],
  fullyOffset: [5409, '订单已全部冲抵，无需生产', 'The order is fully offset and needs no production'],
  orderHasMo: [5412, '订单已生成工单', 'The order already has work orders'],
  noLines: [5413, '订单明细不能为空', 'The order has no lines'],
  notDeletable: [5414, '订单不可删除', 'The order cannot be deleted'],
  approvalPending: [5415, '订单审批中，不可操作', 'The order is under approval'],
  quotationExpired: [
    5418,
    '报价已过期：请重新报价并延长有效期，或选择转订单的单价',
    'The quotation has expired: revise it with a later day, or choose the prices of the order',
  ],
  quotationUnpriced: [
    5419,
    '报价明细有行没有单价，不能发出',
    'A line of the quotation has no price: it cannot be sent',
  ],
  quotationExists: [5420, '报价单已存在', 'The quotation already exists'],
  returnOverShipped: [5416, '退货数量超过可退数量', 'The quantity exceeds what can come back'],
  shippingOverOrder: [5908, '发货数量超过订单未发数量', 'The shipping quantity exceeds the open order quantity'],
})
