import { isZero } from '@qitao/core/quantity.ts'
import { daySeconds, hourSeconds, type Instant } from '@qitao/core/time.ts'
import { publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { checkLink } from '@qitao/planning/checker/check-link.ts'
import { openTime, type Span } from '@qitao/planning/checker/open-time.ts'
import type { Task } from '@qitao/planning/scheduling/place/plan.ts'
import type { Link, Operation } from '@qitao/planning/scheduling/problem/problem.ts'
import type { ComponentOfPlan, ScheduleFacts, TaskOfPlan } from '../problem/facts.ts'
import { workingTimesOf } from '../problem/machine-time.rules.ts'
import { lastingProblem } from '../problem/problem.rules.ts'
import { resourceNames, skillsAsked } from '../problem/resources.rules.ts'
import type { ConflictKind } from './conflict.status.ts'

/** Where the books have overtaken the plan. Only what is still to be done can be in conflict. */
export interface Conflict {
  readonly kind: ConflictKind
  readonly why:
    | 'kit'
    | 'unsupplied'
    | 'receipt'
    | 'predecessor'
    | 'not_placed'
    | 'stopped'
    | 'disabled'
    | 'not_begun'
    | 'not_ended'
    | 'people'
    | 'tool'
    | 'skill'
  readonly task_id: string
  readonly mo_id: string
  readonly device_id: string
  /** When what is missing is there, the stop begins, the report was due. */
  readonly at: Instant
  /** By so much the plan is wrong; 0: it cannot be said. */
  readonly seconds: number
  /** What it collides with; with kind and task it names the conflict, however far it slips. */
  readonly object_id: string
  /** As people know it: a material, an order with its step, a machine, a workgroup. */
  readonly object: string
  /** Work order of what it collides with. */
  readonly order?: string
  /** Purchase order. */
  readonly document?: string
  /** Tasks that wait for it, or people that are needed. */
  readonly count?: number
  readonly have?: number
}
/** A purchase line that a component counts on, as it is announced now. */
export interface PeggedReceipt {
  readonly component_id: string
  readonly line_id: string
  readonly order_no: string
  readonly at: Instant
}

/** Reports come a little later than what they report. */
const reportGrace = hourSeconds
/** A follower by batches is wrong by more than can be said. */
const shortest = 60

/** All conflicts of a plan, the earliest task first. Pure: the same books give the same. */
export function conflictsOf(facts: ScheduleFacts, receipts: readonly PeggedReceipt[]): Conflict[] {
  const plan = openPlan(facts)
  return [
    ...materialConflicts(facts, receipts, plan),
    ...sequenceConflicts(facts, plan),
    ...machineConflicts(facts, plan),
    ...reportConflicts(facts, plan),
    ...resourceConflicts(facts, plan),
  ].sort(
    (a, b) =>
      plan.startOf(a.task_id) - plan.startOf(b.task_id) ||
      compare(a.task_id, b.task_id) ||
      compare(a.kind, b.kind) ||
      compare(a.object_id, b.object_id),
  )
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
export const conflictKey = ({ kind, task_id, object_id }: Pick<Conflict, 'kind' | 'task_id' | 'object_id'>): string =>
  `${kind} ${task_id} ${object_id}`

interface OpenPlan {
  readonly operations: readonly Operation[]
  readonly resources: ReturnType<typeof lastingProblem>['resources']
  /** Tasks of open operations, by operation. */
  readonly taskOf: ReadonlyMap<string, TaskOfPlan>
  readonly nameOf: (operation_id: string) => { object: string; order: string }
  readonly startOf: (task_id: string) => Instant
}
function openPlan(facts: ScheduleFacts): OpenPlan {
  const { operations, resources } = lastingProblem(facts, { only_kitted: false })
  const open = new Set(operations.map(({ id }) => id))
  const tasks = facts.tasks.filter(task => open.has(task.operation_id) && task.status !== taskStatus.codes.done)
  const orders = new Map(facts.orders.map(order => [order.id, order.no]))
  const names = new Map(facts.operations.map(one => [one.id, one]))
  const starts = new Map(tasks.map(task => [task.id, task.setup_start_time]))
  return {
    operations,
    resources,
    taskOf: new Map(tasks.map(task => [task.operation_id, task])),
    startOf: id => starts.get(id) ?? 0,
    nameOf(id) {
      const one = names.get(id)
      const order = orders.get(one?.mo_id ?? '') ?? ''
      return { order, object: `${order} ${one?.process_name ?? ''}`.trim() }
    },
  }
}
const ofTask = ({ id, mo_id, device_id }: TaskOfPlan) => ({ task_id: id, mo_id, device_id })
const hasNotBegun = ({ status }: TaskOfPlan): boolean => status === taskStatus.codes.not_started

/**
 * Material is there after the task has begun: by a purchase that is announced later, or by what the material plan knows. Of what
 * the floor has been told, also what nobody has ordered or makes.
 */
function materialConflicts(facts: ScheduleFacts, receipts: readonly PeggedReceipt[], { taskOf }: OpenPlan): Conflict[] {
  const steps = Map.groupBy(facts.operations, ({ mo_id }) => mo_id)
  const coming = Map.groupBy(receipts, ({ component_id }) => component_id)
  return facts.components.flatMap(component =>
    consuming(component, steps.get(component.mo_id) ?? []).flatMap(({ id }): Conflict[] => {
      const task = taskOf.get(id)
      if (!task || !hasNotBegun(task)) return []
      const about = { ...ofTask(task), object: component.material_code }
      const { start_time } = task
      const late = (coming.get(component.id) ?? []).filter(({ at }) => at > start_time)
      if (late.length > 0)
        return late.map(({ line_id, order_no, at }) => ({
          ...about,
          kind: 'receipt',
          why: 'receipt',
          at,
          seconds: at - start_time,
          object_id: line_id,
          document: order_no,
        }))
      const at = component.available_time
      const kit = { ...about, kind: 'kit' as const, object_id: component.material_id }
      if (at !== null && at > start_time) return [{ ...kit, why: 'kit', at, seconds: at - start_time }]
      if (task.publish_status === publishStatus.codes.unpublished || isZero(component.short_quantity)) return []
      return [{ ...kit, why: 'unsupplied', at: start_time, seconds: 0 }]
    }),
  )
}
/** The step that consumes it, in all its parts; the first one when none is named, or the one that is named is gone. */
function consuming({ operation_sequence }: ComponentOfPlan, steps: readonly ScheduleFacts['operations'][number][]) {
  const first = Math.min(...steps.map(({ sequence }) => sequence))
  const named = steps.filter(({ sequence }) => sequence === operation_sequence)
  return named.length > 0 ? named : steps.filter(({ sequence }) => sequence === first)
}

/** What a task waits for lets it start only after it has begun, or is not on the plan at all. */
function sequenceConflicts(facts: ScheduleFacts, { operations, taskOf, nameOf }: OpenPlan): Conflict[] {
  const byId = new Map(operations.map(operation => [operation.id, operation]))
  const openOf = openTimesOf(facts)
  return operations.flatMap(operation => {
    const task = taskOf.get(operation.id)
    if (!task || !hasNotBegun(task)) return []
    return operation.predecessors.flatMap((link): Conflict[] => {
      const before = byId.get(link.operation)
      if (!before) return []
      const about = { ...ofTask(task), kind: 'sequence' as const, ...nameOf(before.id), object_id: before.id }
      const first = taskOf.get(before.id)
      if (!first) return [{ ...about, why: 'not_placed', at: task.start_time, seconds: 0 }]
      const { running, end } = runsUntil(first, facts.now)
      const ready = end + (link.waitSeconds ?? 0)
      if (isWhole(link, before)) {
        return task.start_time < ready
          ? [{ ...about, why: 'predecessor', at: ready, seconds: ready - task.start_time }]
          : []
      }
      const wrong = checkLink(
        link,
        running ? { ...before, fixed: { ...placeOf({ ...first, end_time: end }), why: 'running' } } : before,
        placedTask({ ...first, end_time: end }),
        operation,
        placedTask(task),
        openOf,
        facts.now,
      )
      return wrong === null
        ? []
        : [{ ...about, why: 'predecessor', at: ready, seconds: Math.max(shortest, ready - task.end_time) }]
    })
  })
}
const runsUntil = (task: TaskOfPlan, now: Instant): { running: boolean; end: Instant } =>
  hasNotBegun(task) ? { running: false, end: task.end_time } : { running: true, end: Math.max(task.end_time, now) }
const isWhole = ({ transferQuantity }: Link, { made = 0, quantity: rest = 1 }: Operation): boolean =>
  transferQuantity === undefined || transferQuantity >= made + rest

const placeOf = (task: TaskOfPlan) => ({
  machine: task.device_id,
  setupStart: task.setup_start_time,
  start: task.start_time,
  end: task.end_time,
})
const placedTask = (task: TaskOfPlan): Task => ({
  ...placeOf(task),
  operation: task.operation_id,
  order: task.mo_id,
  setupSeconds: task.setup_seconds,
  fixed: !hasNotBegun(task),
  reasons: [],
})

/** Asked for steps that overlap alone, so nothing is made before it is. */
function openTimesOf(facts: ScheduleFacts): (operation: Operation, machine: string) => Span[] {
  const known = new Map<string, Span[]>()
  let times: ReturnType<typeof workingTimesOf> | undefined
  return (_, id) => {
    times ??= workingTimesOf(facts, facts.now - daySeconds)
    const found = known.get(id)
    if (found) return found
    const machine = times.machines.find(one => one.id === id)
    const intervals = times.calendars.find(one => one.id === machine?.calendar)?.intervals ?? []
    const open = openTime([intervals], machine?.frozen ?? [])
    known.set(id, open)
    return open
  }
}

/** What is left of a task stands in a stop of its machine, or on one that is out of use. */
function machineConflicts({ devices, now }: ScheduleFacts, { taskOf }: OpenPlan): Conflict[] {
  const deviceOf = new Map(devices.map(device => [device.id, device]))
  return [...taskOf.values()].flatMap((task): Conflict[] => {
    const device = deviceOf.get(task.device_id)
    if (!device) return []
    const about = { ...ofTask(task), kind: 'machine' as const, object: device.machine_no }
    const from = Math.max(now, task.setup_start_time)
    if (device.status !== enabled) return [{ ...about, why: 'disabled', at: from, seconds: 0, object_id: device.id }]
    return device.freezes
      .filter(stop => stop.start_time < task.end_time && from < stop.end_time)
      .map(stop => ({
        ...about,
        why: 'stopped',
        at: stop.start_time,
        seconds: Math.min(stop.end_time, task.end_time) - Math.max(stop.start_time, from),
        object_id: stop.id,
      }))
  })
}
const enabled = 1

/** What should have begun or ended by now, and nobody has said that it has. */
function reportConflicts({ now }: ScheduleFacts, { operations, taskOf, nameOf }: OpenPlan): Conflict[] {
  const followers = new Map<string, number>()
  for (const { id, predecessors } of operations)
    if (taskOf.has(id))
      for (const link of predecessors) followers.set(link.operation, (followers.get(link.operation) ?? 0) + 1)
  return [...taskOf.values()].flatMap((task): Conflict[] => {
    const why = hasNotBegun(task) ? 'not_begun' : 'not_ended'
    const at = why === 'not_begun' ? task.setup_start_time : task.end_time
    if (at + reportGrace >= now) return []
    return [
      {
        ...ofTask(task),
        kind: 'report',
        why,
        at,
        seconds: now - at,
        object_id: why,
        object: nameOf(task.operation_id).object,
        count: followers.get(task.operation_id) ?? 0,
      },
    ]
  })
}

/** More people, moulds or tools are needed at once than there are: told of each task with which it becomes too much. */
function resourceConflicts(facts: ScheduleFacts, { operations, resources, taskOf }: OpenPlan): Conflict[] {
  const { now } = facts
  const nameOf = resourceNames(facts)
  const peopleAt = new Map(skillsAsked(facts).map(one => [one.id, one.peopleAt]))
  // What is too much for its own workgroup is not told again of those that share people with it, which come after it.
  const toldOfSkill = new Set<string>()
  return resources.flatMap(({ id, kind: of, capacity }) => {
    const kind = of === 'workgroup' || of === 'skill' ? ('people' as const) : ('tool' as const)
    const why = of === 'skill' ? ('skill' as const) : kind
    // A skill may have ended by then.
    const thereAt = peopleAt.get(id) ?? (() => capacity)
    const holders = operations
      .flatMap(operation => {
        const amount = operation.holds?.find(({ resource }) => resource === id)?.amount
        const task = taskOf.get(operation.id)
        return amount && task && task.end_time > now ? [{ task, amount }] : []
      })
      .sort((a, b) => a.task.setup_start_time - b.task.setup_start_time || compare(a.task.id, b.task.id))
    let at_work: typeof holders = []
    return holders.flatMap((one): Conflict[] => {
      const { task } = one
      const at = Math.max(now, task.setup_start_time)
      at_work = [...at_work.filter(other => other.task.end_time > at), one]
      const count = at_work.reduce((sum, { amount }) => sum + amount, 0)
      const have = thereAt(at)
      if (count <= have || (why === 'skill' && toldOfSkill.has(task.id))) return []
      if (why === 'skill') toldOfSkill.add(task.id)
      const until = Math.min(...at_work.map(other => other.task.end_time))
      return [
        {
          ...ofTask(task),
          kind,
          why,
          at,
          seconds: until - at,
          object_id: id,
          object: nameOf.get(id) ?? '',
          count,
          have,
        },
      ]
    })
  })
}
