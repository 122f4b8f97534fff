import { defaultErrorText, generalErrors, httpErrorTexts } from '@qitao/core/general.errors.ts'
import { type ErrorDefinition, explain, type RefusalData } from '@qitao/core/refusal.ts'
import { type Language, say, text } from '@qitao/core/text.ts'
import { withTrace } from '@qitao/core/trace.ts'

/** Why a call gave no answer: the server refused, HTTP failed, the network is down, or time is over. */
type FailureKind = 'refused' | 'http' | 'network' | 'timeout'

export class CallFailure extends Error {
  readonly kind: FailureKind
  /** Code of the catalogue, the HTTP status, or 0. */
  readonly code: number
  readonly data: RefusalData
  readonly serverMessage: string
  /** No answer came to something that writes: it may be done, and the same attempt again finds out. */
  readonly unanswered: boolean = false
  /** The server looked for the key: no attempt before this one was done. */
  readonly isFirst: boolean = false
  constructor(kind: FailureKind, code: number, data: RefusalData = {}, serverMessage = '') {
    super(`${kind} ${code}`)
    this.kind = kind
    this.code = code
    this.data = data
    this.serverMessage = serverMessage
  }
  atFirst(): CallFailure {
    return Object.assign(new CallFailure(this.kind, this.code, this.data, this.serverMessage), { isFirst: true })
  }
  mayBeDone(): CallFailure {
    return Object.assign(new CallFailure(this.kind, this.code, this.data, this.serverMessage), { unanswered: true })
  }
}

export type ErrorTable = Readonly<Record<string, ErrorDefinition>>
const defined = new Map<number, ErrorDefinition>()
/** Areas hand in their errors; the text of a code is then found here. */
export function defineErrors(tables: readonly ErrorTable[]): void {
  for (const table of tables) for (const error of Object.values(table)) defined.set(error.code, error)
}
/** All of them, by number. */
export const knownErrors = (): ErrorDefinition[] => [...defined.values()].toSorted((a, b) => a.code - b.code)
defineErrors([generalErrors])

const networkText = text(
  '无法连接服务器，请检查网络后重试',
  'The server cannot be reached. Check the network and try again',
)
const unansweredText = text(
  '{usual}。没有收到服务器的答复，可能已经完成：再按一次不会重复',
  '{usual}. No answer came from the server, so it may be done already: press again, it is not done twice',
)
const timeoutText = text('请求超时，请稍后重试', 'The request took too long. Try again later')

const serverFailed = 500

/** What people read: the text defined for the code, else the server's message, else the default (section 8). */
export function failureText(failure: CallFailure, language: Language): string {
  const usual = usualText(failure, language)
  // A server that failed has told so itself.
  return failure.unanswered && failure.code !== serverFailed ? say(unansweredText, language, { usual }) : usual
}
function usualText(failure: CallFailure, language: Language): string {
  if (failure.kind === 'network') return networkText[language]
  if (failure.kind === 'timeout') return explain({ text: defaultErrorText }, { detail: timeoutText }, language)
  if (failure.kind === 'http') {
    const { trace_id } = failure.data
    const words = (httpErrorTexts[failure.code] ?? defaultErrorText)[language]
    return withTrace(words, failure.code >= serverFailed ? String(trace_id ?? '') : undefined, language)
  }
  const definition = defined.get(failure.code)
  if (definition) return explain(definition, failure.data, language)
  return failure.serverMessage || defaultErrorText[language]
}
/** 5056 and 5326 are warnings, all others errors. */
export const failureLevel = (failure: CallFailure): 'error' | 'warning' =>
  failure.code === generalErrors.partlyDone.code || failure.code === 5326 ? 'warning' : 'error'

export const isFailure = (error: unknown, definition: Pick<ErrorDefinition, 'code'>): error is CallFailure =>
  error instanceof CallFailure && error.kind === 'refused' && error.code === definition.code
