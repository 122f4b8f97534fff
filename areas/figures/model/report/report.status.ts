import { statuses } from '@qitao/core/status.ts'

/** Days that move on with the calendar: a report that is kept is read again later. */
export const reportPeriod = statuses({
  yesterday: { code: 'yesterday', zh: '昨天', en: 'Yesterday', colour: 'neutral' },
  week: { code: 'week', zh: '本周', en: 'This week', colour: 'neutral' },
  last_week: { code: 'last_week', zh: '上周', en: 'Last week', colour: 'neutral' },
  month: { code: 'month', zh: '本月', en: 'This month', colour: 'neutral' },
  last_month: { code: 'last_month', zh: '上月', en: 'Last month', colour: 'neutral' },
  days_7: { code: 'days_7', zh: '最近7天', en: 'Last 7 days', colour: 'neutral' },
  days_30: { code: 'days_30', zh: '最近30天', en: 'Last 30 days', colour: 'neutral' },
  days_90: { code: 'days_90', zh: '最近90天', en: 'Last 90 days', colour: 'neutral' },
  months_12: { code: 'months_12', zh: '近12个月', en: 'Last 12 months', colour: 'neutral' },
  year: { code: 'year', zh: '今年', en: 'This year', colour: 'neutral' },
  last_year: { code: 'last_year', zh: '去年', en: 'Last year', colour: 'neutral' },
})

export const comparison = statuses({
  previous: { code: 'previous', zh: '上期', en: 'Range before', colour: 'neutral' },
  year: { code: 'year', zh: '去年同期', en: 'Year before', colour: 'neutral' },
})

export const chartKind = statuses({
  line: { code: 'line', zh: '折线', en: 'Lines', colour: 'neutral' },
  columns: { code: 'columns', zh: '柱形', en: 'Columns', colour: 'neutral' },
  stacked: { code: 'stacked', zh: '堆积', en: 'Stacked', colour: 'neutral' },
  none: { code: 'none', zh: '不显示', en: 'None', colour: 'neutral' },
})

/** Who reads a report beside who made it. */
export const sharing = statuses({
  private: { code: 0, zh: '仅自己', en: 'Only me', colour: 'neutral' },
  roles: { code: 1, zh: '指定角色', en: 'Some roles', colour: 'info' },
  company: { code: 2, zh: '全公司', en: 'All of the company', colour: 'info' },
})

export const rhythm = statuses({
  daily: { code: 1, zh: '每天', en: 'Each day', colour: 'neutral' },
  weekly: { code: 2, zh: '每周', en: 'Each week', colour: 'neutral' },
  monthly: { code: 3, zh: '每月', en: 'Each month', colour: 'neutral' },
})
export const weekday = statuses({
  monday: { code: 1, zh: '周一', en: 'Monday', colour: 'neutral' },
  tuesday: { code: 2, zh: '周二', en: 'Tuesday', colour: 'neutral' },
  wednesday: { code: 3, zh: '周三', en: 'Wednesday', colour: 'neutral' },
  thursday: { code: 4, zh: '周四', en: 'Thursday', colour: 'neutral' },
  friday: { code: 5, zh: '周五', en: 'Friday', colour: 'neutral' },
  saturday: { code: 6, zh: '周六', en: 'Saturday', colour: 'neutral' },
  sunday: { code: 7, zh: '周日', en: 'Sunday', colour: 'neutral' },
})
export const letterLanguage = statuses({
  zh: { code: 'zh', zh: '中文', en: 'Chinese', colour: 'neutral' },
  en: { code: 'en', zh: '英文', en: 'English', colour: 'neutral' },
})

/** A mail of a report to one member. What was being sent when the server stopped is not sent again: it may have arrived. */
export const letterStatus = statuses(
  {
    to_make: { code: 0, zh: '待生成', en: 'To be made', colour: 'neutral' },
    to_send: { code: 1, zh: '待发送', en: 'To be sent', colour: 'info' },
    sending: { code: 2, zh: '发送中', en: 'Being sent', colour: 'processing' },
    sent: { code: 3, zh: '已发送', en: 'Sent', colour: 'success' },
    unsure: { code: 4, zh: '不确定是否送达', en: 'Perhaps sent', colour: 'warning' },
    failed: { code: 5, zh: '发送失败', en: 'Failed', colour: 'danger' },
    left_out: { code: 6, zh: '未发送', en: 'Left out', colour: 'warning' },
  },
  {
    make: { zh: '生成', en: 'Make', from: ['to_make'], to: 'to_send' },
    take: { zh: '取出', en: 'Take', from: ['to_send'], to: 'sending' },
    send: { zh: '发送', en: 'Send', from: ['sending'], to: 'sent' },
    remake: { zh: '重新生成', en: 'Make anew', from: ['to_send'], to: 'to_make' },
    again: { zh: '重试', en: 'Try again', from: ['sending'], to: 'to_send' },
    give_up: { zh: '放弃', en: 'Give up', from: ['sending'], to: 'failed' },
    interrupt: { zh: '中断', en: 'Interrupt', from: ['sending'], to: 'unsure' },
    leave_out: { zh: '不发送', en: 'Leave out', from: ['to_make', 'to_send'], to: 'left_out' },
  },
)
/** Why a member gets no mail of a report. */
export const letterProblem = statuses({
  no_right: { code: 'no_right', zh: '无权查看该报表', en: 'May not see the report', colour: 'warning' },
  no_address: { code: 'no_address', zh: '没有邮箱', en: 'Has no e-mail address', colour: 'warning' },
  broken: {
    code: 'broken',
    zh: '报表无法计算，请重新保存',
    en: 'The report cannot be told: save it anew',
    colour: 'danger',
  },
  must_enrol: {
    code: 'must_enrol',
    zh: '尚未设置两步验证',
    en: 'Has no second factor yet',
    colour: 'warning',
  },
  stopped: { code: 'stopped', zh: '已停止发送', en: 'Was stopped', colour: 'warning' },
  gone: { code: 'gone', zh: '已停用', en: 'Is not a member any more', colour: 'warning' },
})
