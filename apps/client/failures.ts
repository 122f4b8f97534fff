import type { ErrorDefinition, RefusalData } from '@qitao/core/refusal.ts'

/** The server has answered no, and has changed nothing; of several records those in `data.done_ids` are done (5056). */
export class Refused extends Error {
  /** Of the error catalogue. */
  readonly code: number
  /** Field, row and figures of what is to be mended. */
  readonly data: RefusalData
  constructor(code: number, message: string, data: RefusalData) {
    super(message)
    this.name = 'Refused'
    this.code = code
    this.data = data
  }
  is(error: Pick<ErrorDefinition, 'code'>): boolean {
    return this.code === error.code
  }
}

/** Why no answer came: the network, the time, the server itself, or an answer that is none of this call. */
export type NoAnswerKind = 'network' | 'timeout' | 'http' | 'contract'

/** No answer came, after all tries. */
export class NoAnswer extends Error {
  readonly kind: NoAnswerKind
  /** Of HTTP; 0 where nothing came. */
  readonly status: number
  /** Of something that writes: the key under which it was sent. It may be done; sent again under this key it is not done twice. */
  readonly key: string | undefined
  constructor(kind: NoAnswerKind, status: number, key: string | undefined, options?: ErrorOptions) {
    super(`no answer: ${kind}${status > 0 ? ` ${status}` : ''}`, options)
    this.name = 'NoAnswer'
    this.kind = kind
    this.status = status
    this.key = key
  }
}
