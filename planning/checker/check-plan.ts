/**
 * Is this plan good? Simple and slow on purpose, and without a line of the engine: it goes back to the rules as they are
 * written. Tests, publishing and storing ask it. Fixed tasks are judged by no rule but "stays as it is"; they take their place.
 */
import type { Instant } from '@qitao/core/time.ts'
import type { Plan, Task } from '../scheduling/place/plan.ts'
import type { Operation, Problem } from '../scheduling/problem/problem.ts'
import { checkCauses } from './check-causes.ts'
import { checkLink } from './check-link.ts'
import { isOpen, openTime, type Span, worked } from './open-time.ts'
import { withCharges } from './standing-charges.ts'
import type { Report, Violation } from './violation.ts'

/** Every violation; none: the plan keeps every rule. */
export function checkPlan(problem: Problem, plan: Plan): Violation[] {
  const violations: Violation[] = []
  const report: Report = (rule, subject, object, detail) => violations.push({ rule, subject, object, detail })
  const operations = new Map(problem.operations.map(operation => [operation.id, operation]))
  const tasks = new Map<string, Task>()
  for (const task of withCharges(problem, plan.tasks)) {
    if (!operations.has(task.operation)) report('complete', task.operation, '', 'there is no such operation')
    else if (tasks.has(task.operation)) report('complete', task.operation, '', 'planned twice')
    else tasks.set(task.operation, task)
  }

  checkComplete(problem, plan, tasks, report)
  checkCauses(problem, plan, report)
  const openOf = openTimes(problem)
  for (const task of tasks.values()) {
    const operation = operations.get(task.operation)!
    if (operation.fixed) checkFixed(operation, task, report)
    else checkTask(problem, operation, task, openOf, report)
  }
  const onMachine = Map.groupBy(tasks.values(), task => task.machine)
  checkSetups(problem, operations, onMachine, openOf, report)
  checkCharges(problem, operations, tasks, report)
  checkCapacity(problem, onMachine, report)
  checkResources(problem, operations, tasks, report)
  checkPrecedence(problem, operations, tasks, openOf, plan, report)
  checkOutcomes(problem, plan, tasks, report)
  return violations
}

function checkComplete(problem: Problem, plan: Plan, tasks: ReadonlyMap<string, Task>, report: Report): void {
  const unplanned = new Set(plan.unplanned.map(each => each.operation))
  if (unplanned.size < plan.unplanned.length) report('complete', '', '', 'an operation is unplanned twice')
  const left = new Set<string>()
  for (const { id, order, fixed } of problem.operations) {
    if (tasks.has(id) === unplanned.has(id)) {
      report('complete', id, order, tasks.has(id) ? 'planned and unplanned' : 'neither planned nor unplanned')
    }
    if (unplanned.has(id)) left.add(order)
    if (unplanned.has(id) && fixed) report('fixed', id, order, 'a fixed task is unplanned')
  }
  for (const { id, order, fixed } of problem.operations) {
    if (!fixed && left.has(order) && tasks.has(id))
      report('whole_order', id, order, 'planned, others of its order are not')
  }
}

function checkFixed({ id, fixed }: Operation, task: Task, report: Report): void {
  const given = fixed!
  const stays =
    task.machine === given.machine &&
    task.setupStart === given.setupStart &&
    task.start === given.start &&
    task.end === given.end
  if (!stays || !task.fixed) report('fixed', id, given.machine, 'a fixed task has changed')
}

type OpenOf = (operation: Operation, machine: string) => Span[]

/** Working time of a machine with the people an operation holds, frozen time taken out. */
export function openTimes(problem: Problem): OpenOf {
  const known = new Map<string, Span[]>()
  const spansOf = (calendar: string | null | undefined) =>
    problem.calendars.find(each => each.id === calendar)?.intervals ?? []
  return (operation, id) => {
    const people = (operation.holds ?? [])
      .map(hold => problem.resources?.find(each => each.id === hold.resource)?.calendar)
      .filter(calendar => calendar !== null && calendar !== undefined)
    const key = `${id} ${people.join(' ')}`
    const found = known.get(key)
    if (found) return found
    const machine = problem.machines.find(each => each.id === id)
    const open = openTime([spansOf(machine?.calendar), ...people.map(spansOf)], machine?.frozen ?? [])
    known.set(key, open)
    return open
  }
}

