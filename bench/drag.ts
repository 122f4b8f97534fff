/**
 * Drag bench: one task after another is taken to another place on a planned Gantt, and what it pushes is timed anew.
 *   npm run bench:drag -- [--operations 10000] [--machines 100] [--drags 1000] [--seed 1] [--in plant.json[.gz]] [--unlocked]
 * With --unlocked nothing is locked or running: a drag is not refused for them, and pushes as far as it may. Prints what the first plan and the opening of the board took, and median, p99 and largest of the drags in milliseconds of
 * the processor, for the machine may be shared. Half of the drags are taken back.
 */
import { parseArgs } from 'node:util'
import { seededRandom } from '@qitao/planning/random.ts'
import { HandPlan } from '@qitao/planning/scheduling/hand/hand-plan.ts'
import { schedule } from '@qitao/planning/scheduling/improve/schedule.ts'
import { randomPlant } from '@qitao/planning/testing/random-plant.ts'
import { readPlantProblem } from './read-plant.ts'

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '10000' },
    machines: { type: 'string', default: '100' },
    drags: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    in: { type: 'string' },
    unlocked: { type: 'boolean', default: false },
  },
})
const wanted = Number(values.operations)
// Orders of one to nine operations.
const full = values.in
  ? readPlantProblem(values.in)
  : randomPlant({
      seed: Number(values.seed),
      orders: Math.round(wanted / 5),
      machines: Number(values.machines),
      longestRouting: 9,
      days: 400,
      furnaces: true,
    })
const problem = values.unlocked
  ? { ...full, operations: full.operations.map(({ fixed: _, ...operation }) => operation) }
  : full
const milliseconds = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
const begin = milliseconds()
const plan = schedule(problem)
const planned = milliseconds()
const hand = new HandPlan(problem, plan)
const opened = milliseconds()
console.log(
  `${problem.operations.length} operations on ${problem.machines.length} machines: ` +
    `first plan ${(planned - begin).toFixed(0)} ms, board opened in ${(opened - planned).toFixed(0)} ms`,
)

const random = seededRandom(Number(values.seed))
const whole = (below: number) => Math.floor(random() * below)
const operations = new Map(problem.operations.map(operation => [operation.id, operation]))
const movable = plan.tasks.filter(task => !task.fixed)
const taken: number[] = []
let moved = 0
let late = 0
let refused = 0
for (let drag = 0; drag < Number(values.drags); drag++) {
  const task = movable[whole(movable.length)]!
  const { machines } = operations.get(task.operation)!
  const { machine } = machines[whole(machines.length)]!
  // Up to a day earlier or two later.
  const start = Math.max(problem.now, task.start + (whole(73) - 24) * 3600)
  const clock = milliseconds()
  const answer = hand.move(task.operation, machine, start)
  if (answer.ok && drag % 2 === 0) hand.takeBackChange()
  else if (answer.ok) hand.keepChange()
  taken.push(milliseconds() - clock)
  if (!answer.ok) refused++
  else {
    moved += answer.movedCount
    late += answer.orders.length
  }
}
const sorted = taken.toSorted((a, b) => a - b)
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(2)
const done = Math.max(1, taken.length - refused)
console.log(
  `${taken.length} drags: median ${at(0.5)} ms, p99 ${at(0.99)} ms, largest ${at(1)} ms; refused ${refused}; ` +
    `${(moved / done).toFixed(1)} tasks moved and ${(late / done).toFixed(1)} orders later or earlier on the mean`,
)
