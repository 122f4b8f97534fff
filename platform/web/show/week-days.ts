import { text } from '@qitao/core/text.ts'

/** Weeks begin on Monday. */
export const weekDays = [
  { day: 1, short: text('一', 'Mon'), name: text('周一', 'Mon') },
  { day: 2, short: text('二', 'Tue'), name: text('周二', 'Tue') },
  { day: 3, short: text('三', 'Wed'), name: text('周三', 'Wed') },
  { day: 4, short: text('四', 'Thu'), name: text('周四', 'Thu') },
  { day: 5, short: text('五', 'Fri'), name: text('周五', 'Fri') },
  { day: 6, short: text('六', 'Sat'), name: text('周六', 'Sat') },
  { day: 7, short: text('日', 'Sun'), name: text('周日', 'Sun') },
] as const
