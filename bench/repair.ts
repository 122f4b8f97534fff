/**
 * Repair bench: machines stop, receipts slip and orders come that cannot wait, in plans that stand; each is put right, and beside
 * it all that has not begun is planned anew in the same time.
 *   npm run bench:repair -- [--dir DIR] [--only a,b] [--events 5] [--seconds 5] [--operations 10000] [--seed 1]
 * DIR holds plants (.json, .json.gz); without it a random one of --operations is taken. Prints, per plant and kind: weighted
 * lateness of the advised and of the least late choice by that of the new plan; moves, and of them the decided ones, of the
 * advised choice and of the new plan, and those that time alone forces; how often a choice was worse than pushing, faults that
 * the checker finds, how often an operation in two parts was offered, and seconds of the processor; in how many events the advised
 * choice, and any of them, keeps both bounds: at most 1.1 times the lateness of the new plan with at most 30 % of its moves.
 * --verbose: each event, each choice with its lateness and all that it moves.
 * Forced is what begins later when all that stands is pushed on, each machine in the order that it had, an order that came in
 * where the plan has it (of what is printed as forced the choice of fewest moves): no choice of anybody's.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkChanged } from '@qitao/planning/checker/check-changed.ts'
import { seededRandom } from '@qitao/planning/random.ts'
import { schedule } from '@qitao/planning/scheduling/improve/schedule.ts'
import type { Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import { repairPlan } from '@qitao/planning/scheduling/repair/repair-plan.ts'
import { RepairSearch } from '@qitao/planning/scheduling/repair/repair-search.ts'
import { withSplitIn } from '@qitao/planning/scheduling/repair/repair-split.ts'
import { inTwoParts } from '@qitao/planning/testing/in-two-parts.ts'
import { randomPlant } from '@qitao/planning/testing/random-plant.ts'
import { readPlantProblem } from './read-plant.ts'
import { type Moves, movedIn, noMoves } from './turns.ts'

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    only: { type: 'string' },
    events: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    operations: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
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
type Placing = Pick<Plan['tasks'][number], 'operation' | 'machine' | 'setupStart' | 'start' | 'end' | 'charge'>
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
    const sums = { advised: 0, least: 0, anew: 0, pushed: 0, worse: 0, faults: 0, refused: 0, splits: 0, forced: 0 }
    const moves = { advised: noMoves(), least: noMoves(), fewest: noMoves(), anew: noMoves() }
    const seconds: number[] = []
    let [overShare, overRatio, compared, keptAdvised, keptAny] = [0, 0, 0, 0, 0]
    for (let k = 0; k < Number(values.events); k++) {
      const { problem: hit, rush } = happen(planned, plan, below => Math.floor(random() * below))
      const begin = now()
      const answer = repairPlan(hit, tasks, {
        ...(rush === undefined ? {} : { rush: new Set([rush]) }),
        splits: inTwoParts,
      })
      const took = now() - begin
      seconds.push(took)
      if (!answer.ok) {
        sums.refused++
        continue
      }
      const next = schedule(
        { ...hit, operations: hit.operations.map(one => withStanding(one, standing)) },
        within(took),
      )
      // An order that came in stands where the plan has it that is looked at: what waits behind it could not have stayed.
      const added = new Set(hit.operations.flatMap(({ id, order }) => (order === rush ? id : [])))
      const pushedFor = (plan: readonly Placing[]) => {
        const stands = [...tasks, ...plan.filter(({ operation }) => added.has(operation))]
        const turns = new RepairSearch(hit, stands, 1, new Map()).inTurn(true) ?? []
        return new Map(turns.map(task => [task.operation, task]))
      }
      const movesOf = (plan: readonly Placing[]) => movedIn(tasks, pushedFor(plan), plan)
      const whole = answer.choices.filter(({ split }) => !split)
      const [fewest, last] = [whole[0]!, whole.at(-1)!]
      const advised = whole.find(({ kind: one }) => one === answer.advised)!
      const of = {
        advised: movesOf(advised.tasks),
        least: movesOf(last.tasks),
        fewest: movesOf(fewest.tasks),
        anew: movesOf(next.tasks),
      }
      for (const name of ['advised', 'least', 'fewest', 'anew'] as const) {
        moves[name].moved += of[name].moved
        moves[name].decided += of[name].decided
      }
      const pushed = pushedFor(fewest.tasks)
      const forced = tasks.filter(task => pushed.get(task.operation)?.start !== task.start).length
      sums.forced += forced
      sums.splits += answer.choices.length - whole.length
      sums.advised += advised.totals.weightedLateHours
      sums.least += last.totals.weightedLateHours
      sums.anew += next.score.weightedTardinessHours
      sums.pushed += answer.push?.totals.weightedLateHours ?? 0
      compared++
      // As good as nothing has to move, whatever the new plan does.
      const movesMuch = ({ decided }: Moves) => decided > 0.3 * of.anew.decided && decided > 20
      const isLate = ({ totals }: typeof advised) =>
        totals.weightedLateHours > 1.1 * next.score.weightedTardinessHours + 1
      if (movesMuch(of.advised)) overShare++
      if (isLate(advised)) overRatio++
      if (!movesMuch(of.advised) && !isLate(advised)) keptAdvised++
      if (whole.some(one => !isLate(one) && !movesMuch(movesOf(one.tasks)))) keptAny++
      for (const choice of answer.choices) {
        if (answer.push && choice.totals.weightedLateHours > answer.push.totals.weightedLateHours + 1e-6) sums.worse++
        sums.faults += checkChanged(choice.split ? withSplitIn(hit, choice.split) : hit, [], choice.tasks).filter(
          ({ rule }) => rule !== 'conflict',
        ).length
      }
      if (values.verbose)
        console.log(
          `  ${kind} ${k}: ${answer.choices.map(one => `${one.kind} ${one.totals.weightedLateHours.toFixed(0)} h ${one.moved.length}`).join(', ')}, ` +
            `advised ${advised.kind} ${of.advised.decided} of ${of.advised.moved}, new plan ` +
            `${next.score.weightedTardinessHours.toFixed(0)} h ${of.anew.decided} of ${of.anew.moved}, forced ${forced}, ${took.toFixed(2)} s`,
        )
    }
    const share = (a: number, b: number) => `${((100 * a) / Math.max(1, b)).toFixed(0)} %`
    seconds.sort((a, b) => a - b)
    const told = ({ moved, decided }: Moves) => `${decided} of ${moved}`
    console.log(
      `${name} ${kind} (${tasks.length} tasks): lateness advised ${sums.advised.toFixed(0)} h, least ${sums.least.toFixed(0)} h, new plan ` +
        `${sums.anew.toFixed(0)} h, ratio ${(sums.advised / Math.max(1, sums.anew)).toFixed(2)} and ` +
        `${(sums.least / Math.max(1, sums.anew)).toFixed(2)}, push ${sums.pushed.toFixed(0)} h; decided of moved: advised ` +
        `${told(moves.advised)}, least ${told(moves.least)}, fewest ${told(moves.fewest)}, new ${told(moves.anew)}, forced ${sums.forced}; share ` +
        `${share(moves.advised.decided, moves.anew.decided)} decided, ${share(moves.advised.moved, moves.anew.moved)} moved; of ${compared} over 30 % ` +
        `${overShare}, over 1.1 ${overRatio}, both kept ${keptAdvised} and by any choice ${keptAny}; worse ${sums.worse}, faults ` +
        `${sums.faults}, refused ${sums.refused}, split offered ${sums.splits}, median ` +
        `${(seconds[Math.floor(seconds.length / 2)] ?? 0).toFixed(2)} s, slowest ${(seconds.at(-1) ?? 0).toFixed(2)} s`,
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
