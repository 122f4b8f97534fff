import { createHmac, randomBytes } from 'node:crypto'
import type { Instant } from '@qitao/core/time.ts'

/** Codes of an authenticator: RFC 6238 with the values that all of them know (SHA-1, six digits, thirty seconds). */
const stepSeconds = 30
const digits = 6
/** Clocks differ, and a code takes its time to be typed: the one before and the one after hold too. */
const stepsAside = 1
/** 160 bits, as RFC 4226 asks for. */
const secretBytes = 20
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newSecret = (): string => base32(randomBytes(secretBytes))

/** RFC 4648, of whole groups of five bits. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map(group => alphabet[Number.parseInt(group, 2)]).join('')
}
function fromBase32(text: string): Buffer {
  const bits = [...text].map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

export const stepAt = (now: Instant): number => Math.floor(now / stepSeconds)

/** RFC 4226: four bytes from where the last half byte points, without their sign. */
export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const part = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7f_ff_ff_ff
  return String(part % 10 ** digits).padStart(digits, '0')
}

/** The step whose code was typed, later than the last one that was taken; undefined when there is none. */
export function stepOfCode(secret: string, typed: string, now: Instant, used_step: number): number | undefined {
  const at = stepAt(now)
  const near = Array.from({ length: 2 * stepsAside + 1 }, (_, index) => at - stepsAside + index)
  return near.find(step => step > used_step && codeOfStep(secret, step) === typed)
}

/** What an authenticator reads from the QR code. */
export const authenticatorUri = (secret: string, issuer: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
