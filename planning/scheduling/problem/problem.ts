/**
 * The scheduling problem: everything the engine may know. Plain JSON, so that it can travel to a worker, be stored with the
 * plan version and be replayed. Ids are strings, unique within their list. Instants are seconds since the epoch, durations
 * are WORKING seconds of the machine. A done operation is left out, and so are links to it.
 */
import type { Instant } from '@qitao/core/time.ts'
import type { Interval } from '../../calendar/interval.ts'

export interface Problem {
  /** No task that is not fixed begins before. */
  readonly now: Instant
  /** No task that is not fixed ends after; what does not fit is unplanned with the cause `beyond_horizon`. */
  readonly limit: Instant
  readonly calendars: readonly Calendar[]
  readonly machines: readonly Machine[]
  /** Workgroups (with a calendar) and moulds or tools (without). */
  readonly resources?: readonly Resource[]
  readonly changeovers?: readonly Changeover[]
  readonly orders: readonly Order[]
  readonly operations: readonly Operation[]
  /** Absent: the plan is made as if everything went as planned. */
  readonly disturbances?: Disturbances
}

/** What is taken to happen to the plan on the floor; it is then made so that few orders are late all the same. */
export interface Disturbances {
  /** Share of the supplies on their way that come late, and by how much in the mean. */
  readonly lateShare: number
  readonly meanLateSeconds: number
  /** Standard deviation of the logarithm of a run's time, and the share of its time that is lost to scrap and stoppages. */
  readonly runSpread: number
  readonly runLoss: number
  /** So far ahead the plan has to hold: by then it is made anew. */
  readonly aheadSeconds: number
  /**
   * An order that has to be expected late costs as much as so many hours of weighted tardiness; more where the tardiness of a
   * first plan is so large that late orders would not count beside it.
   */
  readonly lateOrderHours: number
}

/** Expanded working time; `calendar/weekly-calendar.ts` makes it from shifts, breaks and exceptions. */
export interface Calendar {
  readonly id: string
  /** Sorted and disjoint; must reach to the limit of the problem. */
  readonly intervals: readonly Interval[]
  /** Starts of the breaks that no task may span (a break with `spannable: false`), sorted. */
  readonly walls?: readonly Instant[]
}

export interface Machine {
  readonly id: string
  /** null: no calendar is maintained, nothing is planned here. */
  readonly calendar: string | null
  /** Tasks at a time, 1 by default. With more than one there are no change-overs, only set-ups. */
  readonly capacity?: number
  /** Closed for planning: no task touches one of these. */
  readonly frozen?: readonly Interval[]
  /** Row of change-over times; null or absent: none on this machine. */
  readonly changeover?: string | null
  /** What stands on the machine now: the family of its last task. */
  readonly family?: string | null
  /** The mould that is on the machine now, a resource; and the seconds it takes to put on another. */
  readonly mould?: string | null
  readonly mouldChangeSeconds?: number
  /** A furnace: operations of one family run together as one charge, up to so much load. One charge at a time. */
  readonly chargeCapacity?: number
}

/** From-to matrix; a pair that is not listed costs `otherwise` (0 by default), the same family costs nothing unless listed. */
export interface Changeover {
  readonly id: string
  readonly otherwise?: number
  readonly pairs: readonly { readonly from: string; readonly to: string; readonly seconds: number }[]
}

export interface Resource {
  readonly id: string
  /** A mould is on one machine at a time and put there by the set-up; a tool lies beside it; a skill is people who have it. */
  readonly kind: 'workgroup' | 'mould' | 'tool' | 'skill'
  /** People, or moulds and tools of this kind; whole. */
  readonly capacity: number
  /** Working time of the people; their tasks run only when machine and people both work. */
  readonly calendar?: string | null
}

export interface Order {
  readonly id: string
  readonly due: Instant
  /** 1 is first, 10000 last (specification, MO). */
  readonly priority: number
  /** Cost of a second late; by default `weightOfPriority(priority)`. 0: an internal order that only feeds others. */
  readonly weight?: number
}

export interface Operation {
  readonly id: string
  readonly order: string
  readonly machines: readonly Eligible[]
  readonly predecessors: readonly Link[]
  /** Units still to make; only its ratio to the transfer quantity matters. 1 by default. */
  readonly quantity?: number
  /** Units that were made before, beside those still to make; of a fixed operation. 0 by default. */
  readonly made?: number
  /** Set-up and run start no earlier: release, not-before. */
  readonly notBefore?: Instant
  /** The run starts no earlier than all its material is there. Absent: needs none. */
  readonly kit?: Kit
  /** Pauses over breaks and closed time. false: the run (not the set-up) lies in one unbroken working interval. */
  readonly mayPause: boolean
  /** Family (or material) for change-overs. */
  readonly family?: string | null
  /** Held from the start of the set-up to the end of the run. A mould is put on the machine by its set-up. */
  readonly holds?: readonly { readonly resource: string; readonly amount: number }[]
  /** Stays exactly as it is: running, capacity locked, or published. Takes its machine and people, is judged by no rule. */
  readonly fixed?: FixedTask
  /** Where the plan that stands has it: a new plan begins from there, and moving it away costs by the weight of stability. */
  readonly standing?: Standing
}

/** Operations with the same charge stand in a furnace together. */
export interface Standing {
  readonly machine: string
  readonly setupStart: Instant
  readonly start: Instant
  readonly end: Instant
  readonly charge?: string
}

export interface Eligible {
  readonly machine: string
  readonly setupSeconds: number
  /** Run for the whole quantity; null: no cycle time is maintained for this machine. Planned as at least one hour. */
  readonly runSeconds: number | null
  /** Of the whole quantity, on a furnace; runSeconds is of a charge there. 0 by default. */
  readonly load?: number
}

export interface Kit {
  /** null: not covered by any supply; the order is unplanned with the cause `not_kitted`. */
  readonly at: Instant | null
  /** The material that decides the date. */
  readonly material: string | null
  /** What of it is still on its way; for plans that are to hold when some of that is late. */
  readonly supplies?: readonly { readonly id: string; readonly at: Instant }[]
}

export interface Link {
  readonly operation: string
  /** Wall-clock seconds between the end of that operation and the start of this one: cooling, drying. */
  readonly waitSeconds?: number
  /** Hands over in batches of so many units before it is finished; absent: when all are done. */
  readonly transferQuantity?: number
}

export interface FixedTask {
  readonly machine: string
  readonly setupStart: Instant
  readonly start: Instant
  readonly end: Instant
  readonly why: 'running' | 'locked' | 'published'
}

/** A task is at least this long on the plan (specification section 5). */
export const shortestTaskSeconds = 3600

/** Priority 1 costs a hundred times what the ordinary 100 does, 10000 a hundredth. */
export const weightOfPriority = (priority: number): number => 100 / Math.max(1, priority)
