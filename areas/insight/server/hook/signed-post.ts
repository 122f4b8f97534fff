import { createHmac } from 'node:crypto'
import type { Instant } from '@qitao/core/time.ts'
import { type Posted, post } from '@qitao/platform/server/outward/post.ts'
import { openKept } from '@qitao/platform/server/secrets.ts'
import { hookHeaders, signedText } from '../../model/hook/web-hook.rules.ts'

/** Tests listen on their own machine; nothing else does. */
export const allowsLoopback = (): boolean => process.env.WEB_HOOK_LOOPBACK === '1'

export interface ToSend {
  readonly id: string
  readonly org_id: string
  readonly hook_id: string
  readonly kind: string
  readonly address: string
  /** As it is kept. */
  readonly secret: string
  readonly body: string
}
export const signatureOf = (secret: string, time: Instant, body: string): string =>
  `v1=${createHmac('sha256', secret).update(signedText(time, body)).digest('hex')}`

/** Where the secret of a hook is kept. */
export const hookPlace = (org_id: string, hook_id: string): string => `hook ${org_id} ${hook_id}`

/** Sends an event to its hook, once. */
export async function sendSigned(
  { id, org_id, hook_id, kind, address, secret: kept, body }: ToSend,
  now: Instant,
): Promise<Posted> {
  const secret = openKept(kept, hookPlace(org_id, hook_id))
  if (secret === undefined) return { answer_code: null, fault: 'secret', said: '', took_ms: 0 }
  return post({
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
}