function checkTask(problem: Problem, operation: Operation, task: Task, openOf: OpenOf, report: Report): void {
  const { operation: id, setupStart, start, end } = task
  const machine = problem.machines.find(each => each.id === task.machine)
  const eligible = operation.machines.filter(each => each.machine === task.machine && each.runSeconds !== null)
  if (!machine || eligible.length === 0) {
    report('eligible', id, task.machine, 'the machine cannot do this operation')
    return
  }
  if (![setupStart, start, end].every(Number.isInteger) || setupStart > start || start >= end) {
    report('time', id, task.machine, `${setupStart} ${start} ${end} is no order of times`)
    return
  }
  if (task.fixed) report('fixed', id, task.machine, 'is called fixed and is not')
  if (setupStart < problem.now) report('time', id, task.machine, 'begins in the past')
  if (end > problem.limit) report('time', id, task.machine, 'ends after the limit')
  if (setupStart < (operation.notBefore ?? 0)) report('not_before', id, task.machine, 'begins before it may')
  if (operation.kit) {
    const { at, material } = operation.kit
    if (at === null || start < at) report('kitting', id, material ?? '', 'starts before its material is there')
  }
  const open = openOf(operation, task.machine)
  for (const [name, instant] of [
    ['set-up starts', setupStart],
    ['starts', start],
    ['ends', end - 1],
  ] as const) {
    if (!isOpen(open, instant)) report('calendar', id, task.machine, `${name} outside working time`)
  }
  const work = worked(open, start, end)
  const run = Math.min(...eligible.map(each => each.runSeconds!))
  if (work < 3600) report('minimum', id, task.machine, `${work} working seconds`)
  if (work < run) report('duration', id, task.machine, `${work} working seconds of ${run}`)
  if (!operation.mayPause && work < end - start) report('break', id, task.machine, 'pauses and must not')
  const calendars = [
    machine.calendar,
    ...(operation.holds ?? []).map(hold => problem.resources?.find(each => each.id === hold.resource)?.calendar),
  ]
  for (const calendar of problem.calendars) {
    if (!calendars.includes(calendar.id)) continue
    for (const wall of calendar.walls ?? []) {
      if (setupStart < wall && wall < end) report('break', id, task.machine, `spans the break at ${wall}`)
    }
  }
  for (const [from, to] of machine.frozen ?? []) {
    if (setupStart < to && from < end) report('frozen', id, task.machine, `touches the frozen time from ${from}`)
  }
  if (task.reasons.length === 0) report('reason', id, task.machine, 'no reason is given')
}

/** Set-up of its own and change-over from what was on the machine before. */
function checkSetups(
  problem: Problem,
  operations: ReadonlyMap<string, Operation>,
  onMachine: ReadonlyMap<string, readonly Task[]>,
  openOf: OpenOf,
  report: Report,
): void {
  for (const machine of problem.machines) {
    const row = (onMachine.get(machine.id) ?? []).toSorted((a, b) => a.setupStart - b.setupStart)
    const matrix = problem.changeovers?.find(each => each.id === machine.changeover)
    let standing = machine.family ?? null
    let mounted = machine.mould ?? null
    for (const task of row) {
      const operation = operations.get(task.operation)!
      const own = operation.family ?? null
      const eligible = operation.machines.find(each => each.machine === machine.id)
      if (!operation.fixed && eligible) {
        let needed = eligible.setupSeconds
        const mould = mouldOf(problem, operation)
        if (mould !== null && mould !== mounted && (machine.capacity ?? 1) === 1)
          needed += machine.mouldChangeSeconds ?? 0
        if (matrix && (machine.capacity ?? 1) === 1 && standing !== null && own !== null) {
          const pair = matrix.pairs.find(each => each.from === standing && each.to === own)
          needed += pair ? pair.seconds : standing === own ? 0 : (matrix.otherwise ?? 0)
        }
        const done = worked(openOf(operation, machine.id), task.setupStart, task.start)
        if (done < needed) report('setup', task.operation, machine.id, `${done} seconds of set-up instead of ${needed}`)
        if (task.setupSeconds < needed) report('setup', task.operation, machine.id, 'tells less set-up than it needs')
      }
      if (own !== null) standing = own
      mounted = mouldOf(problem, operation) ?? mounted
    }
  }
}

const mouldOf = (problem: Problem, { holds = [] }: Operation): string | null =>
  holds.find(hold => problem.resources?.find(each => each.id === hold.resource)?.kind === 'mould')?.resource ?? null

