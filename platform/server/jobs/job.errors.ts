import { errors } from '@qitao/core/refusal.ts'

export const jobErrors = errors({
  serverStopped: [6101, '后台服务已停止，请重试', 'The background service stopped, please try again'],
})
