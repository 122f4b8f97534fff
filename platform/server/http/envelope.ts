import { isDeepStrictEqual } from 'node:util'
import type { AnyCall, Envelope } from '@qitao/core/call.ts'
import { explain, Refusal } from '@qitao/core/refusal.ts'
import type { Language } from '@qitao/core/text.ts'
import { declaredOf } from './declared.ts'
import { Warning } from './handle.ts'

export const envelope = <T>(code: number, message: string, data: T | null = null): Envelope<T> => ({
  code,
  message,
  data,
})

export function refusalEnvelope(refusal: Refusal, language: Language): Envelope {
  const { definition, data } = refusal
  return envelope(definition.code, explain(definition, data, language), Object.keys(data).length > 0 ? data : null)
}

/** Seconds after which a refused call may come again, where the refusal tells. */
export function againSecondsOf({ code, data }: Envelope): number | undefined {
  const { wait_seconds } = (code !== success && (data as { wait_seconds?: unknown } | null)) || {}
  return typeof wait_seconds === 'number' ? wait_seconds : undefined
}

const success = 200
const successTexts = { zh: '操作成功', en: 'Operation succeeded' }

/** What a handler came to, as far as its call declares it. `checks`: the answer has to keep its contract. */
export function answerEnvelope(call: AnyCall, result: unknown, language: Language, checks: boolean): Envelope {
  if (result instanceof Refusal) return refusalEnvelope(result, language)
  const checked = (data: unknown): unknown => {
    const sent = declaredOf(call.output)(data)
    if (checks && !isDeepStrictEqual(call.output.parse(data), sent))
      throw new Error(`${call.path} sends something else than its contract makes of the answer`)
    return sent
  }
  if (result instanceof Warning)
    return envelope(result.definition.code, explain(result.definition, {}, language), checked(result.data))
  return envelope(success, successTexts[language], checked(result))
}
