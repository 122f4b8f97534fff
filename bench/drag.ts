/**
 * Drag bench: one task after another is taken to another place on a planned Gantt, and what follows is timed anew.
 *   npm run bench:drag -- [--operations 10000] [--machines 100] [--drags 2000] [--seed 1]
 * Prints how long the first plan took, and median, p99 and largest of the drags in milliseconds; half of them are taken back.
 */
import { parseArgs } from 'node:util'
import { seededRandom } from '@qitao/planning/random.ts'
import { findStuckOrders } from '@qitao/planning/scheduling/causes.ts'
import { Dispatcher } from '@qitao/planning/scheduling/dispatch.ts'
import { compile } from '@qitao/planning/scheduling/model.ts'
import { Repair } from '@qitao/planning/scheduling/repair.ts'
import { schedule } from '@qitao/planning/scheduling/schedule.ts'
import { rules, solve } from '@qitao/planning/scheduling/solve.ts'
import { urgencyOf } from '@qitao/planning/scheduling/urgency.ts'
import { randomPlant } from '@qitao/planning/testing/random-plant.ts'

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '10000' },
    machines: { type: 'string', default: '100' },
    drags: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
  },
})
const wanted = Number(values.operations)
// Orders of one to nine operations.
const problem = randomPlant({
  seed: Number(values.seed),
  orders: Math.round(wanted / 5),
  machines: Number(values.machines),
  longestRouting: 9,
  days: 400,
})
const cpu = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
const begin = cpu()
const plan = schedule(problem)
const first = cpu() - begin
console.log(
  `first plan of ${problem.operations.length} operations on ${problem.machines.length} machines: ` +
    `processor ${first.toFixed(2)} s, ${plan.tasks.length} planned, ${plan.unplanned.length} unplanned`,
)

const model = compile(problem)
const repair = new Repair(
  solve(model, new Dispatcher(model, urgencyOf(model)), rules[0]!, findStuckOrders(model)).timetable,
)
const random = seededRandom(Number(values.seed))
const movable = [...Array(model.operationCount).keys()].filter(i => repair.isPlaced(i) && model.isFixed[i] === 0)
const milliseconds: number[] = []
let shifted = 0
let refused = 0
for (let drag = 0; drag < Number(values.drags); drag++) {
  const operation = movable[Math.floor(random() * movable.length)]!
  const alternatives = model.altFirst[operation + 1]! - model.altFirst[operation]!
  const alternative = model.altFirst[operation]! + Math.floor(random() * alternatives)
  const lane = model.laneFirst[model.altMachine[alternative]!]!
  const start = repair.start[operation]!
  let next = repair.laneFront[lane]!
  while (next >= 0 && repair.start[next]! < start) next = repair.after[next]!
  for (let back = Math.floor(random() * 6); back > 0 && next >= 0; back--) next = repair.before[next]!
  const clock = performance.now()
  const done = repair.tryMove(operation, alternative, lane, next, model.operationCount)
  const count = repair.changedCount
  if (done && drag % 2 === 0) repair.takeBack()
  else if (done) repair.keep()
  milliseconds.push(performance.now() - clock)
  if (done) shifted += count
  else refused++
}
const sorted = milliseconds.toSorted((a, b) => a - b)
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(2)
console.log(
  `${milliseconds.length} drags: median ${at(0.5)} ms, p99 ${at(0.99)} ms, largest ${at(1)} ms; ` +
    `refused ${refused}, ${(shifted / Math.max(1, milliseconds.length - refused)).toFixed(0)} tasks timed anew on the mean`,
)
