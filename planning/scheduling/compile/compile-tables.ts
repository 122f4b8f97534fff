/** Working time of machines together with the people an operation holds: one table for all who need the same. */
import type { Instant } from '@qitao/core/time.ts'
import { type Interval, intersect, merge } from '../../calendar/interval.ts'
import { type WorkTable, workTable } from '../../calendar/working-time.ts'
import type { Operation, Problem } from '../problem/problem.ts'

/** When something is open within the time of the problem, frozen time apart. */
interface Open {
  readonly intervals: readonly Interval[]
  readonly walls: readonly Instant[]
}

export class Tables {
  readonly tables: WorkTable[] = []
  private readonly problem: Problem
  private readonly calendarNumber: ReadonlyMap<string, number>
  private readonly resourceNumber: ReadonlyMap<string, number>
  /** Calendar of each resource, -1: none. */
  private readonly resourceCalendar: Int32Array
  /** Machines with the same calendar and nothing frozen are one. */
  private readonly machineKind: Int32Array
  /** Calendars of the people of some operation, by their numbers as text; 0 is nobody. */
  private readonly crews: number[][] = [[]]
  private readonly crewNumber = new Map<string, number>()
  private readonly singleCrew: Int32Array
  /** Table of a crew and a machine, by their numbers; 0: not made yet, else its number and one. */
  private readonly known: Int32Array[] = []
  /** By crew, and then by calendar of the machine; a machine without one is never open. */
  private readonly opens: Map<string | null, Open>[] = []

  constructor(problem: Problem, resourceNumber: ReadonlyMap<string, number>) {
    this.problem = problem
    this.resourceNumber = resourceNumber
    this.calendarNumber = new Map(problem.calendars.map((calendar, i) => [calendar.id, i]))
    this.resourceCalendar = Int32Array.from(problem.resources ?? [], ({ calendar }) =>
      calendar === null || calendar === undefined ? -1 : this.calendar(calendar),
    )
    const first = new Map<string, number>()
    this.machineKind = Int32Array.from(problem.machines, ({ calendar, frozen = [] }, m) => {
      if (calendar !== null) this.calendar(calendar)
      if (frozen.length > 0 || calendar === null) return m
      const known = first.get(calendar)
      if (known === undefined) first.set(calendar, m)
      return known ?? m
    })
    this.singleCrew = new Int32Array(problem.calendars.length).fill(-1)
  }

  private calendar(id: string): number {
    const number = this.calendarNumber.get(id)
    if (number === undefined) throw new Error(`Unknown calendar ${id}`)
    return number
  }

  /** Number of the people's calendars an operation needs, 0: none. */
  crewOf(holds: Operation['holds']): number {
    if (holds === undefined || holds.length === 0) return 0
    if (holds.length === 1) {
      const calendar = this.resourceCalendar[this.resourceNumber.get(holds[0]!.resource)!]!
      if (calendar < 0) return 0
      if (this.singleCrew[calendar] === -1) this.singleCrew[calendar] = this.crew([calendar])
      return this.singleCrew[calendar]!
    }
    const calendars = new Set(holds.map(hold => this.resourceCalendar[this.resourceNumber.get(hold.resource)!]!))
    calendars.delete(-1)
    return calendars.size === 0 ? 0 : this.crew([...calendars].sort((a, b) => a - b))
  }

  private crew(calendars: number[]): number {
    const key = calendars.join(' ')
    const known = this.crewNumber.get(key)
    if (known !== undefined) return known
    this.crewNumber.set(key, this.crews.length)
    return this.crews.push(calendars) - 1
  }

  tableFor(machine: number, crew: number): number {
    const kind = this.machineKind[machine]!
    this.known[crew] ??= new Int32Array(this.machineKind.length)
    const known = this.known[crew]!
    if (known[kind] !== 0) return known[kind]! - 1
    const { calendar, frozen = [] } = this.problem.machines[machine]!
    const { intervals, walls } = this.openOf(calendar, crew)
    this.tables.push(workTable(intervals, frozen, walls))
    known[kind] = this.tables.length
    return this.tables.length - 1
  }

  private openOf(calendar: string | null, crew: number): Open {
    this.opens[crew] ??= new Map()
    const opens = this.opens[crew]!
    const made = opens.get(calendar)
    if (made !== undefined) return made
    const { calendars, now, limit } = this.problem
    const own = calendar === null ? null : calendars[this.calendar(calendar)]!
    let intervals = intersect(merge(own?.intervals ?? []), [[Math.min(now, limit), limit]])
    const walls = [...(own?.walls ?? [])]
    for (const number of this.crews[crew]!) {
      const people = calendars[number]!
      intervals = intersect(intervals, merge(people.intervals))
      walls.push(...(people.walls ?? []))
    }
    const open = { intervals, walls }
    opens.set(calendar, open)
    return open
  }
}
