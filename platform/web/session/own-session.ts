import type { AnyCall } from '@qitao/core/call.ts'
import { send } from '../call/client.ts'
import { newIntention } from '../call/idempotency.ts'
import { readJson, readLocal, readToken, storageKeys, writeLocal } from './storage.ts'

/**
 * The own session of who looks on as a member, with the view that it waits behind. A browser is shared: another may have signed in since, and
 * the own session comes back after that view only, never after somebody else's session.
 */
interface Waiting {
  readonly own: string
  readonly view: string
}
const waiting = (): Waiting | undefined => readJson<Waiting>(readLocal(storageKeys.ownToken))

export const waitBehind = (waits: Waiting): void => writeLocal(storageKeys.ownToken, JSON.stringify(waits))
export const forgetOwn = (): void => writeLocal(storageKeys.ownToken, undefined)
/** The token to go back to; undefined unless the browser is in the view. */
export function ownBehindView(): string | undefined {
  const kept = waiting()
  return kept && kept.view === readToken() ? kept.own : undefined
}
/** Who signs in or out leaves nobody's session behind: it is over on the server too. */
export function endOwn(logout: AnyCall): void {
  const own = waiting()?.own
  forgetOwn()
  if (own === undefined || own === readToken()) return
  void send(logout, {}, { token: own, intention: newIntention() }).catch(() => {})
}
