/**
 * Stability bench: plays so many days on a plant. Each day the floor does what stands on the plan - runs take shorter or longer,
 * some receipts come late - then the plan is made anew from where everything is, and what stood in the next three days is
 * compared. The weights are those of the settings' defaults.
 *   npm run bench:stability -- --dir DIR [--only a,b] [--days 20] [--seconds 5 | --steps 100] [--by steady] [--publish 0] [--hold]
 *     [--stability 1] [--seed 1]
 * --steps: so many steps a day in the place of seconds, for the same figures each time.
 * --by: what makes the plan anew, `steady` as the product does, `schedule` alone, or repair with its choice `fewest` or `least`.
 * --publish: what begins within so many days is published each day, and stays. --hold: plans are made to hold when receipts are
 * late and runs longer. --stability: its weight.
 * Prints, per plant: of the tasks that stood in the next three days, those that begin at another time, more than an hour and
 * more than half a shift away, on another machine; of those moved, what the reports alone would push on and what could have
 * stayed; and what is on another machine or follows on its own after others than before, each as a mean over the days and the
 * worst day; and how many orders that were due within the days are done on time.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { finishAfter, type WorkTable, workedBetween, workTable } from '@qitao/planning/calendar/working-time.ts'
import { seededRandom } from '@qitao/planning/random.ts'
import { schedule } from '@qitao/planning/scheduling/improve/schedule.ts'
import type { Plan } from '@qitao/planning/scheduling/place/plan.ts'
import type { Operation, Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import { repairPlan } from '@qitao/planning/scheduling/repair/repair-plan.ts'
import { RepairSearch } from '@qitao/planning/scheduling/repair/repair-search.ts'
import { scheduleSteadily } from '@qitao/planning/scheduling/steady/steady-plan.ts'
import { disturbances } from './plant-problem.ts'
import { readPlantProblem } from './read-plant.ts'
import { outOfTurn } from './turns.ts'

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    only: { type: 'string' },
    days: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '5' },
    steps: { type: 'string' },
    by: { type: 'string', default: 'steady' },
    publish: { type: 'string', default: '0' },
    hold: { type: 'boolean', default: false },
    stability: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
})
const hourSeconds = 3_600
const daySeconds = 86_400
const lookedAt = 3 * daySeconds
/** As the plant bench plays: spread of a run's time, share of late receipts and how late in the mean. */
const runSpread = 0.15
const lateShare = 0.1
const meanLateSeconds = 2 * daySeconds

const weights = { tardiness: 1000, changeover: 100, makespan: 10, flow: 1, stability: Number(values.stability) }
const cpu = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e6
}
function planned(problem: Problem, by = schedule): Plan {
  if (values.steps) return by(problem, { seed: 1, iterations: Number(values.steps), objective: weights })
  const until = cpu() + Number(values.seconds)
  return by(problem, { seed: 1, iterations: 1e9, objective: weights, shouldStop: () => cpu() >= until })
}

