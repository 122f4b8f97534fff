/**
 * Runs that somebody has made longer than the work takes are so much longer wherever the task goes. A plan says when a task
 * begins and ends, not how long it runs: that is the working time between, as it was before a machine stopped or the start
 * was missed. No task spans frozen time, so what is frozen within one is new.
 */
import { workedBetween } from '../../calendar/working-time.ts'
import { alternativeOn } from '../problem/charge.ts'
import { compile } from '../problem/model.ts'
import { type Operation, type Problem, shortestTaskSeconds } from '../problem/problem.ts'
import type { StandingTask } from '../standing/standing-plan.ts'

/** The problem with such runs as its own; itself where there are none. */
export function withLongerRuns(problem: Problem, tasks: readonly StandingTask[]): Problem {
  const factors = factorsOf(problem, tasks)
  if (factors.size === 0) return problem
  return { ...problem, operations: problem.operations.map(one => stretched(one, factors.get(one.id))) }
}

function stretched(operation: Operation, factor: number | undefined): Operation {
  if (factor === undefined) return operation
  const machines = operation.machines.map(one =>
    one.runSeconds === null
      ? one
      : { ...one, runSeconds: Math.round(Math.max(shortestTaskSeconds, Math.ceil(one.runSeconds)) * factor) },
  )
  return { ...operation, machines }
}

/** How many times as long as it has to be a run is, of those that are longer. In a charge each has the time of the longest. */
function factorsOf(problem: Problem, tasks: readonly StandingTask[]): Map<string, number> {
  const free = new Map(problem.operations.flatMap(one => (one.fixed ? [] : [[one.id, one]])))
  const alone = tasks.filter(({ operation, charge }) => free.has(operation) && charge === undefined)
  const now = alone.reduce((first, { setupStart }) => Math.min(first, setupStart), problem.now)
  const machines = problem.machines.map(({ frozen: _, ...one }) => one)
  const operations = alone.map(({ operation }) => ({ ...free.get(operation)!, predecessors: [] }))
  const model = compile({ ...problem, now, machines, operations })
  const factors = new Map<string, number>()
  for (const { operation, machine, start, end } of alone) {
    const i = model.operationNumber.get(operation)!
    const alternative = alternativeOn(model, i, model.machineNumber.get(machine) ?? -1)
    if (alternative < 0) continue
    const factor = workedBetween(model.tables[model.altTable[alternative]!]!, start, end) / model.altRun[alternative]!
    if (factor > 1) factors.set(operation, factor)
  }
  return factors
}
