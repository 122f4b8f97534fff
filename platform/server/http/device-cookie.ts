import type { IncomingHttpHeaders } from 'node:http'

/**
 * What a device is known by that was registered: a secret in a cookie that no script reads. It opens nothing by itself; calls take their
 * token from the header alone.
 */
const plainName = 'device'
/** Of a browser that has come over TLS; no other host of the domain can set it. */
const secureName = '__Host-device'
/** As long as browsers keep one. */
const keptSeconds = 400 * 24 * 3600
const longest = 200

const nameOf = (isSecure: boolean): string => (isSecure ? secureName : plainName)

export function deviceSecretOf({ cookie }: Pick<IncomingHttpHeaders, 'cookie'>, isSecure: boolean): string | undefined {
  const start = `${nameOf(isSecure)}=`
  const pairs = (cookie ?? '').split(';').map(pair => pair.trim())
  const secret = pairs.find(pair => pair.startsWith(start))?.slice(start.length)
  return !secret || secret.length > longest ? undefined : secret
}
export const deviceCookie = (secret: string, isSecure: boolean): string =>
  `${nameOf(isSecure)}=${secret}; Max-Age=${keptSeconds}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
