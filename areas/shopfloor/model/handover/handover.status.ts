import { statuses } from '@qitao/core/status.ts'

export const handoverStatus = statuses(
  {
    given: { code: 0, zh: '待接班', en: 'To be taken', colour: 'warning' },
    taken: { code: 10, zh: '已接班', en: 'Taken over', colour: 'success' },
  },
  { take: { zh: '接班', en: 'take over', from: ['given'], to: 'taken' } },
)
