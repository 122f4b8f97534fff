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
/** Between two codes to one account, asked for from one network. */
export const codePauseSeconds = minuteSeconds
/** Codes are looked up this far back. */
export const codeWindowSeconds = hourSeconds

const pause: Limit = { most: 1, seconds: codePauseSeconds }
const fromOne: Limit = { most: 10, seconds: hourSeconds }
/** Of all who ask from where nobody of the account has signed in: its mailbox is not filled. */
const fromStrangers: Limit = { most: 20, seconds: hourSeconds }
/** Many people share one address in a factory. */
const perAddress: Limit = { most: 60, seconds: hourSeconds }
/** A code that was sent in the last hour: to the contact, from the network that asks now. */
export interface Sent {
  readonly at: Instant
  readonly toContact: boolean
  readonly fromHere: boolean
}
const times = (sent: readonly Sent[]): Instant[] => sent.map(({ at }) => at)
/**
 * Seconds to wait before the next code is sent; 0: none. `sent`: newest first. Whoever asks for codes of somebody else's contact uses up none of
 * its owner's; what strangers ask for together is another matter (`strangersWait`).
 */
export function codeWait(sent: readonly Sent[], now: Instant): number {
  const own = times(sent.filter(one => one.toContact && one.fromHere))
  return Math.max(
    waitSeconds(own, pause, now),
    waitSeconds(own, fromOne, now),
    waitSeconds(times(sent.filter(({ fromHere }) => fromHere)), perAddress, now),
  )
}
/** The same of who asks from where nobody of the account has signed in before. */
export const strangersWait = (sent: readonly Sent[], now: Instant): number =>
  waitSeconds(times(sent.filter(({ toContact }) => toContact)), fromStrangers, now)

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

/** A code counts once, and while it is young. */
export const isRightCode = (sent: SentCode | undefined, typed_hash: string, now: Instant): boolean =>
  sent !== undefined && !sent.used && now <= sent.expire_time && sent.code_hash === typed_hash
