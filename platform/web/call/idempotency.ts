import type { AnyCall } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { readJson, readSession, writeSession } from '../session/storage.ts'
import { uuid } from '../uuid.ts'
import { CallFailure, isFailure } from './failures.ts'

/**
 * One key per intention. An attempt whose answer never came (network, time-out, server error) may have been done: until an
 * answer has come, done or refused, every further attempt goes out under the same key, so that it happens once. The server
 * does a key once and gives its answer again; for another input under the key of what was done it refuses.
 *
 * `client.ts` asks here for every writing call. A form or sheet is an intention of its own, whatever is changed in it between
 * attempts; any other press is known by what it asks, also after its page was left or loaded again.
 */
export interface Intention {
  /** Born at the first attempt. */
  key(): string
  /** What became of the attempt under the key; without `error` it was done. */
  ended(key: string, error?: unknown): void
}

/** What a form asked to which no answer came, and what stood in it then. */
export interface AskedInVain {
  readonly written: string
  readonly input: unknown
}
/**
 * A form that holds the same as in an attempt without an answer asks the very same again, also where the page behind it was loaded anew
 * meanwhile and knows another version: the server then gives its first answer.
 */
export const asBefore = <I>(before: AskedInVain | undefined, written: string, ask: () => I): I =>
  before?.written === written ? (before.input as I) : ask()

export const isAnswer = (error: unknown): boolean => !(error instanceof CallFailure) || error.kind === 'refused'

/** The intention of a form or sheet; a form that opens again has another one. */
export function newIntention(make: () => string = uuid): Intention {
  let open: string | undefined
  return {
    key: () => (open ??= make()),
    ended(key, error) {
      if (open === key && isAnswer(error)) open = undefined
    },
  }
}

interface Unanswered {
  /** Its digest: what was typed is not for the browser's store. */
  readonly asked: string
  readonly key: string
  /** Milliseconds of the browser's clock. */
  readonly since: number
}
/** After so long the same press means it anew: what it was about may have changed there and back. */
const pressLives = 15 * 60_000
const keptAtMost = 30
const storedAs = 'unanswered'
let presses: readonly Unanswered[] | undefined

const known = (): readonly Unanswered[] => (presses ??= readJson<Unanswered[]>(readSession(storedAs)) ?? [])
function keep(next: readonly Unanswered[]): void {
  presses = next.slice(-keptAtMost)
  writeSession(storedAs, presses.length > 0 ? JSON.stringify(presses) : undefined)
}
/** What one member left unanswered is nothing to the next. */
export const forgetPresses = (): void => keep([])
/** As a page that is loaded again finds them. */
export const rereadPresses = (): void => {
  presses = undefined
}

/** The intention of a press without a form: the call and what it asks. `asked` holds no clock and nothing random. */
export function pressOf(call: Pick<AnyCall, 'path'>, input: unknown): Intention {
  const asked = digest(`${call.path} ${JSON.stringify(input) ?? ''}`)
  return {
    key() {
      const now = Date.now()
      const before = known().find(one => one.asked === asked && now - one.since < pressLives)
      if (before) return before.key
      const key = uuid()
      keep([...known().filter(one => one.asked !== asked), { asked, key, since: now }])
      return key
    },
    ended(key, error) {
      if (isAnswer(error)) keep(known().filter(one => one.key !== key))
    },
  }
}

/** Tells texts apart, no more: 106 bits of two seeds. WebCrypto is missing over plain http, and would have to be waited for. */
function digest(words: string): string {
  const part = (seed: number): string => {
    let [a, b] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed]
    for (let at = 0; at < words.length; at++) {
      const code = words.charCodeAt(at)
      a = Math.imul(a ^ code, 2_654_435_761)
      b = Math.imul(b ^ code, 1_597_334_677)
    }
    a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
    b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
    return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36)
  }
  return `${words.length} ${part(1)} ${part(2)}`
}

/** An earlier attempt of the intention was done after all, and this one, which asks something else, was not. */
export const isDoneBefore = (error: unknown): error is CallFailure =>
  isFailure(error, generalErrors.badParameter) && error.data.field === 'Idempotency-Key'
