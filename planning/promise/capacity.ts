/**
 * Capacity to promise: the free gaps of the plan in force on each lane, as numbers, and the earliest place for an operation
 * in them. No placed task is moved, and none gets a longer set-up by its new neighbour. The answer depends on the plan and on
 * the instants asked for only: ready earlier or shorter never ends later. Nothing is changed while searching.
 */
import type { Instant } from '@qitao/core/time.ts'
import { intersect, merge } from '../calendar/interval.ts'
import {
  endAt,
  nextUnbroken,
  startAt,
  totalWorked,
  type WorkTable,
  wallWithin,
  workedAt,
  workTable,
} from '../calendar/working-time.ts'
import { lanesOf } from '../scheduling/place/lanes.ts'
import { ResourceUse } from '../scheduling/place/resource-use.ts'
import {
  type Changeovers,
  changeoverSeconds,
  compileChangeover,
  noChangeover,
} from '../scheduling/problem/changeover.ts'
import type { PlacedTask, PromiseSnapshot } from './snapshot.ts'

/** The gaps of one lane; gap g lies before task g, the last one after all of them. */
interface Lane {
  /** End of everything before the gap. */
  readonly from: Float64Array
  /** Set-up start of the task behind the gap; Infinity after the last. */
  readonly to: Float64Array
  /** Working seconds of the machine in the gap. */
  readonly worked: Float64Array
  /** What stands on the machine in the gap, and what comes next to it, -1: nothing known. */
  readonly family: Int32Array
  readonly nextFamily: Int32Array
  readonly mould: Int32Array
  readonly nextMould: Int32Array
}

/** One way to run an operation: on this machine, with these people. */
export interface Way {
  readonly machine: number
  readonly table: WorkTable
  /** Set-up by itself. */
  readonly setupSeconds: number
  readonly family: number
  readonly mould: number
  readonly mayPause: boolean
  readonly holds: readonly { readonly resource: number; readonly amount: number }[]
  /** Families and moulds that may stand on the machine because of the same inquiry: the longest set-up of all is planned. */
  readonly ownFamilies: readonly number[]
  readonly ownMoulds: readonly number[]
}

/** Answer of `earliest`; one object, filled anew each time. */
export interface Place {
  lane: number
  setupStart: Instant
  start: Instant
  end: Instant
  setupSeconds: number
}

export class Capacity {
  /** No gap begins before. */
  readonly now: Instant
  readonly limit: Instant
  private readonly snapshot: PromiseSnapshot
  private readonly machineNumbers: ReadonlyMap<string, number>
  private readonly resourceNumbers: ReadonlyMap<string, number>
  private readonly families = new Map<string, number>()
  private readonly matrices: readonly Changeovers[]
  private readonly tables = new Map<string, WorkTable>()
  private readonly laneFirst: Int32Array
  private readonly tasks: PlacedTask[][] = []
  private readonly lanes: (Lane | undefined)[] = []
  private readonly uses: ResourceUse[]

  constructor(snapshot: PromiseSnapshot) {
    const { machines, placed, resources = [], changeovers = [] } = snapshot
    this.snapshot = snapshot
    this.now = Math.max(snapshot.now, snapshot.startsFrom ?? 0)
    this.limit = snapshot.limit
    this.machineNumbers = new Map(machines.map((machine, i) => [machine.id, i]))
    this.resourceNumbers = new Map(resources.map((resource, i) => [resource.id, i]))
    for (const { family } of [...machines, ...placed, ...snapshot.recipes.flatMap(({ operations }) => operations)])
      this.familyOf(family)
    const compiled = new Map(changeovers.map(matrix => [matrix.id, compileChangeover(matrix, this.families)]))
    this.matrices = machines.map(({ changeover, capacity }) =>
      (capacity ?? 1) > 1 ? noChangeover : (compiled.get(changeover ?? '') ?? noChangeover),
    )
    const known = placed.filter(task => this.machineNumbers.has(task.machine))
    const onLanes = lanesOf(
      {
        ...{ now: snapshot.now, limit: snapshot.limit, calendars: [], orders: [], machines },
        operations: known.map(task => ({
          ...{ id: task.id, order: '', machines: [], predecessors: [], mayPause: true },
          fixed: { ...task, why: 'locked' as const },
        })),
      },
      this.machineNumbers,
      [...known.keys()],
    )
    this.laneFirst = onLanes.laneFirst
    for (let lane = 0; lane < onLanes.laneMachine.length; lane++) {
      const own = onLanes.laneFixed.subarray(onLanes.laneFixedFirst[lane], onLanes.laneFixedFirst[lane + 1])
      this.tasks.push([...own].map(i => known[i]!))
    }
    this.uses = resources.map(({ capacity }) => new ResourceUse(capacity))
    for (const task of placed) this.hold(task)
  }

