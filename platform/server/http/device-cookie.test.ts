import { expect, test } from 'vitest'
import { deviceCookie, deviceSecretOf } from './device-cookie.ts'

test('no script reads it, no other page sends it, and over TLS no other host sets it', () => {
  expect(deviceCookie('abc', false)).toBe('device=abc; Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict')
  expect(deviceCookie('abc', true)).toBe(
    '__Host-device=abc; Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict; Secure',
  )
})

test.each([
  ['none at all', undefined, false, undefined],
  ['others', 'token=x; devices=y; xdevice=z', false, undefined],
  ['among others', 'token=x; device=abc; a=b', false, 'abc'],
  ['over TLS that of TLS', 'device=planted; __Host-device=abc', true, 'abc'],
  ['over TLS no other, which another host may have set', 'device=planted', true, undefined],
  ['without TLS that of TLS is none', '__Host-device=abc', false, undefined],
  ['empty', 'device=', false, undefined],
  ['longer than any', `device=${'x'.repeat(300)}`, false, undefined],
])('read from what the browser sends: %s', (_, cookie, isSecure, secret) =>
  expect(deviceSecretOf(cookie === undefined ? {} : { cookie }, isSecure)).toBe(secret),
)