/** One of each charge: it takes the machine, and its people, once. */
function oncePerCharge(tasks: Iterable<Task>): Task[] {
  const seen = new Set<string>()
  return [...tasks].filter(({ charge, machine }) => {
    if (charge === undefined) return true
    const key = `${machine} ${charge}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

function checkCharges(
  problem: Problem,
  operations: ReadonlyMap<string, Operation>,
  tasks: ReadonlyMap<string, Task>,
  report: Report,
): void {
  const charged = [...tasks.values()].filter(task => task.charge !== undefined)
  for (const [charge, members] of Map.groupBy(charged, task => task.charge!)) {
    const [first] = members as [Task, ...Task[]]
    const machine = problem.machines.find(each => each.id === first.machine)
    const family = (task: Task) => operations.get(task.operation)!.family ?? null
    let load = 0
    for (const task of members) {
      const { operation, setupStart, start, end } = task
      const same = setupStart === first.setupStart && start === first.start && end === first.end
      if (task.machine !== first.machine || !same) report('charge', operation, charge, 'runs apart from its charge')
      if (family(task) !== family(first)) report('charge', operation, charge, 'is of another family')
      load += operations.get(operation)!.machines.find(each => each.machine === task.machine)?.load ?? 0
    }
    if (machine?.chargeCapacity === undefined) report('charge', first.operation, first.machine, 'is no furnace')
    else if (load > machine.chargeCapacity) report('charge', first.operation, first.machine, `a load of ${load}`)
  }
}

function checkCapacity(problem: Problem, onMachine: ReadonlyMap<string, readonly Task[]>, report: Report): void {
  const fixed = new Set(problem.operations.filter(operation => operation.fixed).map(operation => operation.id))
  for (const machine of problem.machines) {
    const row = oncePerCharge(onMachine.get(machine.id) ?? [])
    forEachOverload(
      row,
      () => 1,
      Math.max(1, Math.floor(machine.capacity ?? 1)),
      (task, others) => {
        if (!fixed.has(task.operation) || others.some(other => !fixed.has(other.operation))) {
          report('capacity', task.operation, others[0]!.operation, `too much at once on ${machine.id}`)
        }
      },
    )
  }
}

function checkResources(
  problem: Problem,
  operations: ReadonlyMap<string, Operation>,
  tasks: ReadonlyMap<string, Task>,
  report: Report,
): void {
  for (const resource of problem.resources ?? []) {
    const own = (task: Task) =>
      (operations.get(task.operation)!.holds ?? []).reduce(
        (sum, hold) => sum + (hold.resource === resource.id ? hold.amount : 0),
        0,
      )
    // The people of a charge are there once for all of it.
    const ofCharge = new Map<string, number>()
    for (const task of tasks.values()) {
      if (task.charge !== undefined) ofCharge.set(task.charge, Math.max(ofCharge.get(task.charge) ?? 0, own(task)))
    }
    const amount = (task: Task) => (task.charge === undefined ? own(task) : ofCharge.get(task.charge)!)
    const holders = oncePerCharge(tasks.values()).filter(task => amount(task) > 0)
    forEachOverload(holders, amount, resource.capacity, (task, others) => {
      const all = [task, ...others]
      if (all.some(each => !operations.get(each.operation)!.fixed)) {
        report('resource', task.operation, resource.id, 'more in use than there is')
      }
    })
  }
}

/** Load only rises where a task begins, so it is enough to look there. */
function forEachOverload(
  row: readonly Task[],
  amount: (task: Task) => number,
  capacity: number,
  found: (task: Task, others: Task[]) => void,
): void {
  const sorted = [...row].sort((a, b) => a.setupStart - b.setupStart)
  let running: Task[] = []
  for (const task of sorted) {
    running = running.filter(other => other.end > task.setupStart)
    const load = running.reduce((sum, other) => sum + amount(other), amount(task))
    if (load > capacity) found(task, [...running])
    running.push(task)
  }
}

function checkPrecedence(
  problem: Problem,
  operations: ReadonlyMap<string, Operation>,
  tasks: ReadonlyMap<string, Task>,
  openOf: OpenOf,
  plan: Plan,
  report: Report,
): void {
  const told = new Set(plan.conflicts.map(conflict => `${conflict.operation} ${conflict.fixed}`))
  let real = 0
  for (const operation of problem.operations) {
    for (const link of operation.predecessors) {
      const before = operations.get(link.operation)!
      const first = tasks.get(before.id)
      const second = tasks.get(operation.id)
      if (!second) continue
      if (operation.fixed) {
        const late = !first || checkLink(link, before, first, operation, second, openOf, problem.now)
        if (!late) continue
        real++
        if (!told.has(`${before.id} ${operation.id}`)) report('conflict', operation.id, before.id, 'is not told')
        continue
      }
      if (!first) {
        report('precedence', operation.id, before.id, 'is planned although what it waits for is not')
        continue
      }
      const problemFound = checkLink(link, before, first, operation, second, openOf, problem.now)
      if (problemFound) report('precedence', operation.id, before.id, problemFound)
    }
  }
  if (real < plan.conflicts.length) report('conflict', '', '', 'a conflict is told that is none')
}

function checkOutcomes(problem: Problem, plan: Plan, tasks: ReadonlyMap<string, Task>, report: Report): void {
  const left = new Set(plan.unplanned.map(each => each.order))
  const outcomes = new Map(plan.orders.map(outcome => [outcome.order, outcome]))
  const ofOrder = Map.groupBy(tasks.values(), task => task.order)
  for (const order of problem.orders) {
    const outcome = outcomes.get(order.id)
    const ends = (ofOrder.get(order.id) ?? []).map(task => task.end)
    const finish: Instant | null = left.has(order.id) || ends.length === 0 ? null : Math.max(...ends)
    const tardiness = finish === null ? 0 : Math.max(0, finish - order.due)
    if (!outcome || outcome.finish !== finish || outcome.tardinessSeconds !== tardiness) {
      report('outcome', order.id, '', `finish ${finish}, late by ${tardiness}, is told otherwise`)
    }
  }
}
