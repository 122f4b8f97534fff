/** Seconds between two families on one machine, by number. */
import type { Changeover } from './problem.ts'

export interface Changeovers {
  readonly otherwise: number
  /** Place of each family in the matrix, -1 when it is in no pair. */
  readonly place: Int32Array
  /** Square, -1 where no pair is listed. */
  readonly size: number
  readonly seconds: Float64Array
}

export const noChangeover: Changeovers = {
  otherwise: 0,
  place: new Int32Array(0),
  size: 0,
  seconds: new Float64Array(0),
}

export function compileChangeover(matrix: Changeover, families: ReadonlyMap<string, number>): Changeovers {
  const place = new Int32Array(families.size).fill(-1)
  let size = 0
  for (const { from, to } of matrix.pairs) {
    for (const family of [from, to]) {
      const number = families.get(family)
      if (number !== undefined && place[number] === -1) place[number] = size++
    }
  }
  const seconds = new Float64Array(size * size).fill(-1)
  for (const pair of matrix.pairs) {
    const from = families.get(pair.from)
    const to = families.get(pair.to)
    if (from !== undefined && to !== undefined) seconds[place[from]! * size + place[to]!] = Math.ceil(pair.seconds)
  }
  return { otherwise: Math.ceil(matrix.otherwise ?? 0), place, size, seconds }
}

/** Nothing known to stand on the machine, or a task without a family, costs nothing. */
export function changeoverSeconds(matrix: Changeovers, from: number, to: number): number {
  if (from < 0 || to < 0 || matrix === noChangeover) return 0
  const a = matrix.place[from]!
  const b = matrix.place[to]!
  if (a >= 0 && b >= 0) {
    const listed = matrix.seconds[a * matrix.size + b]!
    if (listed >= 0) return listed
  }
  return from === to ? 0 : matrix.otherwise
}
