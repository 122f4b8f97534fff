import { hourSeconds, type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { type Limit, waitSeconds } from './sign-in.rules.ts'

/** What a verification code is asked for. */
export const codeScenes = ['signup', 'reset_password', 'alter_password'] as const
export type CodeScene = (typeof codeScenes)[number]

export const codeDigits = 6
export const codeSeconds = 300
/** Wrong tries that a code survives less one, from one address. */
const codeTries = 5
/** From all addresses together but the one that asked for it: whoever tries codes for a contact shuts its owner out of nothing. */
const strangersTries = 25
/** Between two codes to one account. */
export const codePauseSeconds = minuteSeconds
/** Codes are looked up this far back. */
export const codeWindowSeconds = hourSeconds

const pause: Limit = { most: 1, seconds: codePauseSeconds }
const perContact: Limit = { most: 10, seconds: hourSeconds }
/** Many people share one address in a factory. */
const perAddress: Limit = { most: 60, seconds: hourSeconds }
/**
 * Seconds to wait before the next code is sent; 0: none. `sentToContact` and `sentFromAddress`: times of the codes of the last
 * hour, newest first.
 */
export const codeWait = (
  sentToContact: readonly Instant[],
  sentFromAddress: readonly Instant[],
  now: Instant,
): number =>
  Math.max(
    waitSeconds(sentToContact, pause, now),
    waitSeconds(sentToContact, perContact, now),
    waitSeconds(sentFromAddress, perAddress, now),
  )

export interface SentCode {
  readonly code_hash: string
  readonly expire_time: Instant
  /** Address that asked for it. */
  readonly address: string
  /** Tries by the address that they came from. */
  readonly tries_by: Readonly<Record<string, number>>
  readonly used: boolean
}

/** Whether one more try from there is looked at. */
export function mayTry({ address, tries_by }: Pick<SentCode, 'address' | 'tries_by'>, from: string): boolean {
  if ((tries_by[from] ?? 0) >= codeTries) return false
  const { [address]: _, ...others } = tries_by
  return from === address || Object.values(others).reduce((sum, tries) => sum + tries, 0) < strangersTries
}

/** Only the latest code counts, once, and while it is young. */
export const isRightCode = (latest: SentCode | undefined, typed_hash: string, now: Instant): boolean =>
  latest !== undefined && !latest.used && now <= latest.expire_time && latest.code_hash === typed_hash
