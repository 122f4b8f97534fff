import { errors } from '@qitao/core/refusal.ts'

export const databaseErrors = errors({
  tookTooLong: [
    6106,
    '处理时间过长，已中止，没有保存任何内容；请缩小范围后重试',
    'This took too long and was stopped, nothing was saved: narrow it down and try again',
  ],
})
