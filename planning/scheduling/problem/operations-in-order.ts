import type { PlanState } from '../place/plan-state.ts'

/**
 * Placed operations that are not fixed, charges by their head, predecessors first: by the start of the set-up, for from then
 * on people and moulds are held. Timed anew in this order, as early as can be, nothing takes them from one that comes later.
 */
export function operationsInOrder(plan: PlanState): number[] {
  const { model, start, setupStart, lane, head, nextMember } = plan
  const { operationCount, topological, isFixed, predFirst, predOp } = model
  const place = new Int32Array(operationCount)
  for (let i = 0; i < topological.length; i++) place[topological[i]!] = i
  const at = new Float64Array(operationCount)
  const order: number[] = []
  for (let i = 0; i < operationCount; i++) {
    if (isFixed[i] !== 0 || lane[i]! < 0 || head[i] !== i) continue
    order.push(i)
    at[i] = setupStart[i]!
    // It is set up while what it waits for has not begun: its run comes after that in any case.
    for (let member = i; member >= 0; member = nextMember[member]!) {
      for (let k = predFirst[member]!; k < predFirst[member + 1]!; k++) {
        const before = predOp[k]!
        if (isFixed[before] === 0 && start[before]! >= setupStart[i]!) at[i] = start[i]!
      }
    }
  }
  return order.sort((a, b) => at[a]! - at[b]! || place[a]! - place[b]!)
}
