/**
 * First-plan bench: from a problem in memory to the complete first plan with its reasons, everything on (people, moulds,
 * furnaces, change-overs, kits, frozen and fixed time, transfer batches).
 *   npm run bench:first-plan -- [--operations 100000] [--machines 300] [--seed 1] [--repeat 3] [--in plant.json[.gz]]
 * --in takes a plant on file instead; its netting is not counted. Prints processor seconds of each run, and their parts.
 */
import { parseArgs } from 'node:util'
import { findStuckOrders } from '@qitao/planning/scheduling/compile/causes.ts'
import { schedule } from '@qitao/planning/scheduling/improve/schedule.ts'
import { Dispatcher } from '@qitao/planning/scheduling/place/dispatch.ts'
import { planFrom } from '@qitao/planning/scheduling/place/plan-from.ts'
import { rules, solve } from '@qitao/planning/scheduling/place/solve.ts'
import { urgencyOf } from '@qitao/planning/scheduling/place/urgency.ts'
import { compile } from '@qitao/planning/scheduling/problem/model.ts'
import { randomPlant } from '@qitao/planning/testing/random-plant.ts'
import { readPlantProblem } from './read-plant.ts'

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '100000' },
    machines: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    repeat: { type: 'string', default: '3' },
    in: { type: 'string' },
  },
})

const problem = values.in ? readPlantProblem(values.in) : anyPlant()
console.log(`${problem.operations.length} operations, ${problem.machines.length} machines, node ${process.version}`)
const seconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
for (let run = 0; run < Number(values.repeat); run++) {
  const wall = performance.now()
  const begin = seconds()
  const plan = schedule(problem)
  const whole = seconds() - begin
  const wallSeconds = (performance.now() - wall) / 1000
  const { weightedTardinessHours, lateOrders } = plan.score
  console.log(
    `processor ${whole.toFixed(2)} s, clock ${wallSeconds.toFixed(2)} s; ${plan.tasks.length} planned, ` +
      `${plan.unplanned.length} unplanned, ${lateOrders} orders late, weighted tardiness ${weightedTardinessHours.toFixed(0)} h; ${parts()}`,
  )
}

/** The same once more, part by part. */
function parts(): string {
  const marks = [seconds()]
  const mark = <T>(value: T): T => {
    marks.push(seconds())
    return value
  }
  const model = mark(compile(problem))
  const stuck = findStuckOrders(model)
  const dispatcher = mark(new Dispatcher(model, urgencyOf(model)))
  const solution = mark(solve(model, dispatcher, rules[0]!, stuck))
  mark(planFrom(problem, solution.timetable, solution.stuck, 0, solution.score))
  const names = ['compile', 'prepare', 'place', 'tell']
  return names.map((name, i) => `${name} ${(marks[i + 1]! - marks[i]!).toFixed(2)}`).join(', ')
}

function anyPlant() {
  // Orders of one to nine operations.
  const orders = Math.round(Number(values.operations) / 5)
  const machines = Number(values.machines)
  return randomPlant({ seed: Number(values.seed), orders, machines, longestRouting: 9, days: 400, furnaces: true })
}
