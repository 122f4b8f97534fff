import { statuses } from '@qitao/core/status.ts'

/** Life of an inquiry (specification section 4). It expires by itself: the stored status stays pending, readers see it expired. */
export const inquiryStatus = statuses(
  {
    pending: { code: 1, zh: '待确认', en: 'Pending', colour: 'warning' },
    confirmed: { code: 2, zh: '已确认', en: 'Confirmed', colour: 'success' },
    cancelled: { code: 3, zh: '已取消', en: 'Cancelled', colour: 'neutral' },
    expired: { code: 4, zh: '已过期', en: 'Expired', colour: 'danger' },
  },
  {
    confirm: { zh: '确认', en: 'confirm', from: ['pending'], to: 'confirmed' },
    cancel: { zh: '取消', en: 'cancel', from: ['pending'], to: 'cancelled' },
    extend: { zh: '延长保留', en: 'keep longer', from: ['pending'] },
    // An order without a promise can be asked for anew.
    ask_again: { zh: '重新询单', en: 'ask again', from: ['pending', 'cancelled', 'expired'] },
  },
)

/** Two pools (specification section 2): what is asked for, and what is promised. */
export const promisePool = statuses({
  pending: { code: 'pending', zh: '待询单池', en: 'Pending queries', colour: 'warning' },
  promised: { code: 'promised', zh: '承诺池', en: 'Promises', colour: 'success' },
})

/** Asked for, and the record of a promise (specification section 3, order types). */
export const inquiryType = statuses({
  inquiry: { code: '2', zh: '询单', en: 'Inquiry', colour: 'warning' },
  inquiry_record: { code: '2.1', zh: '询单记录', en: 'Inquiry record', colour: 'success' },
})

/** What the promise is for. */
export const promiseMode = statuses({
  full: { code: 'full', zh: '一次交付', en: 'In one delivery', colour: 'neutral' },
  parts: { code: 'parts', zh: '分批交付', en: 'In parts', colour: 'neutral' },
})
