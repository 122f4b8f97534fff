import { expect, test } from 'vitest'
import { deviceCookie, deviceSecretOf } from './device-cookie.ts'

test('no script reads it, no other page sends it, and over TLS no other host sets it', () => {
  expect(deviceCookie('abc', false)).toBe('device=abc; Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict')
  expect(deviceCookie('abc', true)).toBe(
    '__Host-device=abc; Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict; Secure',
  )
})

test.each([
  ['none at all', undefined, undefined],
  ['others', 'token=x; devices=y; xdevice=z', undefined],
  ['among others', 'token=x; device=abc; a=b', 'abc'],
  ['that of TLS goes first', 'device=planted; __Host-device=abc', 'abc'],
  ['empty', 'device=', undefined],
  ['longer than any', `device=${'x'.repeat(300)}`, undefined],
])('read from what the browser sends: %s', (_, cookie, secret) =>
  expect(deviceSecretOf(cookie === undefined ? {} : { cookie })).toBe(secret),
)
