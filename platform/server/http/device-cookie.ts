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

export function deviceSecretOf({ cookie }: Pick<IncomingHttpHeaders, 'cookie'>): string | undefined {
  const pairs = (cookie ?? '').split(';').map(pair => pair.trim())
  const found = [secureName, plainName].map(name =>
    pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1),
  )
  const secret = found.find(value => value)
  return secret === undefined || secret.length > longest ? undefined : secret
}
export const deviceCookie = (secret: string, isSecure: boolean): string =>
  `${isSecure ? secureName : plainName}=${secret}; Max-Age=${keptSeconds}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
