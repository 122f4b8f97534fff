import type { IncomingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { expect, test, vi } from 'vitest'
import { addressOf, isOwnPage, isSecure, networkOf, trustedProxies } from './client-address.ts'

const from = (remoteAddress: string, headers: IncomingHttpHeaders = {}) => ({
  socket: { remoteAddress } as Socket,
  headers,
})
const told = (list: string) => ({ 'x-forwarded-for': list })

test('nobody is believed unless a setting says so', () => {
  for (const setting of [undefined, '', '0', ' '])
    expect(addressOf(from('10.0.0.1', told('1.2.3.4')), trustedProxies(setting))).toBe('10.0.0.1')
})
test('of one proxy the address that it added counts, whatever the caller wrote to the left of it', () => {
  const one = trustedProxies('1')
  expect(addressOf(from('10.0.0.1', told('9.9.9.9, 1.2.3.4')), one)).toBe('1.2.3.4')
  expect(addressOf(from('10.0.0.1', told('9.9.9.9, 8.8.8.8, 1.2.3.4')), trustedProxies('2'))).toBe('8.8.8.8')
  expect(addressOf(from('10.0.0.1'), one)).toBe('10.0.0.1')
  expect(addressOf(from('10.0.0.1', told('1.2.3.4, unknown')), one)).toBe('10.0.0.1')
})
test('named proxies and networks are believed, and nobody before them', () => {
  const named = trustedProxies('10.1.0.0/16, 192.0.2.7 fd00::/8')
  expect(addressOf(from('10.1.2.3', told('9.9.9.9, 1.2.3.4, 192.0.2.7')), named)).toBe('1.2.3.4')
  expect(addressOf(from('::ffff:10.1.2.3', told('1.2.3.4')), named)).toBe('1.2.3.4')
  expect(addressOf(from('fd12::1', told('2001:db8::9')), named)).toBe('2001:db8::9')
  expect(addressOf(from('10.2.0.1', told('1.2.3.4')), named)).toBe('10.2.0.1')
})
test('all is never a setting, nor what is no address', () => {
  for (const setting of ['true', 'all', '*', '10', '10.0.0.1/33', 'proxy.example'])
    expect(() => trustedProxies(setting), setting).toThrow(/TRUST_PROXY/)
  expect(() => trustedProxies('0.0.0.0/0')).toThrow(/TRUST_PROXY/)
  expect(() => trustedProxies('::/0')).toThrow(/TRUST_PROXY/)
})
test('limits count an IPv6 network of 64 bits as one, and an IPv4 address by itself', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(networkOf('2001:db8::6')).toBe('2001:db8:0:0')
  expect(networkOf('::1')).toBe('0:0:0:0')
  expect(networkOf('::ffff:1.2.3.4')).toBe('1.2.3.4')
  expect(networkOf('1.2.3.4')).toBe('1.2.3.4')
})
test('TLS is told by the connection, by a proxy that is trusted, and by the address of the product', () => {
  const over = (headers: IncomingHttpHeaders, setting = '0') =>
    isSecure(from('10.0.0.1', headers), trustedProxies(setting))
  const proxied = { 'x-forwarded-proto': 'https' }
  expect(over({})).toBe(false)
  expect(over(proxied)).toBe(false)
  expect(over(proxied, '1')).toBe(true)
  expect(over({ 'x-forwarded-proto': 'https, http' }, '1')).toBe(false)
  expect(isSecure({ socket: new TLSSocket(new Socket()), headers: {} }, trustedProxies('0'))).toBe(true)
  vi.stubEnv('PUBLIC_URL', 'https://plan.example.com')
  expect(over({})).toBe(true)
  vi.unstubAllEnvs()
})
test('a page of this product is told by its origin; behind a proxy by the host that the proxy was asked for', () => {
  const page = (headers: IncomingHttpHeaders, setting = '0') =>
    isOwnPage(from('10.0.0.1', headers), trustedProxies(setting))
  expect(page({ host: 'plan.example.com' })).toBe(true)
  expect(page({ host: 'plan.example.com', origin: 'https://plan.example.com' })).toBe(true)
  expect(page({ host: 'plan.example.com', origin: 'https://evil.example.com' })).toBe(false)
  expect(page({ host: 'plan.example.com', origin: 'null' })).toBe(false)
  const behind = { host: '10.0.0.9:3000', origin: 'https://plan.example.com', 'x-forwarded-host': 'plan.example.com' }
  expect(page(behind)).toBe(false)
  expect(page(behind, '1')).toBe(true)
})