  machineNumber(id: string): number | undefined {
    return this.machineNumbers.get(id)
  }
  familyOf(family: string | null | undefined): number {
    if (family === null || family === undefined) return -1
    const known = this.families.get(family)
    if (known !== undefined) return known
    this.families.set(family, this.families.size)
    return this.families.size - 1
  }
  /** Resources that are held, by number; undefined when one of them is not known or too small. */
  holdsOf(holds: PlacedTask['holds'] = []): { resource: number; amount: number }[] | undefined {
    const { resources = [] } = this.snapshot
    const found = holds.flatMap(({ resource, amount }) => {
      const number = this.resourceNumbers.get(resource)
      return number === undefined || resources[number]!.capacity < amount ? [] : [{ resource: number, amount }]
    })
    return found.length === holds.length ? found : undefined
  }
  /** The mould among what is held, -1: none. */
  mouldOf(holds: readonly { readonly resource: number }[]): number {
    const { resources = [] } = this.snapshot
    return holds.find(({ resource }) => resources[resource]!.kind === 'mould')?.resource ?? -1
  }

  /** Working time of a machine with the people it needs, from now to the limit; undefined: there is none. */
  tableOf(machine: number, holds: readonly { readonly resource: number }[]): WorkTable | undefined {
    const { machines, resources = [], calendars } = this.snapshot
    const { id, calendar, frozen = [] } = machines[machine]!
    const people = holds.flatMap(({ resource }) => resources[resource]!.calendar ?? []).sort()
    const key = JSON.stringify([calendar, frozen.length > 0 ? id : '', people])
    let table = this.tables.get(key)
    if (!table) {
      const named = (wanted: string | null) => calendars.find(each => each.id === wanted)
      let intervals = intersect(merge(named(calendar)?.intervals ?? []), [[this.now, this.limit]])
      const walls = [...(named(calendar)?.walls ?? [])]
      for (const one of people) {
        intervals = intersect(intervals, merge(named(one)?.intervals ?? []))
        walls.push(...(named(one)?.walls ?? []))
      }
      table = workTable(intervals, frozen, walls)
      this.tables.set(key, table)
    }
    return totalWorked(table) > 0 ? table : undefined
  }

  /**
   * The earliest end on any lane of the machine: the run starts at `ready` or later, the set-up at `floor` or later. False
   * when it does not end before the limit.
   */
  earliest(way: Way, runSeconds: number, ready: Instant, floor: Instant, place: Place): boolean {
    let found = false
    for (let lane = this.laneFirst[way.machine]!; lane < this.laneFirst[way.machine + 1]!; lane++) {
      found = this.onLane(lane, way, runSeconds, ready, floor, place, found ? place.end : this.limit + 1) || found
    }
    return found
  }

  private onLane(
    lane: number,
    way: Way,
    run: number,
    ready: Instant,
    floor: Instant,
    place: Place,
    before: Instant,
  ): boolean {
    const gaps = this.gapsOf(lane, way.machine)
    const { table, mayPause } = way
    const total = totalWorked(table)
    const readyAt = workedAt(table, ready)
    const last = gaps.from.length - 1
    for (let gap = firstBehind(gaps.to, Math.max(floor, ready)); gap <= last; gap++) {
      // Working time of the machine alone is never less than with its people.
      if (gaps.worked[gap]! < run + way.setupSeconds) continue
      const from = Math.max(gaps.from[gap]!, floor, this.now)
      if (from >= before) return false
      const setup = this.setupIn(gaps, gap, way)
      if (setup < 0) continue
      let at = Math.max(workedAt(table, from) + setup, readyAt)
      for (;;) {
        if (!mayPause) at = nextUnbroken(table, at, run)
        if (at + run > total) return false
        const wall = wallWithin(table, at - setup, at + run)
        if (wall >= 0) {
          at = wall + setup
          continue
        }
        const free = this.peopleFree(
          way,
          setup > 0 ? startAt(table, at - setup) : startAt(table, at),
          endAt(table, at + run),
        )
        if (free === Number.POSITIVE_INFINITY) return false
        if (free < 0) break
        at = Math.max(at + 1, workedAt(table, free) + setup)
        // Past the gap already: the next one.
        if (endAt(table, at) > gaps.to[gap]!) break
      }
      const end = endAt(table, at + run)
      if (end > gaps.to[gap]!) continue
      if (end >= before) return false
      place.lane = lane
      place.start = startAt(table, at)
      place.setupStart = setup > 0 ? startAt(table, at - setup) : place.start
      place.end = end
      place.setupSeconds = setup
      return true
    }
    return false
  }

