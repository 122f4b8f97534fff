/** Output of the material plan. Quantities are whole steps, see `snapshot.ts`. Plain JSON. */
import type { Instant } from '@qitao/core/time.ts'

export interface MaterialPlan {
  /** Sorted by demand in order of allocation, then as allocated. */
  readonly edges: readonly Edge[]
  /** One for each demand of the snapshot, in its order. */
  readonly demands: readonly DemandOutcome[]
  /** One for each order of the snapshot, in its order. */
  readonly orders: readonly OrderKit[]
  /** Existing supply does not suffice: what to buy and what to make. */
  readonly purchases: readonly Proposal[]
  readonly productions: readonly Proposal[]
}

/** One allocation. Supplies are those of the snapshot; proposals name what they cover themselves. */
export interface Edge {
  readonly supply: string
  readonly demand: string
  /** Steps of the demand's material that it covers. */
  readonly quantity: number
  /** Steps of the supply's material that it takes; differs from quantity for a substitute only. */
  readonly supplyQuantity: number
  readonly material: string
  readonly availableAt: Instant
  readonly locked: boolean
}

export interface DemandOutcome {
  readonly demand: string
  readonly covered: number
  /** quantity - covered. */
  readonly shortage: number
  /** When all of it is there; null with a shortage. */
  readonly kitAt: Instant | null
  /** The same, counting the proposals for the shortage; null when not even they can cover it. */
  readonly expectedAt: Instant | null
}

/** Codes are `material_status` of the specification. */
export const materialStatus = {
  kittingComplete: 1,
  locked: 2,
  preKittingDelay: 3,
  inTransit: 4,
  lockedInTransit: 5,
  toBePurchased: 6,
} as const
export type MaterialStatusCode = (typeof materialStatus)[keyof typeof materialStatus]

export interface Kitting {
  /** Latest availability of its components; `now` when all is in stock; null with a shortage. */
  readonly kitAt: Instant | null
  /** With the proposals; null when not even they can cover it. */
  readonly expectedAt: Instant | null
  /** The material that comes last or is missing; null when all is in stock. */
  readonly decidingMaterial: string | null
}

export interface OrderKit extends Kitting {
  readonly order: string
  readonly materialStatus: MaterialStatusCode
  /** Whole days, rounded up, until `kitAt` (until `expectedAt` with a shortage); 0 when complete. */
  readonly kittingDays: number
  /** Some component comes after it is needed. */
  readonly late: boolean
  readonly lines: number
  /** Lines that are in stock in full. */
  readonly linesReady: number
  /** Sorted by operation id; demands without an operation count for the order only. */
  readonly operations: readonly ({ readonly operation: string } & Kitting)[]
}

export interface Proposal {
  /** `buy-1`, `make-1` ... in order of creation. */
  readonly id: string
  readonly material: string
  /** Rounded up to the minimum and the multiple. */
  readonly quantity: number
  /** neededAt less lead time, not before now: order or start then at the latest. */
  readonly orderBy: Instant
  /** When it can be there: orderBy plus lead time, for made ones not before their own components. */
  readonly availableAt: Instant
  readonly neededAt: Instant
  /** Low-level code of the material: 0 is in nothing. */
  readonly level: number
  /** Demands it covers; those of a proposal of a higher level carry that proposal's id instead. */
  readonly covers: readonly { readonly demand?: string; readonly proposal?: string; readonly quantity: number }[]
}
