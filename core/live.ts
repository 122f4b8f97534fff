import type { Text } from './text.ts'

/** The live channel: a socket whose subprotocol is the token. The client pings; the server drops who is silent for three pings. */
export const livePath = '/ws/chat/'
export const livePingMs = 5_000
/** The server closes with this when the session is over; trying again would not help. */
export const signInAgainClose = 4001

/** What the server tells, in the form of the specification (sections 7 to 9). */
export interface LiveMessage {
  readonly channel_type: string
  readonly message?: string | Text
  readonly code?: number
  readonly data?: unknown
}
