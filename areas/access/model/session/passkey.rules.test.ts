import { expect, test } from 'vitest'
import { passkeyBar, passkeyPlaceOf, unfitTexts } from './passkey.rules.ts'

test.each([
  ['https://plan.example.com', 'plan.example.com', 'https://plan.example.com'],
  ['https://Plan.Example.com:8443/qitao', 'plan.example.com', 'https://plan.example.com:8443'],
  ['https://plan.example.com:443', 'plan.example.com', 'https://plan.example.com'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ['http://qitao.localhost', 'qitao.localhost', 'http://qitao.localhost'],
])('%s has passkeys of %s', (address, rp_id, origin) => expect(passkeyPlaceOf(address)).toEqual({ rp_id, origin }))

test.each([
  ['http://127.0.0.1:3000', 'number'],
  ['https://10.0.0.8', 'number'],
  ['https://[::1]:3000', 'number'],
  ['http://plan.factory.local', 'insecure'],
  ['http://localhost.evil.example', 'insecure'],
  ['plan.example.com', 'unknown'],
  [null, 'unknown'],
] as const)('%s has none: %s', (origin, why) => expect(passkeyPlaceOf(origin)).toBe(why))

const served = 'https://plan.example.com'
test('where passkeys work nothing bars them', () =>
  expect(passkeyBar({ shown: served, served, isSupported: true })).toBeUndefined())
test('on the own machine a number has a name', () =>
  expect(passkeyBar({ shown: 'http://127.0.0.1:3000', served: 'http://127.0.0.1:3000', isSupported: true })).toEqual({
    why: unfitTexts.number,
    open: 'http://localhost:3000',
  }))
test('the name of the product is offered where it was opened otherwise', () => {
  expect(passkeyBar({ shown: 'http://127.0.0.1:3000', served, isSupported: true })?.open).toBe(served)
  expect(passkeyBar({ shown: 'https://other.example.com', served, isSupported: true })?.open).toBe(served)
})
test('without TLS, without an address, without support', () => {
  const http = 'http://plan.factory.local'
  expect(passkeyBar({ shown: http, served: http, isSupported: false })).toEqual({ why: unfitTexts.insecure })
  expect(passkeyBar({ shown: served, served: null, isSupported: true })).toEqual({ why: unfitTexts.unknown })
  expect(passkeyBar({ shown: served, served, isSupported: false })?.why.en).toContain('browser')
})
