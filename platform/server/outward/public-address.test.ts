import { expect, test } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

test('addresses of the machine, of networks of one’s own, and of nobody are not public', () => {
  const inner = [
    ...['127.0.0.1', '127.255.0.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    // The address where clouds tell their machines secrets.
    ...['169.254.169.254', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.2.1'],
    ...[
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      'fd12::1',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '::ffff:8.8.8.8',
    ],
    // An inner address in other clothes: 6to4, Teredo, NAT64.
    ...['2002:7f00:1::', '2001:0:1::1', '64:ff9b::7f00:1', '2001:db8::1', 'no address', ''],
  ]
  expect(inner.filter(isPublicAddress)).toEqual([])
})
test('other addresses are', () => {
  const outer = ['8.8.8.8', '172.32.0.1', '11.0.0.1', '100.128.0.1', '2606:4700::1111', '2400:3200::1']
  expect(outer.filter(one => !isPublicAddress(one))).toEqual([])
})
test('the machine itself is known', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1'].every(isLoopbackAddress)).toBe(true)
  expect(['10.0.0.1', '8.8.8.8', '2606:4700::1111', 'localhost'].some(isLoopbackAddress)).toBe(false)
})
