import { type HookMessage, hookHeaders, signedText } from '@qitao/insight/model/hook/web-hook.rules.ts'
import { hookKinds, testKind } from '@qitao/insight/model/hook/web-hook-events.ts'
import { z } from 'zod'

/** Older messages may have been listened to and sent anew. */
const longestSeconds = 300
const message = z.object({
  id: z.string(),
  kind: z.enum([...hookKinds, testKind]),
  time: z.int(),
  company_code: z.string(),
  data: z.record(z.string(), z.unknown()),
})

/**
 * The message of a web hook, when it comes from the product: `body` as it arrived, byte for byte. Undefined when its signature is
 * not of this secret, or too old. It may come more than once: `id` says which it is.
 */
export async function readHook(
  secret: string,
  headers: Headers,
  body: string,
  now: number = Date.now() / 1000,
): Promise<HookMessage | undefined> {
  const time = Number(headers.get(hookHeaders.timestamp))
  const [, signature] = /^v1=([0-9a-f]{64})$/.exec(headers.get(hookHeaders.signature) ?? '') ?? []
  if (signature === undefined || !(Math.abs(now - time) <= longestSeconds)) return undefined
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const words = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', words.encode(secret), hmac, false, ['verify'])
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
  if (!(await crypto.subtle.verify('HMAC', key, bytes, words.encode(signedText(time, body))))) return undefined
  return message.parse(JSON.parse(body))
}
