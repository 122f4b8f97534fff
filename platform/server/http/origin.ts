import { BlockList, isIP } from 'node:net'

/**
 * Under which address the product is called, for links that leave it. The Host header is what the caller says it is: a name out
 * in the world must come from PUBLIC_URL, or a forged one would send people's keys elsewhere. A name that only the own network
 * has is taken from the call.
 */
export function originOf(
  called: { readonly protocol: string; readonly host: string },
  public_url?: string,
): string | null {
  if (public_url) return public_url.replace(/\/+$/, '')
  const origin = `${called.protocol}://${called.host}`
  if (!URL.canParse(origin)) return null
  const url = new URL(origin)
  const isBare = url.href === `${url.origin}/`
  return isBare && isOfOwnNetwork(url.hostname) ? url.origin : null
}

const ownNetwork = new BlockList()
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  ownNetwork.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  ownNetwork.addSubnet(net, prefix, 'ipv6')

function isOfOwnNetwork(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  if (family !== 0) return ownNetwork.check(address, family === 4 ? 'ipv4' : 'ipv6')
  // Names without a dot, and those that are kept for networks of one's own, are in no public register.
  return !address.includes('.') || /\.(localhost|local|lan|internal|home\.arpa)$/.test(address)
}
