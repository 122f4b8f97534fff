/** Output of the material plan. Quantities are whole steps, see `snapshot.ts`. Plain JSON. */
import type { Instant } from '@qitao/core/time.ts'

/**
 * Rows of the snapshot are named by their place in it (`snapshot.demands`, `snapshot.supplies`); a hundred thousand orders
 * have millions of numbers here, so edges and demands are columns. `plan-rows.ts` reads them as rows.
 */
export interface MaterialPlan {
  readonly edges: EdgeColumns
  readonly demands: DemandColumns
  /** One for each order of the snapshot, in its order. */
  readonly orders: readonly OrderKit[]
  /** Existing supply does not suffice: what to buy and what to make. Sorted by level, material, date of need. */
  readonly purchases: readonly Proposal[]
  readonly productions: readonly Proposal[]
  /** Existing supply that components of the proposed productions take. */
  readonly proposalEdges: readonly ProposalEdge[]
  /** What a planner should do about it. Sorted by kind, material, object. */
  readonly messages: readonly PlanMessage[]
}

/**
 * Allocations of a supply to a demand. Sorted by material (those that stand in for each other together), demand in order of
 * allocation, then as allocated.
 */
export interface EdgeColumns {
  readonly supply: Int32Array
  readonly demand: Int32Array
  /** Steps of the demand's material that it covers. */
  readonly quantity: Float64Array
  /** Steps of the supply's material that it takes; differs from quantity for a substitute only. */
  readonly supplyQuantity: Float64Array
  readonly availableAt: Float64Array
  /** 1: a choice of a person. */
  readonly locked: Uint8Array
}

/** One for each demand of the snapshot, in its order. */
export interface DemandColumns {
  /** What no supply covers. */
  readonly shortage: Float64Array
  /** When all of it is there; Infinity with a shortage. */
  readonly kitAt: Float64Array
  /** The same, counting the proposals for the shortage, ordered now; Infinity when not even they can cover it. */
  readonly expectedAt: Float64Array
}

export interface ProposalEdge {
  readonly supply: string
  readonly proposal: string
  readonly quantity: number
  readonly supplyQuantity: number
  readonly material: string
  readonly availableAt: Instant
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
  /** With the proposals, ordered now; null when not even they can cover it. */
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
}

export interface Proposal {
  /** `buy-<material>-1`, `make-<material>-1` ... */
  readonly id: string
  readonly material: string
  /** Rounded up to the minimum and the multiple. */
  readonly quantity: number
  /** neededAt less lead time, not before now: order, or start, then at the latest. */
  readonly orderBy: Instant
  /** The same, also when it is past: by then it is to be ordered, or begun. Within working time. */
  readonly latestStart: Instant
  /** orderBy plus lead time; a made one waits for its own components. */
  readonly availableAt: Instant
  readonly neededAt: Instant
  /** Low-level code of the material: 0 is in nothing. */
  readonly level: number
  /** What it covers: demands of the snapshot, or components of a proposed production. In steps of the material. */
  readonly covers: readonly Cover[]
}

export type Cover = { readonly quantity: number } & ({ readonly demand: string } | { readonly proposal: string })

export const messageKinds = [
  'make',
  'buy',
  'expedite',
  'defer',
  'cancel',
  'increase',
  'decrease',
  'substitute',
] as const
export type MessageKind = (typeof messageKinds)[number]
export type MessageReason =
  /** No supply covers it. */
  | 'short'
  | 'needed_earlier'
  | 'needed_later'
  | 'not_needed'
  | 'more_than_needed'
  /** The material itself would come late or not at all. */
  | 'material_late'

export interface PlanMessage {
  readonly kind: MessageKind
  /** What it is about: the proposal of make and buy, the demand of substitute, else the supply. */
  readonly object: string
  /** Of substitute: what stands in; its `insteadOf` is the material asked for. */
  readonly material: string
  readonly insteadOf: string | null
  /** Steps to make, buy, add, take off, move or use. */
  readonly quantity: number
  /** Steps of the whole order before and after; null where they stay. */
  readonly fromQuantity: number | null
  readonly toQuantity: number | null
  /** Date now and date wanted. Make and buy: start or order by, needed at. */
  readonly fromDate: Instant
  readonly toDate: Instant
  readonly reason: MessageReason
  /** Demand that decides, the first in line of them; null when nobody needs it. */
  readonly demand: string | null
  /** Make, buy and increase: the proposals behind it. */
  readonly proposals: readonly string[]
}
