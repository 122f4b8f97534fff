import { expect, test } from 'vitest'
import { authenticatorUri, base32, codeOfStep, newSecret, stepAt, stepOfCode } from './totp.ts'

const secret = base32(Buffer.from('12345678901234567890'))

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of RFC 6238 at %i is %s', (at, code) => expect(codeOfStep(secret, stepAt(at))).toBe(code))

test('a code holds one step before and after its own, and is taken once', () => {
  const at = 1_111_111_111
  for (const away of [-30, 0, 30]) expect(stepOfCode(secret, '050471', at + away, 0)).toBe(stepAt(at))
  for (const away of [-60, 60]) expect(stepOfCode(secret, '050471', at + away, 0)).toBeUndefined()
  expect(stepOfCode(secret, '050471', at, stepAt(at))).toBeUndefined()
  expect(stepOfCode(secret, '050472', at, 0)).toBeUndefined()
})

test('secrets have 160 bits, each its own, and the address that an authenticator reads has no bare separators', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
  expect(authenticatorUri('ABC', '齐套 & Co', 'a:b')).toBe(
    'otpauth://totp/%E9%BD%90%E5%A5%97%20%26%20Co%3Aa%3Ab?secret=ABC&issuer=%E9%BD%90%E5%A5%97%20%26%20Co',
  )
})
