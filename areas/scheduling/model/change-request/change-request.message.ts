import type { LiveMessage } from '@qitao/core/live.ts'

/** On the live channel: a request was asked, answered, withdrawn or outdated. */
export const changeChannel = 'plan_change'
export const changeMessage: LiveMessage = { channel_type: changeChannel }
