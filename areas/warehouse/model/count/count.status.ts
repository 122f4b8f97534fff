import { statuses } from '@qitao/core/status.ts'

/** Life of a stock count: its bins are chosen, then counted, then what differs is posted (specification section 4). */
export const countStatus = statuses(
  {
    draft: { code: 10, zh: '待盘点', en: 'Draft', colour: 'neutral' },
    counting: { code: 20, zh: '盘点中', en: 'Counting', colour: 'processing' },
    done: { code: 30, zh: '已盘点', en: 'Done', colour: 'success' },
    cancelled: { code: 5, zh: '已取消', en: 'Cancelled', colour: 'danger' },
  },
  {
    alter: { zh: '编辑', en: 'edit', from: ['draft'] },
    start: { zh: '开始盘点', en: 'start', from: ['draft'], to: 'counting' },
    enter: { zh: '录入', en: 'enter what was counted', from: ['counting'] },
    confirm: { zh: '确认盘点', en: 'confirm', from: ['counting'], to: 'done' },
    cancel: { zh: '取消盘点', en: 'cancel', from: ['draft', 'counting'], to: 'cancelled' },
    drop: { zh: '删除', en: 'delete', from: ['draft', 'cancelled'] },
  },
)

/** Where a line stands. */
export const countLineState = statuses({
  open: { code: 0, zh: '未盘', en: 'Not counted', colour: 'neutral' },
  equal: { code: 1, zh: '相符', en: 'As booked', colour: 'success' },
  different: { code: 2, zh: '有差异', en: 'Different', colour: 'warning' },
  recount: { code: 3, zh: '待复盘', en: 'To count again', colour: 'danger' },
  counted: { code: 4, zh: '已盘', en: 'Counted', colour: 'info' },
})
