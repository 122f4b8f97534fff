import { type Text, text } from '@qitao/core/text.ts'
import { minuteSeconds } from '@qitao/core/time.ts'

/** A challenge is answered within five minutes, once. */
export const challengeSeconds = 5 * minuteSeconds
export const mostPasskeys = 20

/** What a passkey belongs to: the name of the product's address (RP ID), and the address itself, which the browser signs. */
export interface PasskeyPlace {
  readonly rp_id: string
  readonly origin: string
}
type Unfit = 'unknown' | 'number' | 'insecure'

const address = /^((https?):\/\/(\[[^\]]*\]|[^/:]+)(?::\d+)?)(?:\/|$)/
const usualPort = /^(http:.*):80$|^(https:.*):443$/
const isNumber = (host: string): boolean => host.startsWith('[') || /^[\d.]+$/.test(host)
const isOwnMachine = (host: string): boolean => /^(.+\.)?localhost$/.test(host)

/** Passkeys belong to names, never to bare numbers, and need TLS everywhere but on the own machine (WebAuthn, section 5.1). */
export function passkeyPlaceOf(origin: string | null): PasskeyPlace | Unfit {
  const [, called, protocol, host] = (origin && address.exec(origin.toLowerCase())) || []
  if (!called || !host) return 'unknown'
  if (isNumber(host)) return 'number'
  if (protocol !== 'https' && !isOwnMachine(host)) return 'insecure'
  return { rp_id: host, origin: called.replace(usualPort, '$1$2') }
}

/** Why passkeys do not work under an address, and what helps. */
export const unfitTexts: Readonly<Record<Unfit, Text>> = {
  unknown: text(
    '请系统管理员设置 PUBLIC_URL（对外访问地址）后重启服务',
    'Ask whoever runs the system to set PUBLIC_URL, its address, and start it again',
  ),
  number: text(
    '通行密钥只属于域名，不能用于数字地址：请用域名打开本系统',
    'Passkeys belong to a name, not to a number: open the product by the name of its address',
  ),
  insecure: text(
    '通行密钥需要HTTPS：请用 https:// 地址打开本系统',
    'Passkeys need HTTPS: open the product by its https:// address',
  ),
}

interface Here {
  /** Address that the browser shows. */
  readonly shown: string
  /** Address under which the server takes passkeys. */
  readonly served: string | null
  readonly isSupported: boolean
}
/** Why this browser cannot use a passkey here, with the address where it can; undefined: it can. */
export function passkeyBar({ shown, served, isSupported }: Here): { why: Text; open?: string } | undefined {
  const place = passkeyPlaceOf(shown)
  const there = passkeyPlaceOf(served)
  if (typeof place === 'string') {
    const loopback = shown.replace(/^(https?:\/\/)(127\.0\.0\.1|\[::1\])(?=:|$)/, '$1localhost')
    if (loopback !== shown && typeof there === 'string') return { why: unfitTexts.number, open: loopback }
    return typeof there === 'string' ? { why: unfitTexts[place] } : { why: unfitTexts[place], open: there.origin }
  }
  if (typeof there === 'string') return { why: unfitTexts[there] }
  if (there.origin !== place.origin)
    return {
      why: text(
        '通行密钥只在系统的正式地址使用，请从那里登录',
        'Passkeys work under the address of the product only: sign in there',
      ),
      open: there.origin,
    }
  if (!isSupported)
    return {
      why: text('此浏览器不支持通行密钥，请换用新版浏览器', 'This browser knows no passkeys: use one of today'),
    }
  return undefined
}
