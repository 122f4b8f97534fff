/**
 * The makespan problem of the search: operations in jobs (chains or DAGs), each on one of some machines, with change-overs
 * that depend on the sequence. Everything lies in typed arrays; an operation is its index, and the index `count` stands for
 * "none". Calendars, people and batches are not here: they belong to `../scheduling`.
 */
export interface Shop {
  /** Number of operations. */
  readonly count: number
  readonly machineCount: number
  /** Lists in one array: those of operation i are at [start[i], start[i + 1]). */
  readonly predecessorStart: Int32Array
  readonly predecessors: Int32Array
  readonly successorStart: Int32Array
  readonly successors: Int32Array
  /** A choice is one eligible machine with its duration; those of operation i are at [choiceStart[i], choiceStart[i + 1]). */
  readonly choiceStart: Int32Array
  readonly choiceMachine: Int32Array
  readonly choiceDuration: Int32Array
  /** No earlier start than this. */
  readonly notBefore: Int32Array
  /** Time that has to follow the end of the operation whatever comes next. */
  readonly notAfter: Int32Array
  readonly changeover: ShopChangeover | null
}

export interface ShopChangeover {
  /** Families of the operations; the last one, for "none", costs nothing. */
  readonly family: Int32Array
  readonly familyCount: number
  /** time[(machine * familyCount + from) * familyCount + to] */
  readonly time: Int32Array
}

/** Which machine each operation takes, and a topological order that also gives the sequence on each machine. */
export interface Sequence {
  readonly order: Int32Array
  readonly choice: Int32Array
  makespan: number
}

export interface ShopParts {
  readonly machineCount: number
  /** For each operation its eligible machines with their durations. */
  readonly choices: readonly (readonly (readonly [machine: number, duration: number])[])[]
  readonly arcs: readonly (readonly [before: number, after: number])[]
  readonly notBefore?: Int32Array
  readonly notAfter?: Int32Array
  readonly changeover?: { readonly family: readonly number[]; readonly matrices: readonly number[][][] } | undefined
}

export function makeShop({ machineCount, choices, arcs, notBefore, notAfter, changeover }: ShopParts): Shop {
  const count = choices.length
  const choiceStart = new Int32Array(count + 1)
  for (let i = 0; i < count; i++) choiceStart[i + 1] = choiceStart[i]! + choices[i]!.length
  const choiceMachine = new Int32Array(choiceStart[count]!)
  const choiceDuration = new Int32Array(choiceStart[count]!)
  for (let i = 0; i < count; i++) {
    for (const [k, [machine, duration]] of choices[i]!.entries()) {
      choiceMachine[choiceStart[i]! + k] = machine
      choiceDuration[choiceStart[i]! + k] = duration
    }
  }
  const [predecessorStart, predecessors] = adjacency(count, arcs, 1, 0)
  const [successorStart, successors] = adjacency(count, arcs, 0, 1)
  return {
    count,
    machineCount,
    predecessorStart,
    predecessors,
    successorStart,
    successors,
    choiceStart,
    choiceMachine,
    choiceDuration,
    notBefore: notBefore ?? new Int32Array(count),
    notAfter: notAfter ?? new Int32Array(count),
    changeover: changeover ? flatten(changeover.family, changeover.matrices, machineCount) : null,
  }
}

function adjacency(
  count: number,
  arcs: readonly (readonly [number, number])[],
  from: 0 | 1,
  to: 0 | 1,
): [Int32Array, Int32Array] {
  const start = new Int32Array(count + 1)
  for (const arc of arcs) start[arc[from] + 1]!++
  for (let i = 0; i < count; i++) start[i + 1]! += start[i]!
  const fill = start.slice(0, count)
  const list = new Int32Array(arcs.length)
  for (const arc of arcs) list[fill[arc[from]]!++] = arc[to]
  return [start, list]
}

function flatten(
  family: readonly number[],
  matrices: readonly (readonly (readonly number[])[])[],
  machineCount: number,
): ShopChangeover {
  const last = matrices[0]!.length
  const familyCount = last + 1
  const time = new Int32Array(machineCount * familyCount * familyCount)
  for (let machine = 0; machine < machineCount; machine++) {
    const matrix = matrices.length === 1 ? matrices[0]! : matrices[machine]!
    for (let from = 0; from < last; from++)
      for (let to = 0; to < last; to++) time[(machine * familyCount + from) * familyCount + to] = matrix[from]![to]!
  }
  return { family: Int32Array.from([...family, last]), familyCount, time }
}

export const makeSequence = (shop: Shop): Sequence => ({
  order: new Int32Array(shop.count),
  choice: new Int32Array(shop.count),
  makespan: Number.MAX_SAFE_INTEGER,
})

export function copySequence(from: Sequence, to: Sequence): void {
  to.order.set(from.order)
  to.choice.set(from.choice)
  to.makespan = from.makespan
}
