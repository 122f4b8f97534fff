/**
 * Plants out of a seed, for property tests and benches: machine groups, shifts with breaks, change-overs, kits, child orders,
 * transfer batches, people, frozen and fixed time, and - when asked - orders that cannot be planned.
 */
import { daySeconds, hourSeconds, type Instant } from '@qitao/core/time.ts'
import { type Interval, merge } from '../calendar/interval.ts'
import { seededRandom } from '../random.ts'
import type {
  Calendar,
  Eligible,
  FixedTask,
  Link,
  Machine,
  Operation,
  Order,
  Problem,
  Resource,
} from '../scheduling/problem/problem.ts'

export interface PlantSize {
  readonly seed: number
  readonly orders: number
  readonly machines: number
  /** Operations of an order, at most; 6 by default. */
  readonly longestRouting?: number
  readonly days?: number
  /** Everything on: people, frozen, fixed, furnaces apart; true by default. */
  readonly rich?: boolean
  /** Furnaces that run several operations as one charge; false by default. */
  readonly furnaces?: boolean
  /** Share of operations with something missing; 0 by default. */
  readonly broken?: number
}

/** A Monday, 00:00 UTC. */
export const plantStart: Instant = 1_772_409_600

export function randomPlant(size: PlantSize): Problem {
  const {
    seed,
    orders: orderCount,
    machines: machineCount,
    longestRouting = 6,
    days = 120,
    rich = true,
    furnaces = false,
    broken = 0,
  } = size
  const random = seededRandom(seed)
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const chance = (share: number) => random() < share
  const pick = <T>(list: readonly T[]): T => list[whole(0, list.length - 1)]!
  const now = plantStart + 7 * hourSeconds
  const limit = plantStart + days * daySeconds

  const calendars = ['day', 'two', 'three', 'always'].map((id, kind) => calendar(id, kind, days))
  const families = ['A', 'B', 'C', 'D', 'E']
  const changeovers = [0, 1].map(k => ({
    id: `matrix-${k}`,
    otherwise: 900,
    pairs: families.flatMap(from =>
      families.filter(to => to !== from && chance(0.8)).map(to => ({ from, to, seconds: 300 * whole(1, 12) })),
    ),
  }))
  const groupCount = Math.max(1, Math.round(machineCount / 4))
  const machines: Machine[] = Array.from({ length: machineCount }, (_, m) => ({
    id: `M${String(m).padStart(3, '0')}`,
    calendar: pick(calendars).id,
    capacity: rich && chance(0.1) ? whole(2, 3) : 1,
    changeover: chance(0.5) ? pick(changeovers).id : null,
    family: chance(0.5) ? pick(families) : null,
    ...(furnaces && m % 3 === 1 ? { capacity: 1, chargeCapacity: 60 } : {}),
    ...(rich && m % 4 === 0 ? { mouldChangeSeconds: 1800, mould: m % 8 === 0 ? 'mould' : null } : {}),
    frozen:
      rich && chance(0.15) ? [frozenInterval(plantStart + whole(0, 20) * daySeconds + whole(0, 20) * hourSeconds)] : [],
  }))
  const groups = Array.from({ length: groupCount }, (_, g) => machines.filter((_, m) => m % groupCount === g))
  const resources: Resource[] = rich
    ? [
        { id: 'crew', kind: 'workgroup', capacity: Math.max(2, Math.round(machineCount / 3)), calendar: 'two' },
        { id: 'mould', kind: 'mould', capacity: 1 },
      ]
    : []

  const orders: Order[] = []
  const operations: Operation[] = []
  const lastOperation: string[] = []
  // Load of about four fifths over two thirds of the days.
  const meanHours = Math.max(1.2, (machineCount * 12 * days * 0.5) / Math.max(1, orderCount * (longestRouting / 2 + 1)))
  for (let o = 0; o < orderCount; o++) {
    const id = `O${String(o).padStart(5, '0')}`
    const due = plantStart + Math.floor((2 + random() * days * 0.6) * daySeconds)
    const internal = chance(0.15)
    orders.push({ id, due, priority: pick([1, 50, 100, 100, 100, 200]), ...(internal ? { weight: 0 } : {}) })
    const quantity = whole(1, 60)
    const family = chance(0.8) ? pick(families) : null
    const length = whole(1, longestRouting)
    for (let k = 0; k < length; k++) {
      const group = pick(groups)
      const hours = Math.min(30, -Math.log(1 - random()) * Math.min(meanHours, 6))
      const mayPause = !chance(0.2)
      const run = Math.max(60, Math.round((mayPause ? hours : Math.min(hours, 3.5)) * hourSeconds))
      let eligible: Eligible[] = group.map(machine => ({
        machine: machine.id,
        setupSeconds: 60 * whole(0, 20),
        runSeconds: Math.round(run * (0.9 + random() * 0.3)),
        ...(machine.chargeCapacity === undefined ? {} : { load: whole(5, 30) }),
      }))
      if (!mayPause)
        eligible = eligible.map(each => ({ ...each, runSeconds: Math.min(each.runSeconds!, 3.9 * hourSeconds) }))
      if (chance(broken)) eligible = chance(0.5) ? [] : eligible.map(each => ({ ...each, runSeconds: null }))
      const predecessors: Link[] = []
      if (k > 0) {
        predecessors.push({
          operation: `${id}/${k - 1}`,
          ...(chance(0.2) ? { transferQuantity: whole(1, 30) } : {}),
          ...(chance(0.1) ? { waitSeconds: hourSeconds * whole(1, 5) } : {}),
        })
      } else if (o > 5 && chance(0.25)) predecessors.push({ operation: lastOperation[whole(0, o - 1)]! })
      const kitted = chance(0.3)
      operations.push({
        id: `${id}/${k}`,
        order: id,
        machines: eligible,
        predecessors,
        quantity,
        mayPause,
        family,
        ...(kitted
          ? { kit: { at: chance(broken) ? null : now + whole(-2, 15) * daySeconds, material: `part-${whole(1, 50)}` } }
          : {}),
        ...(chance(0.05) ? { notBefore: now + whole(0, 10) * daySeconds } : {}),
        ...(rich && chance(0.2) ? { holds: [{ resource: chance(0.97) ? 'crew' : 'mould', amount: 1 }] } : {}),
      })
    }
    lastOperation.push(`${id}/${length - 1}`)
  }
  return {
    now,
    limit,
    calendars,
    machines,
    resources,
    changeovers,
    orders,
    operations: rich ? fixSome(operations) : operations,
  }

  /** A few first operations are running, a few others locked; never two on one machine at a time. */
  function fixSome(list: Operation[]): Operation[] {
    const taken = new Map<string, Instant>()
    return list.map(operation => {
      const machine = operation.machines[0]
      if (!machine || !chance(0.04)) return operation
      const running = operation.predecessors.length === 0 && !taken.has(machine.machine)
      const start = running
        ? now - whole(0, 4) * hourSeconds
        : (taken.get(machine.machine) ?? now) + whole(1, 60) * hourSeconds
      const end = Math.max(now + hourSeconds, start + whole(1, 9) * hourSeconds)
      taken.set(machine.machine, end)
      const fixed: FixedTask = {
        machine: machine.machine,
        setupStart: start,
        start,
        end,
        why: running ? 'running' : 'locked',
      }
      return { ...operation, fixed }
    })
  }
}

const frozenInterval = (start: Instant): Interval => [start, start + 14 * hourSeconds]

/** 0: days with a lunch break, 1: two shifts, 2: three shifts on workdays, 3: always. */
function calendar(id: string, kind: number, days: number): Calendar {
  if (kind === 3) return { id, intervals: [[plantStart, plantStart + days * daySeconds]] }
  const intervals: Interval[] = []
  for (let day = 0; day < days; day++) {
    if (day % 7 > 4) continue
    const at = (hours: number) => plantStart + day * daySeconds + hours * hourSeconds
    if (kind === 0) intervals.push([at(8), at(12)], [at(13), at(17)])
    if (kind === 1) intervals.push([at(6), at(10)], [at(10.25), at(18)], [at(18.5), at(22)])
    if (kind === 2) intervals.push([at(6), at(30)])
  }
  const merged = merge(intervals)
  // Lunch of the day calendar is kept free every Wednesday: nothing may run over it.
  const walls =
    kind === 0
      ? merged
          .filter(
            ([, end]) =>
              Math.floor((end - plantStart) / daySeconds) % 7 === 2 &&
              (end - plantStart) % daySeconds === 12 * hourSeconds,
          )
          .map(([, end]) => end)
      : []
  return { id, intervals: merged, walls }
}
