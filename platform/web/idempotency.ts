import { CallFailure } from './failures.ts'
import { uuid } from './uuid.ts'

/**
 * Keys of writing calls. An attempt whose answer never came (network, time-out, server error) may have been done: the
 * same input then goes out again under the same key, so that it happens once. An answer, good or bad, ends the key.
 */
interface KeyKeeper {
  keyFor(input: unknown): string
  ended(error?: unknown): void
}
export function keepKeys(make: () => string = uuid): KeyKeeper {
  let open: { key: string; input: string } | undefined
  return {
    keyFor(input) {
      const written = JSON.stringify(input) ?? ''
      if (open?.input !== written) open = { key: make(), input: written }
      return open.key
    },
    ended(error) {
      const answered = !(error instanceof CallFailure) || error.kind === 'refused'
      if (answered) open = undefined
    },
  }
}
