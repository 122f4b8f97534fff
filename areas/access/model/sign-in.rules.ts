import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { accessErrors } from './access.errors.ts'

/** Failed sign-ins slow the next ones down: by what was typed as the account, and by the address they come from. */
export const accountLimit = { failures: 5, seconds: 15 * minuteSeconds } as const
/** Many people share one address in a factory, so it is wide. */
export const addressLimit = { failures: 30, seconds: minuteSeconds } as const

/** Seconds to wait before the next try; 0: none. `failedAt` are the times of failures, newest first. */
export function waitSeconds(
  failedAt: readonly Instant[],
  limit: { readonly failures: number; readonly seconds: number },
  now: Instant,
): number {
  const oldestThatCounts = failedAt[limit.failures - 1]
  return oldestThatCounts === undefined ? 0 : Math.max(0, oldestThatCounts + limit.seconds - now)
}

/**
 * What a right or wrong password means (specification ). That an account is disabled is told only to who knows
 * its password; guessing which accounts exist is slowed down like guessing passwords.
 */
export function signInRefusal(found: {
  readonly company: boolean
  readonly companyEnabled: boolean
  readonly known: boolean
  readonly right: boolean
  readonly enabled: boolean
  readonly invalidRole: boolean
}): ErrorDefinition | undefined {
  if (!found.company) return accessErrors.companyCodeUnknown
  if (!found.known) return accessErrors.accountMissing
  if (!found.right) return accessErrors.passwordWrong
  if (!found.enabled || !found.companyEnabled) return accessErrors.accountDisabled
  if (found.invalidRole) return generalErrors.roleInvalid
  return undefined
}
