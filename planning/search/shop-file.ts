/** Job shops as JSON files: the instance and solution format of the public benchmark collections the bench reads. */
import { makeShop, type Shop } from './shop.ts'

export interface ShopFile {
  readonly name: string
  readonly family?: string
  readonly machines: number
  /** jobs[job][operation] = eligible [machine, duration]. */
  readonly jobs: readonly (readonly (readonly (readonly [machine: number, duration: number])[])[])[]
  /** Arcs [before, after] within each job; absent: each job is a chain. */
  readonly precedence?: readonly (readonly (readonly [before: number, after: number])[])[]
  readonly setup?: { readonly opFamily: readonly (readonly number[])[]; readonly matrix: readonly number[][][] }
}

export interface ShopSolutionFile {
  readonly makespan: number
  readonly operations: readonly {
    readonly job: number
    readonly op: number
    readonly machine: number
    readonly start: number
    readonly end: number
  }[]
}

export function readShop({ machines, jobs, precedence, setup }: ShopFile): Shop {
  const arcs: [number, number][] = []
  let first = 0
  for (const [j, job] of jobs.entries()) {
    const within = precedence?.[j] ?? job.slice(1).map((_, k) => [k, k + 1] as const)
    for (const [before, after] of within) arcs.push([first + before, first + after])
    first += job.length
  }
  return makeShop({
    machineCount: machines,
    choices: jobs.flat(),
    arcs,
    changeover: setup && { family: setup.opFamily.flat(), matrices: setup.matrix },
  })
}

export function writeShopSolution(
  { jobs }: ShopFile,
  { makespan, machine, start, end }: { makespan: number; machine: Int32Array; start: Int32Array; end: Int32Array },
): ShopSolutionFile {
  let i = 0
  const operations = jobs.flatMap((operations, job) =>
    operations.map((_, op) => {
      const at = i++
      return { job, op, machine: machine[at]!, start: start[at]!, end: end[at]! }
    }),
  )
  return { makespan, operations }
}
