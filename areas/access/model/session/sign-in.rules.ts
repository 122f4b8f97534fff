import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { hourSeconds, type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { accessErrors } from '../access.errors.ts'

export interface Limit {
  readonly most: number
  readonly seconds: number
}
/** At one account, from one place: an address, or a device that has signed in to the account before. */
export const accountLimit: Limit = { most: 5, seconds: 15 * minuteSeconds }
/** At one account, from all unknown places together: whoever has many addresses does not have as many tries. */
export const strangersLimit: Limit = { most: 25, seconds: 15 * minuteSeconds }
/** From one address, at whatever account. Many people share one address in a factory, so it is wide. */
export const addressLimit: Limit = { most: 30, seconds: minuteSeconds }

/** Of one person who is signed in, at codes and names of companies, from wherever. */
export const companyLimit: Limit = { most: 30, seconds: 15 * minuteSeconds }
/** Companies that one person makes. */
export const newCompanyLimit: Limit = { most: 5, seconds: 24 * hourSeconds }

/** Seconds to wait before the next try; 0: none. `failedAt` are the times of what counts, newest first. */
export function waitSeconds(failedAt: readonly Instant[], limit: Limit, now: Instant): number {
  const oldestThatCounts = failedAt[limit.most - 1]
  return oldestThatCounts === undefined ? 0 : Math.max(0, oldestThatCounts + limit.seconds - now)
}

/** Failed guesses, newest first: at the account from the place of the try, at the account from unknown places, from the address. */
export interface Failures {
  readonly here: readonly Instant[]
  readonly strangers: readonly Instant[]
  readonly address: readonly Instant[]
}
/** Who is known at the account answers for the own failures only: strangers who guess shut nobody out who was in before. */
export const signInWait = ({ here, strangers, address }: Failures, is_known: boolean, now: Instant): number =>
  is_known
    ? waitSeconds(here, accountLimit, now)
    : Math.max(
        waitSeconds(here, accountLimit, now),
        waitSeconds(strangers, strangersLimit, now),
        waitSeconds(address, addressLimit, now),
      )

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
