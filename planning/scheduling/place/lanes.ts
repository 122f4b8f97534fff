/** Lanes of the machines, and the fixed tasks on them. */
import type { Problem } from '../problem/problem.ts'

/** `fixed`: the operations that are. Fixed tasks take the lanes of their machine as they come; more of them at once than it has capacity share the first to be free. */
export function lanesOf(
  { machines, operations }: Problem,
  machineNumber: ReadonlyMap<string, number>,
  fixed: readonly number[],
) {
  const laneFirst = new Int32Array(machines.length + 1)
  const laneMachine: number[] = []
  machines.forEach((machine, m) => {
    for (let lane = 0; lane < Math.max(1, Math.floor(machine.capacity ?? 1)); lane++) laneMachine.push(m)
    laneFirst[m + 1] = laneMachine.length
  })
  const taskOf = (i: number) => operations[i]!.fixed!
  const sorted = fixed.toSorted(
    (a, b) =>
      taskOf(a).setupStart - taskOf(b).setupStart ||
      taskOf(a).end - taskOf(b).end ||
      (operations[a]!.id < operations[b]!.id ? -1 : 1),
  )
  const free = new Float64Array(laneMachine.length)
  const onLane: number[][] = laneMachine.map(() => [])
  const fixedLane = new Int32Array(operations.length).fill(-1)
  for (const i of sorted) {
    const machine = machineNumber.get(taskOf(i).machine)
    if (machine === undefined) throw new Error(`Unknown machine ${taskOf(i).machine}`)
    let best = laneFirst[machine]!
    for (let lane = best + 1; lane < laneFirst[machine + 1]!; lane++) if (free[lane]! < free[best]!) best = lane
    onLane[best]!.push(i)
    fixedLane[i] = best
    free[best] = Math.max(free[best]!, taskOf(i).end)
  }
  const laneFixedFirst = new Int32Array(onLane.length + 1)
  onLane.forEach((list, lane) => {
    laneFixedFirst[lane + 1] = laneFixedFirst[lane]! + list.length
  })
  return {
    laneFirst,
    laneMachine: Int32Array.from(laneMachine),
    laneFixedFirst,
    laneFixed: Int32Array.from(onLane.flat()),
    fixedLane,
  }
}
