import { generalErrors } from '@qitao/core/general.errors.ts'
import { type ErrorDefinition, Refusal } from '@qitao/core/refusal.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'

/** One calculation of a kind at a time for a company: a second one is told to wait. */
export async function startOnce(
  { startJob }: Context,
  type: string,
  input: unknown,
  running: ErrorDefinition,
): Promise<string> {
  try {
    return await startJob({ type, input, singleton: type })
  } catch (error) {
    const waits = error instanceof Refusal && error.definition.code === generalErrors.programLocked.code
    throw waits ? new Refusal(running) : error
  }
}
