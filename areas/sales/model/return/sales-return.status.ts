import { statuses } from '@qitao/core/status.ts'

/** Life of a sales return (order type 5); the specification names the type alone. */
export const salesReturnStatus = statuses(
  {
    init: { code: 0, zh: '待提交', en: 'To submit', colour: 'neutral' },
    approved: { code: 10, zh: '待收货', en: 'To receive', colour: 'warning' },
    partly: { code: 20, zh: '部分收货', en: 'Partly received', colour: 'processing' },
    completed: { code: 50, zh: '已完成', en: 'Completed', colour: 'success' },
    cancelled: { code: 90, zh: '已取消', en: 'Cancelled', colour: 'danger' },
  },
  {
    alter: { zh: '编辑', en: 'edit', from: ['init'] },
    submit: { zh: '提交', en: 'submit', from: ['init'], to: 'approved' },
    // By a receipt of the warehouse: its state follows from what has come.
    receive: { zh: '收货', en: 'receive', from: ['approved', 'partly'] },
    receive_part: { zh: '部分收货', en: 'receive in part', from: ['approved', 'partly'], to: 'partly' },
    receive_all: { zh: '全部收货', en: 'receive in full', from: ['approved', 'partly'], to: 'completed' },
    // A receipt of it was reversed.
    take_back: { zh: '撤回收货', en: 'take a receipt back', from: ['partly', 'completed'], to: 'approved' },
    take_back_part: { zh: '撤回部分收货', en: 'take part back', from: ['partly', 'completed'], to: 'partly' },
    // The customer keeps the rest.
    close: { zh: '结束', en: 'close', from: ['partly'], to: 'completed' },
    cancel: { zh: '取消', en: 'cancel', from: ['init', 'approved'], to: 'cancelled' },
    drop: { zh: '删除', en: 'delete', from: ['init', 'cancelled'] },
  },
)
