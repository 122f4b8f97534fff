/**
 * What would make a late order less late: each remedy is tried on a copy of the plan - the same tasks in the same sequences,
 * as early as they can be - and its effect on this order and on every other one is told. The plan itself is not touched.
 */
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { Repair } from '../improve/changeable-timetable.ts'
import type { Plan, Task } from '../place/plan.ts'
import { why } from '../place/timetable.ts'
import { compile, type Model } from '../problem/model.ts'
import type { Problem } from '../problem/problem.ts'
import { StandingPlan } from '../standing/standing-plan.ts'
import { chainOf, lastOperations } from './explain-late.ts'
import { type Remedy, withExpedited, withOvertime } from './remedy.ts'

export interface RemedyOptions {
  /** Changes of the plan that are tried, at most; 200 by default. */
  readonly iterations?: number
  /** Overtime of a working day; two hours by default. */
  readonly overtimeSeconds?: number
  /** So much earlier material is asked for; by default what the order is late, in whole days. */
  readonly expediteSeconds?: number
  /** Remedies that move tasks carry the whole plan as it would be, to be taken over. */
  readonly withTasks?: boolean
  readonly shouldStop?: () => boolean
}

export interface TriedRemedies {
  readonly order: string
  /**
   * The order without a remedy, what the effects are counted from: where the plan has it, or where it comes to by now when the
   * books have overtaken the plan, every task as early as it can be.
   */
  readonly finish: Instant | null
  readonly tardinessSeconds: number
  /** Those that make the order less late, the best first; then the one that costs the others less. */
  readonly remedies: readonly TriedRemedy[]
  /** Changes that were tried. */
  readonly iterations: number
}

export interface TriedRemedy {
  readonly remedy: Remedy
  readonly finish: Instant
  readonly tardinessSeconds: number
  readonly gainedSeconds: number
  /** Other orders whose lateness changes, in seconds of tardiness: positive, they get later. The most changed first. */
  readonly others: readonly {
    readonly order: string
    readonly tardinessSeconds: number
    readonly changeSeconds: number
  }[]
  /** Of the whole plan; negative: better for all together. */
  readonly weightedTardinessHoursChange: number
  /** Only when asked for, and only where tasks move: `other_machine`, `priority` and `as_early`. */
  readonly tasks?: readonly RemediedTask[]
}
export type RemediedTask = Pick<
  Task,
  'operation' | 'machine' | 'setupStart' | 'start' | 'end' | 'charge' | 'setupSeconds'
>

/** Places on another machine that are tried, earlier ones than where the task would come by its start. */
const placesTried = 4

