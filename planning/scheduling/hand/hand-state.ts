/** A copy of all that a change by hand may write, to be put back as it was. */

import type { Sequence } from '../place/sequence.ts'
import type { Model } from '../problem/model.ts'
import type { PlanState } from './plan-state.ts'

export type HandState = ReadonlyMap<Float64Array | Int32Array | Uint8Array, Float64Array | Int32Array | Uint8Array>

type Written = Pick<
  PlanState,
  'lane' | 'alternative' | 'setupStart' | 'start' | 'end' | 'setupSeconds' | 'head' | 'nextMember' | 'reason' | 'behind'
> &
  Pick<Sequence, 'before' | 'after' | 'key' | 'laneFront' | 'laneBack'>

/** `more`: what only the caller knows, such as where each task wants to stand. */
export function stateOf(plan: Written, model: Model, more: readonly (Float64Array | Int32Array)[]): HandState {
  const { lane, alternative, setupStart, start, end, setupSeconds, head, nextMember, reason, behind } = plan
  const { before, after, key, laneFront, laneBack } = plan
  const arrays = [
    ...[lane, alternative, setupStart, start, end, setupSeconds, head, nextMember, reason, behind],
    ...[before, after, key, laneFront, laneBack, model.altRun, model.kitAt, model.fixedEnd],
    ...more,
  ]
  return new Map(arrays.map(array => [array, array.slice()]))
}

export function putBack(state: HandState): void {
  for (const [array, copy] of state) array.set(copy)
}