  /** Seconds of set-up in the gap; -1 when what comes behind would need a longer one than is planned for it. */
  private setupIn(
    gaps: Lane,
    gap: number,
    { machine, setupSeconds, family, mould, ownFamilies, ownMoulds }: Way,
  ): number {
    const matrix = this.matrices[machine]!
    const { capacity = 1, mouldChangeSeconds = 0 } = this.snapshot.machines[machine]!
    const mouldChange = capacity > 1 ? 0 : Math.ceil(mouldChangeSeconds)
    const standing = gaps.family[gap]!
    const next = gaps.nextFamily[gap]!
    if (next >= 0 && changeoverSeconds(matrix, family, next) > changeoverSeconds(matrix, standing, next) && family >= 0)
      return -1
    if (mouldChange > 0 && mould >= 0 && gaps.nextMould[gap]! >= 0) {
      if (mould !== gaps.nextMould[gap] && gaps.mould[gap] === gaps.nextMould[gap]) return -1
    }
    let change = changeoverSeconds(matrix, standing, family)
    for (const own of ownFamilies) change = Math.max(change, changeoverSeconds(matrix, own, family))
    const mounts = mould >= 0 && (gaps.mould[gap] !== mould || ownMoulds.some(own => own !== mould))
    return setupSeconds + change + (mounts ? mouldChange : 0)
  }

  /** When the people and moulds have room, as far as can be seen; -1 when they have now. */
  private peopleFree({ holds }: Way, from: Instant, to: Instant): Instant {
    let free = -1
    for (const { resource, amount } of holds) free = Math.max(free, this.uses[resource]!.overloadEnd(from, to, amount))
    return free
  }

  private gapsOf(lane: number, machine: number): Lane {
    const known = this.lanes[lane]
    if (known) return known
    const tasks = this.tasks[lane]!
    const table = this.tableOf(machine, [])!
    const { family, mould } = this.snapshot.machines[machine]!
    const count = tasks.length + 1
    const gaps: Lane = {
      from: new Float64Array(count),
      to: new Float64Array(count),
      worked: new Float64Array(count),
      family: new Int32Array(count),
      nextFamily: new Int32Array(count),
      mould: new Int32Array(count),
      nextMould: new Int32Array(count),
    }
    let end = this.now
    let standing = this.familyOf(family)
    let mounted = mould ? (this.resourceNumbers.get(mould) ?? -1) : -1
    const mouldsOf = (task: PlacedTask) => this.mouldOf(this.holdsOf(task.holds) ?? [])
    for (let gap = 0; gap < count; gap++) {
      const task = tasks[gap]
      gaps.from[gap] = end
      gaps.to[gap] = task ? task.setupStart : Number.POSITIVE_INFINITY
      gaps.worked[gap] = task
        ? Math.max(0, workedAt(table, task.setupStart) - workedAt(table, end))
        : Number.POSITIVE_INFINITY
      gaps.family[gap] = standing
      gaps.mould[gap] = mounted
      if (!task) break
      end = Math.max(end, task.end)
      if (this.familyOf(task.family) >= 0) standing = this.familyOf(task.family)
      if (mouldsOf(task) >= 0) mounted = mouldsOf(task)
    }
    let nextFamily = -1
    let nextMould = -1
    for (let gap = count - 1; gap >= 0; gap--) {
      const task = tasks[gap]
      if (task && this.familyOf(task.family) >= 0) nextFamily = this.familyOf(task.family)
      if (task && mouldsOf(task) >= 0) nextMould = mouldsOf(task)
      gaps.nextFamily[gap] = nextFamily
      gaps.nextMould[gap] = nextMould
    }
    this.lanes[lane] = gaps
    return gaps
  }

  private hold({ holds, setupStart, end }: PlacedTask): void {
    for (const { resource, amount } of holds ?? []) {
      const number = this.resourceNumbers.get(resource)
      if (number !== undefined) this.uses[number]!.add(setupStart, end, amount)
    }
  }

  /** What stood on this lane and in these resources before, to put back with `restore`. */
  insert(lane: number, task: PlacedTask): void {
    this.tasks[lane] = [...this.tasks[lane]!, task].sort((a, b) => a.setupStart - b.setupStart || a.end - b.end)
    this.lanes[lane] = undefined
    this.hold(task)
  }
  remove(lane: number, task: PlacedTask): void {
    this.tasks[lane] = this.tasks[lane]!.filter(each => each !== task)
    this.lanes[lane] = undefined
    for (const { resource, amount } of task.holds ?? []) {
      const number = this.resourceNumbers.get(resource)
      if (number !== undefined) this.uses[number]!.add(task.setupStart, task.end, -amount)
    }
  }
}

/** Index of the first entry above the instant; the entries are sorted, the last one is Infinity. */
function firstBehind(to: Float64Array, instant: Instant): number {
  let low = 0
  let high = to.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (to[middle]! <= instant) low = middle + 1
    else high = middle
  }
  return low
}
