import { type CodeOf, statuses } from '@qitao/core/status.ts'

/** A matter that members were told of, and are to answer. */
export const noticeCaseStatus = statuses(
  {
    open: { code: 0, zh: '待响应', en: 'Unanswered', colour: 'danger' },
    seen: { code: 10, zh: '已知悉', en: 'Seen', colour: 'info' },
    taken: { code: 20, zh: '处理中', en: 'Taken', colour: 'processing' },
    /** What was told of is no more. */
    over: { code: 30, zh: '已解除', en: 'Over', colour: 'done' },
  },
  {
    see: { zh: '知悉', en: 'say that it is seen', from: ['open'], to: 'seen' },
    take: { zh: '处理', en: 'take it', from: ['open', 'seen'], to: 'taken' },
    end: { zh: '解除', en: 'end', from: ['open', 'seen', 'taken'], to: 'over' },
  },
)
export type NoticeCaseStatusCode = CodeOf<typeof noticeCaseStatus>
