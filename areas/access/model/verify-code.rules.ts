import { hourSeconds, type Instant, minuteSeconds } from '@qitao/core/time.ts'

/** What a verification code is asked for. */
export const codeScenes = ['signup', 'reset_password', 'alter_password'] as const
export type CodeScene = (typeof codeScenes)[number]

export const codeDigits = 6
export const codeSeconds = 300
/** Wrong tries that a code survives less one. */
export const codeTries = 5
/** Between two codes to one account. */
export const codePauseSeconds = minuteSeconds
const window = hourSeconds
const mostPerContact = 10
/** Many people share one address in a factory. */
const mostPerAddress = 60

/** Codes are looked up this far back. */
export const codeWindowSeconds = window

/** `sentToContact` and `sentFromAddress`: times of the codes of the last hour. */
export const isTooOften = (
  sentToContact: readonly Instant[],
  sentFromAddress: readonly Instant[],
  now: Instant,
): boolean =>
  sentToContact.some(at => now - at < codePauseSeconds) ||
  sentToContact.length >= mostPerContact ||
  sentFromAddress.length >= mostPerAddress

export interface SentCode {
  readonly code_hash: string
  readonly expire_time: Instant
  readonly tries: number
  readonly used: boolean
}
/** Only the latest code counts, once, while it is young, and after fewer than five wrong tries. */
export const isRightCode = (latest: SentCode | undefined, typed_hash: string, now: Instant): boolean =>
  latest !== undefined &&
  !latest.used &&
  latest.tries < codeTries &&
  now <= latest.expire_time &&
  latest.code_hash === typed_hash
