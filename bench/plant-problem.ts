/** A plant in the words of the engine, and the engine's plan in the words of the bench. */
import { workingTime } from '@qitao/planning/calendar/weekly-calendar.ts'
import type { Plan } from '@qitao/planning/scheduling/place/plan.ts'
import type { Disturbances, Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import type { PlanFile, PlantCalendar, PlantFile, PlantOperation } from './plant-format.ts'
import type { OpenOperation, PlantMaterial } from './plant-material.ts'

const daySeconds = 86_400
const shortestSeconds = 3600

/** What the bench's simulation does to a plan, as far as a planner may know it. */
export const disturbances: Disturbances = {
  lateShare: 0.1,
  meanLateSeconds: 2 * daySeconds,
  runSpread: 0.15,
  runLoss: 0.03,
  aheadSeconds: 31 * daySeconds,
  lateOrderHours: 150,
}

export function openOperations(plant: PlantFile): OpenOperation[] {
  const routings = new Map(plant.routings.map(routing => [routing.id, routing]))
  const materials = new Map(plant.materials.map(material => [material.id, material]))
  const fixed = new Set((plant.fixed ?? []).map(task => operationId(task.order, task.op)))
  const furnaces = new Set(plant.machines.filter(machine => machine.batch).map(machine => machine.id))
  const open = openShare(plant)
  return plant.orders.flatMap(order => {
    const routing = routings.get(order.routing ?? materials.get(order.material)?.routing ?? '')
    if (!routing) throw new Error(`Order ${order.id}: no routing for ${order.material}`)
    const specs = routing.operations.filter(spec => !order.done?.includes(spec.op))
    let left = 0
    return specs
      .toReversed()
      .map(spec => {
        left += meanRun(spec, order.quantity, furnaces) / open
        const id = operationId(order.id, spec.op)
        return { id, order, spec, fixed: fixed.has(id), neededAt: Math.round(order.due - left) }
      })
      .reverse()
  })
}

const operationId = (order: string, op: number): string => `${order}|${op}`

const meanRun = ({ machines }: PlantOperation, quantity: number, furnaces: ReadonlySet<string>): number =>
  machines.reduce(
    (sum, { machine, run }) => sum + Math.max(shortestSeconds, furnaces.has(machine) ? run : run * quantity),
    0,
  ) / Math.max(1, machines.length)

/** Share of the first four weeks in which the first machine works. */
function openShare(plant: PlantFile): number {
  const calendar = plant.calendars.find(each => each.id === plant.machines[0]?.calendar)
  if (!calendar) return 1
  const span = 28 * daySeconds
  const { intervals } = intervalsOf(plant, calendar, plant.horizon.start, plant.horizon.start + span)
  return intervals.reduce((sum, [from, to]) => sum + to - from, 0) / span || 1
}

function intervalsOf({ timeZone }: PlantFile, calendar: PlantCalendar, from: number, to: number) {
  const second = (clock: string) => Number(clock.slice(0, 2)) * 3600 + Number(clock.slice(3, 5)) * 60
  const span = (each: { from: string; to: string }) => ({ fromSecond: second(each.from), toSecond: second(each.to) })
  return workingTime(
    {
      zone: timeZone,
      shifts: calendar.shifts.map(shift => ({ days: [...shift.days] as never, ...span(shift) })),
      breaks: (calendar.breaks ?? []).map(rest => ({ days: rest.days, ...span(rest) })),
      exceptions: (calendar.exceptions ?? []).map(each => ({ day: each.date, shifts: each.shifts.map(span) })),
    },
    from,
    to,
  )
}

export function problemOf(
  plant: PlantFile,
  operations: readonly OpenOperation[],
  { kits, feeders }: PlantMaterial,
): Problem {
  const { start: now, limit } = plant.horizon
  const types = new Map(plant.machineTypes.map(type => [type.id, type]))
  const furnaces = new Set(plant.machines.filter(machine => machine.batch).map(machine => machine.id))
  const fixed = new Map((plant.fixed ?? []).map(task => [operationId(task.order, task.op), task]))
  const last = new Map(operations.map(({ order, id }) => [order.id, id]))
  const heads = (spec: PlantOperation) => (spec.workgroup !== undefined ? (spec.heads ?? 0) : 0)
  return {
    now,
    limit,
    calendars: plant.calendars.map(calendar => ({
      id: calendar.id,
      intervals: intervalsOf(plant, calendar, now - daySeconds, limit + daySeconds).intervals,
    })),
    machines: plant.machines.map(machine => ({
      id: machine.id,
      calendar: machine.calendar,
      capacity: machine.capacity ?? 1,
      frozen: machine.frozen ?? [],
      changeover: types.get(machine.type)?.changeover ? machine.type : null,
      family: machine.family ?? null,
      mould: machine.mould ?? null,
      mouldChangeSeconds: types.get(machine.type)?.mouldChange ?? 0,
      ...(machine.batch ? { chargeCapacity: machine.batch.capacity } : {}),
    })),
    resources: [
      ...(plant.workgroups ?? []).map(({ id, calendar, headcount }) => ({
        id: `workgroup ${id}`,
        kind: 'workgroup' as const,
        capacity: headcount,
        calendar,
      })),
      ...(plant.moulds ?? []).map(({ id, quantity }) => ({ id, kind: 'mould' as const, capacity: quantity ?? 1 })),
    ],
    changeovers: plant.machineTypes
      .filter(type => type.changeover)
      .map(({ id, families = [], changeover = [] }) => ({
        id,
        pairs: families.flatMap((from, a) => families.map((to, b) => ({ from, to, seconds: changeover[a]?.[b] ?? 0 }))),
      })),
    orders: plant.orders.map(({ id, due, priority, weight }) => ({ id, due, priority: priority ?? 1, weight })),
    operations: operations.map(({ id, order, spec }, i) => {
      const before = operations[i - 1]?.order === order ? operations[i - 1] : undefined
      const kit = kits.get(id)
      const task = fixed.get(id)
      // A release holds for the run, as material does; set-up may come before.
      const released = Math.max(now, order.release ?? now)
      const at = kit ? (kit.at === null ? null : Math.max(kit.at, released)) : released
      return {
        id,
        order: order.id,
        machines: spec.machines.map(({ machine, setup, run, load }) => ({
          machine,
          setupSeconds: setup ?? 0,
          runSeconds: furnaces.has(machine) ? run : Math.ceil(run * order.quantity - 1e-6),
          ...(furnaces.has(machine) ? { load: order.quantity * (load ?? 0) } : {}),
        })),
        predecessors: [
          ...(before
            ? [{ operation: before.id, ...(before.spec.transfer ? { transferQuantity: before.spec.transfer } : {}) }]
            : []),
          ...(feeders.get(id) ?? []).map(feeder => ({ operation: last.get(feeder)! })),
        ],
        quantity: order.quantity,
        ...(at === null || at > now
          ? { kit: { at, material: kit?.material ?? null, supplies: kit?.supplies ?? [] } }
          : {}),
        mayPause: spec.mayPause !== false,
        family: spec.machines[0]?.family ?? null,
        holds: [
          ...(heads(spec) > 0 ? [{ resource: `workgroup ${spec.workgroup}`, amount: heads(spec) }] : []),
          ...(spec.mould !== undefined ? [{ resource: spec.mould, amount: 1 }] : []),
        ],
        ...(task
          ? {
              fixed: {
                machine: task.machine,
                setupStart: task.setupStart,
                start: task.start,
                end: task.end,
                why: task.why === 'running' ? ('running' as const) : ('locked' as const),
              },
            }
          : {}),
      }
    }),
  }
}

const causes: Readonly<Record<string, string>> = {
  no_machine: 'no-machine',
  no_calendar: 'no-calendar',
  not_kitted: 'no-supply',
  component_unplanned: 'component-unplanned',
}

export function planFileOf(
  plant: PlantFile,
  operations: readonly OpenOperation[],
  { allocations, purchases }: PlantMaterial,
  plan: Plan,
): PlanFile {
  const operationOf = new Map(operations.map(operation => [operation.id, operation]))
  const unplanned = new Map<string, { order: string; cause: string; ref?: string }>()
  for (const { order, cause, object } of plan.unplanned) {
    const named = causes[cause] ?? 'beyond-limit'
    unplanned.set(order, { order, cause: named, ...(named === 'component-unplanned' ? { ref: object.id } : {}) })
  }
  return {
    plant: plant.name,
    planner: 'qitao',
    tasks: plan.tasks.map(({ operation, order, machine, setupStart, start, end, charge }) => ({
      order,
      op: operationOf.get(operation)!.spec.op,
      machine,
      setupStart,
      start,
      end,
      ...(charge === undefined ? {} : { batch: charge }),
    })),
    purchases,
    orders: [],
    allocations: allocations.filter(({ order }) => !unplanned.has(order)),
    unplanned: [...unplanned.values()],
  }
}
