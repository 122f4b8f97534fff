import type { LiveMessage } from '@qitao/core/live.ts'

/** On the live channel: somebody has changed the plan, which has this version since. The floor is told of its tasks by another. */
export const planChannel = 'schedule'
export const planMessage = (plan_version: number): LiveMessage => ({
  channel_type: planChannel,
  data: { plan_version },
})
export const versionTold = ({ data }: LiveMessage): number => (data as { plan_version: number }).plan_version
