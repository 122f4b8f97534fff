import { statuses } from '@qitao/core/status.ts'

/** Life of a transfer: it is written down, then carried out at once or given up (specification section 4). */
export const transferStatus = statuses(
  {
    pending_submit: { code: '10', zh: '待执行', en: 'To do', colour: 'warning' },
    completed: { code: '30', zh: '已完成', en: 'Completed', colour: 'success' },
    cancelled: { code: '05', zh: '已取消', en: 'Cancelled', colour: 'danger' },
  },
  {
    alter: { zh: '编辑', en: 'edit', from: ['pending_submit'] },
    confirm: { zh: '执行', en: 'carry out', from: ['pending_submit'], to: 'completed' },
    cancel: { zh: '取消', en: 'cancel', from: ['pending_submit'], to: 'cancelled' },
    drop: { zh: '删除', en: 'delete', from: ['pending_submit', 'cancelled'] },
  },
)
