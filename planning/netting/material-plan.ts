/** Output of the material plan. Quantities are whole steps, see `snapshot.ts`. Plain JSON. */
import type { Instant } from '@qitao/core/time.ts'

export interface MaterialPlan {
  /** Sorted by demand in order of allocation, then as allocated. */
  readonly edges: readonly Edge[]
  /** One for each demand of the snapshot, in its order. */
  readonly demands: readonly DemandOutcome[]
  /** One for each order of the snapshot, in its order. */
  readonly orders: readonly OrderKit[]
  /** Existing supply does not suffice: what to buy and what to make. Sorted by level, material, date of need. */
  readonly purchases: readonly Proposal[]
  readonly productions: readonly Proposal[]
  /** Existing supply that components of the proposed productions take. */
  readonly proposalEdges: readonly ProposalEdge[]
}

/** One allocation of a supply of the snapshot to a demand of the snapshot. */
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

export interface ProposalEdge {
  readonly supply: string
  readonly proposal: string
  readonly quantity: number
  readonly supplyQuantity: number
  readonly material: string
  readonly availableAt: Instant
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
  /** `buy-1`, `make-1` ... as listed. */
  readonly id: string
  readonly material: string
  /** Rounded up to the minimum and the multiple. */
  readonly quantity: number
  /** neededAt less lead time, not before now: order, or start, then at the latest. */
  readonly orderBy: Instant
  /** orderBy plus lead time; a made one waits for its own components. */
  readonly availableAt: Instant
  readonly neededAt: Instant
  /** Low-level code of the material: 0 is in nothing. */
  readonly level: number
  /** What it covers: demands of the snapshot, or components of a proposed production. In steps of the material. */
  readonly covers: readonly Cover[]
}

export type Cover = { readonly quantity: number } & ({ readonly demand: string } | { readonly proposal: string })
