import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import { type Limit, waitSeconds } from './sign-in.rules.ts'

/** What is asked for again and again to be a nuisance, or to find something out; whether it was granted or not. */
export type Asking = 'access_request' | 'invitation' | 'invitation_seen' | 'joining'

interface AskingLimit {
  /** Of one person, from wherever; of an invitation that is looked at, at that one. */
  readonly account: Limit
  /** From one address: many people share one in a factory, so it is wide. */
  readonly address: Limit
}
const anHour = (most: number): Limit => ({ most, seconds: hourSeconds })
export const askingLimits: Readonly<Record<Asking, AskingLimit>> = {
  // Each tells all who manage roles.
  access_request: { account: anHour(20), address: anHour(200) },
  invitation: { account: anHour(60), address: anHour(200) },
  // One invitation lets a hundred people in, who look at it more than once.
  invitation_seen: { account: anHour(600), address: anHour(600) },
  joining: { account: anHour(20), address: anHour(200) },
}
/** Nothing counts for longer. */
export const longestAskingSeconds = hourSeconds

/** Seconds to wait before it may be asked again; 0: none. Times are newest first. */
export const askingWait = (
  kind: Asking,
  { account, address }: { readonly account: readonly Instant[]; readonly address: readonly Instant[] },
  now: Instant,
): number =>
  Math.max(waitSeconds(account, askingLimits[kind].account, now), waitSeconds(address, askingLimits[kind].address, now))
