import { BlockList, isIP } from 'node:net'

/** Addresses that are of a network of its own, of the machine itself, or of nobody (IANA special-purpose registries). */
const special4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** What is global unicast, less what carries an IPv4 address in it or is for documents. */
const global6 = ['2000::', 3] as const
const special6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]
const blocked = new BlockList()
for (const [net, prefix] of special4) blocked.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of special6) blocked.addSubnet(net, prefix, 'ipv6')
const global = new BlockList()
global.addSubnet(global6[0], global6[1], 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** An address that anybody on the internet may be asked at. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const family = familyOf(address)
  return !blocked.check(address, family) && (family === 'ipv4' || global.check(address, family))
}
/** An address of the machine itself. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, familyOf(address))