/** What the bench reads of a plan. */
interface Standing {
  readonly tasks: readonly Pick<
    Plan['tasks'][number],
    'operation' | 'machine' | 'setupStart' | 'start' | 'end' | 'charge'
  >[]
}
function plannedAnew(problem: Problem, plan: Standing): Standing {
  if (values.by === 'schedule') return planned(problem)
  if (values.by === 'steady') return planned(problem, scheduleSteadily)
  const open = new Set(problem.operations.flatMap(({ id, fixed }) => (fixed ? [] : [id])))
  const answer = repairPlan(
    problem,
    plan.tasks.filter(({ operation }) => open.has(operation)),
  )
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer)}`)
  return (values.by === 'least' ? answer.choices.at(-1) : answer.choices[0])!
}

type Task = Standing['tasks'][number]
interface Run {
  readonly task: Task
  readonly start: number
  readonly end: number
}

/** The floor, and what has happened on it so far. */
class Floor {
  readonly runs = new Map<string, Run>()
  /** When a supply is really there; those that are not here come when they should. */
  private readonly late = new Map<string, number>()
  private readonly operations: ReadonlyMap<string, Operation>
  private readonly tables: ReadonlyMap<string, WorkTable>
  private readonly lanes: ReadonlyMap<string, boolean>
  private readonly free = new Map<string, number>()
  private readonly random: () => number
  /** How much longer each run takes than planned: the same whatever the plan. */
  private readonly longer: ReadonlyMap<string, number>

  constructor(problem: Problem, seed: number) {
    this.random = seededRandom(seed)
    this.longer = new Map(problem.operations.map(({ id }) => [id, Math.exp(runSpread * this.normal())]))
    this.operations = new Map(problem.operations.map(one => [one.id, one]))
    const tables = new Map(problem.calendars.map(({ id, intervals }) => [id, workTable(intervals)]))
    this.tables = new Map(
      problem.machines.flatMap(({ id, calendar }) => {
        const table = tables.get(calendar ?? '')
        return table ? [[id, table] as const] : []
      }),
    )
    // One task after the other; furnaces and machines with several places are taken as the plan has them.
    this.lanes = new Map(problem.machines.map(one => [one.id, (one.capacity ?? 1) === 1 && !one.chargeCapacity]))
    const supplies = new Map(problem.operations.flatMap(one => one.kit?.supplies ?? []).map(one => [one.id, one.at]))
    for (const [id, at] of supplies)
      if (this.random() < lateShare) this.late.set(id, Math.round(at - Math.log(1 - this.random()) * meanLateSeconds))
  }

  /** What the plan has begun until then, in its order. */
  play(plan: Standing, until: number): void {
    for (const task of plan.tasks.toSorted((a, b) => a.setupStart - b.setupStart || a.start - b.start)) {
      if (this.runs.has(task.operation)) continue
      const operation = this.operations.get(task.operation)!
      if (operation.fixed) {
        this.runs.set(task.operation, { task, start: task.setupStart, end: task.end })
        continue
      }
      if (task.setupStart >= until) continue
      const waits = operation.predecessors.map(link =>
        link.transferQuantity === undefined ? (this.runs.get(link.operation)?.end ?? until) : 0,
      )
      const supplies = (operation.kit?.supplies ?? []).map(({ id }) => this.late.get(id) ?? 0)
      const machine = this.lanes.get(task.machine) ? (this.free.get(task.machine) ?? 0) : 0
      const start = Math.max(task.setupStart, machine, ...waits, ...supplies)
      if (start >= until) continue
      const table = this.tables.get(task.machine)!
      const longer = this.longer.get(task.operation)!
      // In whole seconds, as the books have it: what is a little longer for rounding has no room among people who are all busy.
      const end = finishAfter(table, start, Math.round(workedBetween(table, task.setupStart, task.end) * longer))
      this.free.set(task.machine, end)
      this.runs.set(task.operation, { task, start, end: Math.max(end, start + hourSeconds) })
    }
  }

  /** What is left to plan at an instant, as far as the books know by then. */
  problemAt(problem: Problem, plan: Standing, now: number): Problem {
    const standing = new Map(plan.tasks.map(task => [task.operation, task]))
    const done = new Set([...this.runs].filter(([, { end }]) => end <= now).map(([id]) => id))
    const published = now + Number(values.publish) * daySeconds
    return {
      ...problem,
      now,
      operations: problem.operations
        .filter(({ id }) => !done.has(id))
        .map(({ fixed: _, ...one }) => {
          const run = this.runs.get(one.id)
          const stood = standing.get(one.id)
          const kit = one.kit && this.kitAt(one.kit, now)
          const next = {
            ...one,
            ...(kit ? { kit } : {}),
            predecessors: one.predecessors.filter(link => !done.has(link.operation)),
          }
          if (run) {
            const { machine } = run.task
            return {
              ...next,
              fixed: { machine, setupStart: run.start, start: run.start, end: run.end, why: 'running' as const },
            }
          }
          if (!stood) return next
          const stays = stood.setupStart >= now && stood.setupStart < published && (kit?.at ?? 0) <= stood.start
          return stays
            ? { ...next, fixed: { ...placeOf(stood), why: 'published' as const } }
            : { ...next, standing: stood }
        }),
    }
  }

  private kitAt(kit: NonNullable<Operation['kit']>, now: number): NonNullable<Operation['kit']> {
    const known = (kit.supplies ?? []).flatMap(({ id, at }) => (at <= now ? (this.late.get(id) ?? []) : []))
    return kit.at === null ? kit : { ...kit, at: Math.max(kit.at, ...known) }
  }
  private normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random())
  }
}
const placeOf = ({ machine, setupStart, start, end }: Task) => ({ machine, setupStart, start, end })

const kinds = [
  ...(['another time', 'over 1 h', 'over 4 h', 'another machine'] as const),
  ...(['pushed by reports', 'by choice', 'another machine or turn'] as const),
]
/** `pushed`: the plan before with what the reports push on, and nothing else. */
function movedOf(before: Standing, pushed: Standing, after: Standing, now: number, floor: Floor) {
  const next = new Map(after.tasks.map(task => [task.operation, task]))
  const reported = new Map(pushed.tasks.map(task => [task.operation, task]))
  const moved = kinds.map(() => 0)
  const near = before.tasks.filter(
    task => task.start >= now && task.start < now + lookedAt && !floor.runs.has(task.operation),
  )
  moved[6] = outOfTurn(near, next).size
  let soon = 0
  for (const task of near) {
    soon++
    const then = next.get(task.operation)
    const away = then ? Math.abs(then.start - task.start) : Number.POSITIVE_INFINITY
    const other = then && then.machine !== task.machine ? 1 : 0
    moved[0]! += Number(away > 0 || other === 1)
    moved[1]! += Number(away > hourSeconds)
    moved[2]! += Number(away > 4 * hourSeconds)
    moved[3]! += other
    if (away === 0 && other === 0) continue
    const push = reported.get(task.operation)
    const couldStay = push && push.start === task.start
    moved[couldStay ? 5 : 4]!++
  }
  return { soon, moved }
}

/** What the reports alone make of a plan; itself where that cannot be. */
function pushedBy(problem: Problem, plan: Standing): Standing {
  const open = new Set(problem.operations.flatMap(({ id, fixed }) => (fixed ? [] : [id])))
  const search = new RepairSearch(
    problem,
    plan.tasks.filter(({ operation }) => open.has(operation)),
    1,
    new Map(),
  )
  return search.push() ? plan : { tasks: search.placedTasks() }
}

function measure(name: string, problem: Problem): void {
  const days = Number(values.days)
  const floor = new Floor(problem, Number(values.seed))
  let plan: Standing = planned(problem)
  const worst = kinds.map(() => 0)
  const total = kinds.map(() => 0)
  let count = 0
  for (let day = 1; day <= days; day++) {
    const now = problem.now + day * daySeconds
    floor.play(plan, now)
    const open = floor.problemAt(problem, plan, now)
    const next = plannedAnew(open, plan)
    const { soon, moved } = movedOf(plan, pushedBy(open, plan), next, now, floor)
    count += soon
    for (const [k, of] of moved.entries()) {
      total[k]! += of
      worst[k] = Math.max(worst[k]!, of / Math.max(1, soon))
    }
    plan = next
  }
  const until = problem.now + days * daySeconds
  const ends = new Map<string, number>()
  for (const { id, order } of problem.operations)
    ends.set(order, Math.max(ends.get(order) ?? 0, floor.runs.get(id)?.end ?? Number.POSITIVE_INFINITY))
  const due = problem.orders.filter(order => order.due <= until && (order.weight ?? 1) > 0 && ends.has(order.id))
  const onTime = due.filter(order => ends.get(order.id)! <= order.due).length
  const share = (of: number) => `${(100 * of).toFixed(1)} %`
  console.log(
    `${name}: ${days} days, ${count} tasks stood in the next three days; ` +
      `${kinds.map((kind, k) => `${kind} ${share(total[k]! / Math.max(1, count))} (worst ${share(worst[k]!)})`).join(', ')}; ` +
      `on time ${onTime} of ${due.length} (${share(onTime / Math.max(1, due.length))})`,
  )
}

const only = values.only?.split(',')
if (!values.dir) throw new Error('--dir is needed: a folder of plants')
for (const file of readdirSync(values.dir).sort())
  if (/\.json(\.gz)?$/.test(file) && (!only || only.some(name => file.startsWith(name))))
    measure(file.replace(/\.json(\.gz)?$/, ''), {
      ...readPlantProblem(join(values.dir, file)),
      ...(values.hold ? { disturbances } : {}),
    })
