import type { LiveMessage } from '@qitao/core/live.ts'

/** On the live channel: something was done on the floor. It goes to all, so it does not say at which task: not all may see that. */
export const floorChannel = 'plan'
export const floorMessage: LiveMessage = { channel_type: floorChannel }