/** Empty remedies when the order has no task. Throws when the order is unknown. */
export function tryRemedies(
  problem: Problem,
  plan: Pick<Plan, 'tasks'>,
  order: string,
  {
    iterations = 200,
    overtimeSeconds = 2 * 3600,
    expediteSeconds,
    withTasks = false,
    shouldStop = () => false,
  }: RemedyOptions = {},
): TriedRemedies {
  const model = compile(problem)
  const number = model.problem.orders.findIndex(each => each.id === order)
  if (number < 0) throw new Error(`Unknown order ${order}`)
  const standing = new StandingPlan(model, plan.tasks)
  const last = lastOperations(standing)[number]!
  const base = new Repair(standing)
  const ends = orderEnds(base)
  // Effects on others, too, are told from where the plan has them, unless they come out later by themselves.
  const stands = orderEnds(standing).map((end, o) => Math.max(end, ends[o]!))
  const earliest = last < 0 ? null : ends[number]!
  const finish = earliest === null ? null : Math.max(earliest, standing.end[last]!)
  const tardiness = (o: number, end: Instant) => Math.max(0, end - model.orderDue[o]!)
  let steps = 0
  const goesOn = () => steps < iterations && !shouldStop()
  const tried: TriedRemedy[] = []

  const judge = (remedy: Remedy, after: Float64Array, moved?: Repair): TriedRemedy => {
    const others: { order: string; tardinessSeconds: number; changeSeconds: number }[] = []
    let weighted = 0
    for (let o = 0; o < model.orderCount; o++) {
      const now = tardiness(o, after[o]!)
      const changeSeconds = now - tardiness(o, stands[o]!)
      if (changeSeconds === 0) continue
      weighted += (changeSeconds / 3600) * model.orderWeight[o]!
      if (o !== number) others.push({ order: model.problem.orders[o]!.id, tardinessSeconds: now, changeSeconds })
    }
    others.sort((a, b) => Math.abs(b.changeSeconds) - Math.abs(a.changeSeconds) || (a.order < b.order ? -1 : 1))
    const late = tardiness(number, after[number]!)
    return {
      remedy,
      finish: after[number]!,
      tardinessSeconds: late,
      gainedSeconds: tardiness(number, finish!) - late,
      others,
      weightedTardinessHoursChange: weighted,
      ...(withTasks && moved ? { tasks: tasksOf(moved) } : {}),
    }
  }
  const offer = (found: TriedRemedy | null) => {
    if (found && found.finish < earliest! && found.gainedSeconds > 0) tried.push(found)
  }

  // Moving left alone helps a plan that has gaps; everything else is tried on top of that.
  if (earliest !== null && tardiness(number, earliest) < tardiness(number, finish!))
    tried.push(judge({ kind: 'as_early', order }, ends, base))
  if (earliest !== null && finish !== null && tardiness(number, earliest) > 0) {
    const { operationNumber } = model
    const chain = chainOf(new StandingPlan(model, tasksOf(base)), last)
    const machines = new Set<string>()
    const materials = new Map<string, number>()
    const running = new Set<number>()
    for (const link of chain) {
      if (link.kind === 'material') materials.set(link.material ?? '', operationNumber.get(link.operation)!)
      else if ('machine' in link && link.kind !== 'lock') machines.add(link.machine)
      if (link.kind === 'task' || link.kind === 'predecessor' || link.kind === 'machine')
        running.add(operationNumber.get(link.operation)!)
    }

    const whatIf = (changed: Problem): Repair => {
      steps++
      return new Repair(new StandingPlan(compile(changed), tasksOf(base)))
    }
    /** Each task of the order and of what it waits for goes before what occupies its machine, as long as that helps it. */
    const goAhead = (on: Repair): string[] => {
      const passed = new Set<number>()
      for (const operation of withWhatItWaitsFor(on.model, number)) {
        while (goesOn() && on.isPlaced(operation) && on.head[operation] === operation) {
          const before = on.before[operation]!
          if (before < 0 || on.reason[operation] !== why.lane || model.orderOf[before] === number) break
          const { start } = on
          const was = start[operation]!
          steps++
          const lane = on.lane[operation]!
          if (!on.tryMove(operation, on.alternative[operation]!, lane, before, model.operationCount)) break
          if (start[operation]! >= was) {
            on.takeBack()
            break
          }
          on.keep()
          passed.add(model.orderOf[before]!)
        }
      }
      return [...passed].map(o => model.problem.orders[o]!.id).sort()
    }
    for (const operation of materials.values()) {
      if (!goesOn()) break
      const remedy = expediteOf(model, operation, expediteSeconds ?? wholeDays(tardiness(number, finish)))
      if (!remedy) continue
      const earlier = whatIf(withExpedited(problem, remedy))
      offer(judge(remedy, orderEnds(earlier)))
      const before = goAhead(earlier)
      if (before.length > 0) offer(judge({ ...remedy, before }, orderEnds(earlier)))
    }
    for (const machine of machines) {
      if (!goesOn()) break
      const span = { from: problem.now, to: finish }
      const remedy = { kind: 'overtime', machine, secondsPerDay: overtimeSeconds, ...span } as const
      offer(judge(remedy, orderEnds(whatIf(withOvertime(problem, remedy)))))
    }

    const tryPlaces = (operation: number, to: number): TriedRemedy | null => {
      const current = model.laneMachine[base.lane[operation]!]!
      const { id, order: owner } = model.problem.operations[operation]!
      const remedy: Remedy = {
        kind: 'other_machine',
        operation: id,
        order: owner,
        from: model.problem.machines[current]!.id,
        to: model.problem.machines[model.altMachine[to]!]!.id,
      }
      let best: TriedRemedy | null = null
      const machine = model.altMachine[to]!
      for (let lane = model.laneFirst[machine]!; lane < model.laneFirst[machine + 1]!; lane++) {
        let next = base.laneFront[lane]!
        while (next >= 0 && base.start[next]! <= base.start[operation]!) next = base.after[next]!
        if (next >= 0) next = base.after[next]!
        for (let back = 0; back < placesTried && goesOn(); back++) {
          steps++
          if (base.tryMove(operation, to, lane, next, model.operationCount)) {
            const found = judge(remedy, orderEnds(base), base)
            if (!best || isBetter(found, best)) best = found
            base.takeBack()
          }
          next = next < 0 ? base.laneBack[lane]! : base.before[next]!
          if (next < 0) break
        }
      }
      return best
    }
    for (const operation of running) {
      if (base.head[operation] !== operation || base.nextMember[operation]! >= 0) continue
      for (let k = model.altFirst[operation]!; k < model.altFirst[operation + 1]! && goesOn(); k++) {
        if (model.altMachine[k] !== model.laneMachine[base.lane[operation]!]) offer(tryPlaces(operation, k))
      }
    }
    // Last, for it changes the copy.
    const before = goAhead(base)
    if (before.length > 0) offer(judge({ kind: 'priority', order, before }, orderEnds(base), base))
  }
  tried.sort((a, b) => (isBetter(a, b) ? -1 : isBetter(b, a) ? 1 : 0))
  return {
    order,
    finish,
    tardinessSeconds: finish === null ? 0 : tardiness(number, finish),
    remedies: tried,
    iterations: steps,
  }
}

