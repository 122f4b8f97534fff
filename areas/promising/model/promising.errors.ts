import { errors } from '@qitao/core/refusal.ts'

/** Inquiries, 5406, 5410 and 5411; 5417 is ours. */
export const promisingErrors = errors({
  holdTooShort: [5406, '询单结果保留时间不能少于15分钟', 'An inquiry result must be kept at least 15 minutes'],
  inquiryExpired: [5410, '询单结果已过期', 'The inquiry result has expired'],
  inquiryNotPending: [5411, '仅待确认的询单可以确认或取消', 'Only a pending inquiry can be confirmed or cancelled'],
  displacesOthers: [
    5417,
    '该承诺需占用其他订单的物料：{objects}，请查看后确认',
    'The promise takes material from other orders: {objects}. Look at them, then confirm',
  ],
})
