/** Where the rows of each operation begin: they are counted before they are written, so that each goes where it belongs. */
import type { Operation } from '../problem/problem.ts'

export interface Firsts {
  /** All of its machines; those that cannot run it leave their rows free. */
  readonly altFirst: Int32Array
  readonly predFirst: Int32Array
  readonly holdFirst: Int32Array
}

/** `numberOf`: of the operations as they are given. */
export function countRows(given: readonly Operation[], numberOf: Int32Array): Firsts {
  const altFirst = new Int32Array(given.length + 1)
  const predFirst = new Int32Array(given.length + 1)
  const holdFirst = new Int32Array(given.length + 1)
  for (let place = 0; place < given.length; place++) {
    const { machines, predecessors, holds } = given[place]!
    const after = numberOf[place]! + 1
    altFirst[after] = machines.length
    predFirst[after] = predecessors.length
    if (holds !== undefined) holdFirst[after] = holds.length
  }
  for (let i = 0; i < given.length; i++) {
    altFirst[i + 1]! += altFirst[i]!
    predFirst[i + 1]! += predFirst[i]!
    holdFirst[i + 1]! += holdFirst[i]!
  }
  return { altFirst, predFirst, holdFirst }
}