const isBetter = (a: TriedRemedy, b: TriedRemedy): boolean =>
  a.gainedSeconds > b.gainedSeconds ||
  (a.gainedSeconds === b.gainedSeconds && a.weightedTardinessHoursChange < b.weightedTardinessHoursChange)

/** By order number; -Infinity where nothing is planned. */
function orderEnds({ model, lane, end }: Pick<Repair, 'model' | 'lane' | 'end'>): Float64Array {
  const ends = new Float64Array(model.orderCount).fill(Number.NEGATIVE_INFINITY)
  for (let i = 0; i < model.operationCount; i++) {
    if (lane[i]! >= 0 && end[i]! > ends[model.orderOf[i]!]!) ends[model.orderOf[i]!] = end[i]!
  }
  return ends
}

/** The tasks of a repaired plan, to be read again. */
function tasksOf(plan: Repair): RemediedTask[] {
  const { model } = plan
  const { operations, machines } = model.problem
  const tasks: RemediedTask[] = []
  for (let i = 0; i < model.operationCount; i++) {
    if (!plan.isPlaced(i)) continue
    const machine = model.laneMachine[plan.lane[i]!]!
    tasks.push({
      operation: operations[i]!.id,
      machine: machines[machine]!.id,
      setupStart: plan.setupStart[i]!,
      start: plan.start[i]!,
      end: plan.end[i]!,
      setupSeconds: plan.setupSeconds[i]!,
      ...(model.machineCharge[machine]! > 0 && model.isFixed[i] === 0 ? { charge: operations[plan.head[i]!]!.id } : {}),
    })
  }
  return tasks
}

const wholeDays = (seconds: number): number => Math.ceil(seconds / daySeconds) * daySeconds

/** The receipt comes earlier by so much, but not before now. */
function expediteOf({ problem }: Model, operation: number, seconds: number): (Remedy & { kind: 'expedite' }) | null {
  const { kit } = problem.operations[operation]!
  if (!kit || kit.at === null || kit.at <= problem.now) return null
  const { at, material } = kit
  const sharing = problem.operations.filter(
    (other, i) =>
      i === operation || (material !== null && other.kit?.material === material && other.kit.at === at && !other.fixed),
  )
  return {
    kind: 'expedite',
    material,
    operations: sharing.map(other => other.id).sort(),
    from: at,
    to: Math.max(problem.now, at - seconds),
  }
}

/** Operations of the order and everything they wait for, predecessors first. */
function withWhatItWaitsFor(model: Model, order: number): number[] {
  const wanted = new Uint8Array(model.operationCount)
  const { topological, predFirst, predOp, orderOf, isFixed } = model
  for (let t = topological.length - 1; t >= 0; t--) {
    const i = topological[t]!
    if (orderOf[i] === order) wanted[i] = 1
    if (wanted[i] === 0) continue
    for (let k = predFirst[i]!; k < predFirst[i + 1]!; k++) wanted[predOp[k]!] = 1
  }
  return [...topological].filter(i => wanted[i] === 1 && isFixed[i] === 0)
}
