import { statuses } from '@qitao/core/status.ts'

/** What becomes of a supplier's answer to a line. As it was ordered it needs no decision. */
export const answerStatus = statuses(
  {
    open: { code: 0, zh: '待处理', en: 'To decide', colour: 'warning' },
    as_ordered: { code: 1, zh: '照单确认', en: 'As ordered', colour: 'success' },
    accepted: { code: 2, zh: '已接受', en: 'Accepted', colour: 'success' },
    declined: { code: 3, zh: '未接受', en: 'Declined', colour: 'danger' },
  },
  {
    confirm: { zh: '照单确认', en: 'confirm as ordered', from: ['open'], to: 'as_ordered' },
    accept: { zh: '接受', en: 'accept', from: ['open'], to: 'accepted' },
    decline: { zh: '不接受', en: 'decline', from: ['open'], to: 'declined' },
  },
)

export type AnswerStatusCode = (typeof answerStatus.list)[number]['code']

/** How far a supplier has confirmed an order; asked of links, answers and lines, never stored. */
export const confirmation = statuses({
  not_asked: { code: 0, zh: '未询问', en: 'Not asked', colour: 'neutral' },
  asked: { code: 1, zh: '待答复', en: 'Asked', colour: 'info' },
  answered: { code: 2, zh: '答复待处理', en: 'To decide', colour: 'warning' },
  confirmed: { code: 3, zh: '已确认', en: 'Confirmed', colour: 'success' },
})
