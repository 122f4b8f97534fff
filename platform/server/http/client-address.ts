import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Whether what the sender of a request says of its sender is believed; hop 0 is who holds the connection. */
export type TrustsProxy = (address: string, hop: number) => boolean

const trustsNobody: TrustsProxy = () => false

/**
 * TRUST_PROXY: how many proxies stand before the server, or their addresses and networks (10.0.0.2, 10.1.0.0/16). Never all:
 * the leftmost address of a list is whatever the caller wrote there.
 */
export function trustedProxies(setting: string | undefined): TrustsProxy {
  const given = setting?.trim() ?? ''
  if (given === '' || given === '0') return trustsNobody
  if (/^[1-9]$/.test(given)) return (_, hop) => hop < Number(given)
  const trusted = new BlockList()
  for (const one of given.split(/[\s,]+/).filter(Boolean)) {
    const [address = '', bits] = one.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    try {
      // A network of everybody trusts all.
      if (bits === '0') throw new RangeError()
      if (bits === undefined) trusted.addAddress(address, family)
      else trusted.addSubnet(address, Number(bits), family)
    } catch {
      throw new RangeError(`TRUST_PROXY: ${one} is neither a number of proxies (1 to 9) nor an address or network.`)
    }
  }
  return address => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Who asks: from the connection on to the left, as far as those who tell it are trusted. */
export function addressOf(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trusts: TrustsProxy,
): string {
  const told = String(headers['x-forwarded-for'] ?? '').split(',')
  let address = socket.remoteAddress ?? ''
  for (let hop = 0; hop < told.length && trusts(address, hop); hop++) {
    const before = told.at(-1 - hop)!.trim()
    if (isIP(before) === 0) break
    address = before
  }
  return address
}

/** Whether the browser comes over TLS, which may end at a proxy. */
export function isSecure(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trusts: TrustsProxy,
): boolean {
  if (process.env.PUBLIC_URL?.startsWith('https:')) return true
  const told = trusts(socket.remoteAddress ?? '', 0) ? String(headers['x-forwarded-proto'] ?? '') : ''
  const protocol = told.split(',').at(-1)?.trim()
  return protocol ? protocol === 'https' : 'encrypted' in socket
}

/**
 * Whether a browser's page that asks is one of this product's. Browsers tell where a page comes from; other programs say
 * nothing, and have no session of a browser that they could misuse.
 */
export function isOwnPage(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trusts: TrustsProxy,
): boolean {
  const { origin } = headers
  if (origin === undefined) return true
  const told = trusts(socket.remoteAddress ?? '', 0) ? headers['x-forwarded-host'] : undefined
  const own = [
    headers.host,
    String(told ?? '')
      .split(',')
      .at(-1)
      ?.trim(),
    hostOf(process.env.PUBLIC_URL),
  ]
  const host = hostOf(origin)
  return host !== undefined && own.includes(host)
}
const hostOf = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) ? new URL(address).host : undefined

/** What limits count by: an IPv6 network of 64 bits belongs to one household or plant. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6 || address.includes('.')) return address.replace(/^::ffff:/i, '')
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const gap = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(Math.max(0, gap)).fill('0'), ...right].slice(0, 4).join(':')
}
