/** What is wrong with a solution, judged from the files alone and without the code of the search. */
import type { ShopFile, ShopSolutionFile } from '../shop-file.ts'

export function violations(
  { jobs, precedence, setup }: ShopFile,
  { makespan, operations }: ShopSolutionFile,
): string[] {
  const wrong: string[] = []
  const at = new Map(operations.map(task => [`${task.job}/${task.op}`, task]))
  const all = jobs.reduce((sum, job) => sum + job.length, 0)
  if (at.size !== all || operations.length !== all) wrong.push(`${operations.length} tasks for ${all} operations`)
  for (const { job, op, machine, start, end } of operations) {
    if (start < 0) wrong.push(`${job}/${op} starts at ${start}`)
    if (!jobs[job]![op]!.some(([allowed, duration]) => allowed === machine && end - start === duration))
      wrong.push(`${job}/${op} takes ${end - start} on machine ${machine}`)
  }
  for (const [job, list] of jobs.entries()) {
    for (const [before, after] of precedence?.[job] ?? list.slice(1).map((_, k) => [k, k + 1] as const))
      if (at.get(`${job}/${after}`)!.start < at.get(`${job}/${before}`)!.end) wrong.push(`${job}/${after} is too early`)
  }
  for (const a of operations) {
    for (const b of operations) {
      if (a === b || a.machine !== b.machine || b.start < a.start || (b.start === a.start && b.end <= a.end)) continue
      const between = operations.some(
        c => c.machine === a.machine && c.start >= a.end && c.end <= b.start && c !== a && c !== b,
      )
      const matrix = setup && (setup.matrix.length === 1 ? setup.matrix[0]! : setup.matrix[a.machine]!)
      const gap = matrix && !between ? matrix[setup.opFamily[a.job]![a.op]!]![setup.opFamily[b.job]![b.op]!]! : 0
      if (b.start < a.end + gap) wrong.push(`${b.job}/${b.op} overlaps ${a.job}/${a.op} on machine ${a.machine}`)
    }
  }
  if (makespan !== Math.max(0, ...operations.map(({ end }) => end))) wrong.push(`makespan ${makespan}`)
  return wrong
}
