import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'

/** One calculation of a kind at a time for a company: a second one is told to wait (6103). */
export async function startOnce(
  { startJob }: Context,
  type: 'schedule' | 'simulation',
  input: unknown,
): Promise<string> {
  try {
    return await startJob({ type, input, singleton: type })
  } catch (error) {
    const running = error instanceof Refusal && error.definition.code === generalErrors.programLocked.code
    throw running ? new Refusal(schedulingErrors.scheduleRunning) : error
  }
}
