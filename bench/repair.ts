/**
 * Repair bench: machines stop, receipts slip and orders come that cannot wait, in plans that stand; each is put right, and beside
 * it all that has not begun is planned anew in the same time.
 *   npm run bench:repair -- [--dir DIR] [--only a,b] [--events 5] [--seconds 5] [--operations 10000] [--seed 1]
 * DIR holds plants (.json, .json.gz); without it a random one of --operations is taken. Prints, per plant and kind: weighted
 * lateness of the least late choice by that of the new plan, its moves by those of the new plan, moves of the choice that moves
 * the fewest, how often one was worse than pushing, faults that the checker finds, how often an operation in two parts was offered,
 * and seconds of the processor.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkChanged } from '@qitao/planning/checker/check-changed.ts'
import { seededRandom } from '@qitao/planning/random.ts'
import { schedule } from '@qitao/planning/scheduling/improve/schedule.ts'
import type { Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import { repairPlan } from '@qitao/planning/scheduling/repair/repair-plan.ts'
import { withSplitIn } from '@qitao/planning/scheduling/repair/repair-split.ts'
import { inTwoParts } from '@qitao/planning/testing/in-two-parts.ts'
import { randomPlant } from '@qitao/planning/testing/random-plant.ts'
import { readPlantProblem } from './read-plant.ts'

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    only: { type: 'string' },
    events: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    operations: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
})
const daySeconds = 86_400
const now = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e6
}
const within = (seconds: number) => {
  const until = now() + seconds
  return { seed: 1, iterations: 1e9, shouldStop: () => now() >= until }
}
type Plan = ReturnType<typeof schedule>
interface Event {
  readonly problem: Problem
  readonly rush?: string
}

const kinds: Record<string, (problem: Problem, plan: Plan, whole: (below: number) => number) => Event> = {
  stop(problem, plan, whole) {
    const soon = plan.tasks.filter(task => !task.fixed && task.start < problem.now + 10 * daySeconds)
    const task = soon[whole(soon.length)]!
    const stop = [task.start, task.start + 2 * daySeconds] as const
    const machines = problem.machines.map(one =>
      one.id === task.machine ? { ...one, frozen: [...(one.frozen ?? []), stop].sort((a, b) => a[0] - b[0]) } : one,
    )
    return { problem: { ...problem, machines } }
  },
  slip(problem, plan, whole) {
    const starts = new Map(plan.tasks.map(task => [task.operation, task.start]))
    const waits = problem.operations.filter(({ kit, fixed }) => !fixed && kit?.supplies?.length)
    const some = waits.length > 0 ? waits : problem.operations.filter(({ fixed }) => !fixed)
    const hit = some[whole(some.length)]!
    const supply = hit.kit?.supplies?.[0]?.id
    const late = (whole(5) + 2) * daySeconds
    const operations = problem.operations.map(one => {
      const waitsToo = supply !== undefined && one.kit?.supplies?.some(({ id }) => id === supply)
      if (one.fixed || (one.id !== hit.id && !waitsToo)) return one
      const at = Math.max(one.kit?.at ?? 0, starts.get(one.id) ?? problem.now) + late
      return { ...one, kit: { at, material: one.kit?.material ?? null } }
    })
    return { problem: { ...problem, operations } }
  },
  rush(problem, _, whole) {
    const like = problem.operations.filter(({ fixed }) => !fixed)[whole(100)]!.order
    const copy = (id: string) => `rush ${id}`
    const own = problem.operations.filter(({ order, fixed }) => order === like && !fixed)
    const ids = new Set(own.map(({ id }) => id))
    const weight = Math.max(...problem.orders.map(order => order.weight ?? 1))
    return {
      rush: copy(like),
      problem: {
        ...problem,
        orders: [...problem.orders, { id: copy(like), due: problem.now + 3 * daySeconds, priority: 1, weight }],
        operations: [
          ...problem.operations,
          ...own.map(({ kit: _kit, ...one }) => ({
            ...one,
            id: copy(one.id),
            order: copy(like),
            predecessors: one.predecessors
              .filter(link => ids.has(link.operation))
              .map(link => ({ ...link, operation: copy(link.operation) })),
          })),
        ],
      },
    }
  },
}

function measure(name: string, problem: Problem): void {
  const plan = schedule(problem, within(Number(values.seconds)))
  const unplanned = new Set(plan.unplanned.map(({ operation }) => operation))
  const operations = problem.operations
    .filter(({ id }) => !unplanned.has(id))
    .map(one => ({ ...one, predecessors: one.predecessors.filter(link => !unplanned.has(link.operation)) }))
  const planned = { ...problem, operations }
  const standing = new Map(plan.tasks.map(task => [task.operation, task]))
  const tasks = plan.tasks.filter(task => !task.fixed)
  for (const [kind, happen] of Object.entries(kinds)) {
    const random = seededRandom(Number(values.seed))
    let [least, anew, pushed, leastMoves, fewestMoves, anewMoves, pushMoves, worse, faults, refused, splits] =
      Array(11).fill(0)
    let most = 0
    for (let k = 0; k < Number(values.events); k++) {
      const { problem: hit, rush } = happen(planned, plan, below => Math.floor(random() * below))
      const begin = now()
      const answer = repairPlan(hit, tasks, {
        ...(rush === undefined ? {} : { rush: new Set([rush]) }),
        splits: inTwoParts,
      })
      const seconds = now() - begin
      most = Math.max(most, seconds)
      if (!answer.ok) {
        refused++
        continue
      }
      const next = schedule(
        { ...hit, operations: hit.operations.map(one => withStanding(one, standing)) },
        within(seconds),
      )
      const moved = next.tasks.filter(task => {
        const stood = standing.get(task.operation)
        return !stood || stood.machine !== task.machine || stood.start !== task.start || stood.end !== task.end
      })
      const whole = answer.choices.filter(({ split }) => !split)
      const [fewest, last] = [whole[0]!, whole.at(-1)!]
      splits += answer.choices.length - whole.length
      least += last.totals.weightedLateHours
      anew += next.score.weightedTardinessHours
      pushed += answer.push?.totals.weightedLateHours ?? 0
      leastMoves += last.moved.length
      fewestMoves += fewest.moved.length
      anewMoves += moved.length
      pushMoves += answer.push?.movedCount ?? 0
      for (const choice of answer.choices) {
        if (answer.push && choice.totals.weightedLateHours > answer.push.totals.weightedLateHours + 1e-6) worse++
        faults += checkChanged(choice.split ? withSplitIn(hit, choice.split) : hit, [], choice.tasks).filter(
          ({ rule }) => rule !== 'conflict',
        ).length
      }
    }
    console.log(
      `${name} ${kind} (${tasks.length} tasks): lateness ${least.toFixed(0)} h, new plan ${anew.toFixed(0)} h, ` +
        `ratio ${(least / Math.max(1, anew)).toFixed(2)}, push ${pushed.toFixed(0)} h; moves ${leastMoves} (fewest ` +
        `${fewestMoves}, push ${pushMoves}, new ${anewMoves}), share ${((100 * leastMoves) / Math.max(1, anewMoves)).toFixed(0)} %; ` +
        `worse ${worse}, faults ${faults}, refused ${refused}, split offered ${splits}, slowest ${most.toFixed(2)} s`,
    )
  }
}
function withStanding(operation: Problem['operations'][number], standing: ReadonlyMap<string, Plan['tasks'][number]>) {
  const stood = standing.get(operation.id)
  return operation.fixed || !stood ? operation : { ...operation, standing: stood }
}

const only = values.only?.split(',')
if (values.dir) {
  for (const file of readdirSync(values.dir).sort())
    if (/\.json(\.gz)?$/.test(file) && (!only || only.some(name => file.startsWith(name))))
      measure(file.replace(/\.json(\.gz)?$/, ''), readPlantProblem(join(values.dir, file)))
} else {
  const count = Number(values.operations)
  const plant = { seed: Number(values.seed), orders: Math.round(count / 5), machines: Math.max(4, count / 100) }
  measure('random', randomPlant({ ...plant, longestRouting: 9, days: 400, furnaces: true }))
}
