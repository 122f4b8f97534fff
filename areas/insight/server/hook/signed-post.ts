import { createHmac } from 'node:crypto'
import type { Instant } from '@qitao/core/time.ts'
import { type Posted, post } from '@qitao/platform/server/outward/post.ts'
import { hookHeaders, signedText } from '../../model/hook/web-hook.rules.ts'

/** Tests listen on their own machine; nothing else does. */
export const allowsLoopback = (): boolean => process.env.WEB_HOOK_LOOPBACK === '1'

export interface ToSend {
  readonly id: string
  readonly kind: string
  readonly address: string
  readonly secret: string
  readonly body: string
}
export const signatureOf = (secret: string, time: Instant, body: string): string =>
  `v1=${createHmac('sha256', secret).update(signedText(time, body)).digest('hex')}`

/** Sends an event to its hook, once. */
export const sendSigned = ({ id, kind, address, secret, body }: ToSend, now: Instant): Promise<Posted> =>
  post({
    address,
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Qitao-Hooks/1',
      [hookHeaders.delivery]: id,
      [hookHeaders.event]: kind,
      [hookHeaders.timestamp]: String(now),
      [hookHeaders.signature]: signatureOf(secret, now, body),
    },
    allowsLoopback: allowsLoopback(),
  })
