/** What the engine answers: each operation is either a task or unplanned with a cause that names what to fix. Plain JSON. */
import type { Instant } from '@qitao/core/time.ts'

export interface Plan {
  /** Sorted by start, then machine, then operation; fixed tasks included. */
  readonly tasks: readonly Task[]
  readonly unplanned: readonly Unplanned[]
  /** One for each order, in the order of the problem. */
  readonly orders: readonly OrderOutcome[]
  /** Fixed tasks that start before something they wait for is finished: nothing was moved, a person has to decide. */
  readonly conflicts: readonly Conflict[]
  readonly score: Score
  /** Improvement steps made. The same problem, seed and iterations give the same plan. */
  readonly iterations: number
}

export interface Task {
  readonly operation: string
  readonly order: string
  readonly machine: string
  /** Set-up lies in [setupStart, start), the run in [start, end). Without a set-up setupStart equals start. */
  readonly setupStart: Instant
  readonly start: Instant
  readonly end: Instant
  /** Working seconds of set-up and change-over. */
  readonly setupSeconds: number
  readonly fixed: boolean
  /** Tasks with the same charge run together in a furnace, at the same times; its set-up is done once. */
  readonly charge?: string
  /** What keeps the task from starting earlier, the deciding one first; never empty. */
  readonly reasons: readonly Reason[]
}

/** `until` is the instant from which this reason alone would have let the run start. */
export type Reason = { readonly until: Instant } & (
  | { readonly kind: 'machine'; readonly task: string }
  | { readonly kind: 'predecessor'; readonly operation: string }
  | { readonly kind: 'kit'; readonly material: string | null }
  | { readonly kind: 'not_before' }
  | { readonly kind: 'calendar'; readonly machine: string }
  | { readonly kind: 'frozen'; readonly machine: string }
  | { readonly kind: 'resource'; readonly resource: string }
  | { readonly kind: 'fixed'; readonly why: 'running' | 'locked' | 'published' }
  | { readonly kind: 'now' }
)

export interface Unplanned {
  readonly operation: string
  readonly order: string
  readonly cause: Cause
  /** The operation where the order gets stuck (an order is planned in whole or not at all, fixed tasks aside). */
  readonly at: string
  /** What to fix. */
  readonly object: { readonly kind: 'operation' | 'machine' | 'material' | 'order' | 'resource'; readonly id: string }
}

export type Cause =
  /** The operation has no eligible machine: object operation. */
  | 'no_machine'
  /** None of its machines has working time: object machine. */
  | 'no_calendar'
  /** No machine has a cycle time for it: object operation. */
  | 'cycle_time_missing'
  /** A component has no supply: object material, or the operation where the material is not known. */
  | 'not_kitted'
  /** An order it waits for is unplanned: object order. */
  | 'component_unplanned'
  /** Must not pause, and no unbroken working time of any of its machines is long enough: object machine. */
  | 'no_unbroken_time'
  /** Holds more of a workgroup or mould than there is: object resource. */
  | 'no_resource'
  /** Operations wait for each other in a circle: object operation. */
  | 'circular'
  /** Its machines are frozen for all the time there is: object machine. */
  | 'frozen'
  /** Does not end before the limit of the problem: object machine, or material when that comes too late. */
  | 'beyond_horizon'

export interface OrderOutcome {
  readonly order: string
  /** End of its last task; null when unplanned or nothing is left to do. */
  readonly finish: Instant | null
  readonly tardinessSeconds: number
}

export interface Conflict {
  readonly operation: string
  readonly fixed: string
}

export interface Score {
  /** Weight x hours late, over all planned orders. */
  readonly weightedTardinessHours: number
  readonly lateOrders: number
  readonly setupSeconds: number
  /** Last end minus now. */
  readonly makespanSeconds: number
  /** Sum over the orders of last end minus first start, fixed tasks included. */
  readonly flowSeconds: number
  readonly unplannedOrders: number
  /** By how much the tasks end at another time than in the plan that stood, a change of machine as hours; absent: none stood. */
  readonly movedSeconds?: number
}
