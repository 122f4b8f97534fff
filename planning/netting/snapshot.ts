/**
 * Input of the material plan. Quantities are whole steps of the material's unit precision (12.5 kg at precision 2 is 1250);
 * instants are seconds; ids are strings, unique within their list (demands, supplies). Plain JSON.
 */
import type { Instant } from '@qitao/core/time.ts'
import type { Bom, Ratio } from '../bom/bom.ts'
import type { Interval } from '../calendar/interval.ts'
import type { LeadTime } from './lead-time.ts'

export interface MaterialSnapshot {
  readonly now: Instant
  readonly materials: readonly PlannedMaterial[]
  readonly orders: readonly KittedOrder[]
  readonly demands: readonly Demand[]
  readonly supplies: readonly Supply[]
  /** What demands have before the rest goes by priority: choices of a person, which never move, then what is kept. */
  readonly locks: readonly Lock[]
  /** One released BoM for each made material; what a proposal of it would need. Locations of need are not known there. */
  readonly boms: readonly Bom[]
  /** Orders that are replenished: no proposal is for one of them and for others too, so that a lot is rounded up for them alone. */
  readonly asked?: readonly string[]
  /** When the company works, sorted: nothing is to be ordered or begun at another time. Absent: at any. */
  readonly open?: readonly Interval[]
  /** A receipt that comes this much before its first need is not told to be deferred; a week when absent. */
  readonly deferSeconds?: number
}

/** How long it takes to buy or make it. */
export interface PlannedMaterial extends LeadTime {
  readonly id: string
  /** made: shortages become proposals for child orders; bought: for purchases. */
  readonly kind: 'made' | 'bought'
  /** Steps; a proposal is at least this, 0 or 1: no minimum. */
  readonly lotMinimum: number
  /** Steps; a proposal is a multiple of this (packaging), 0 or 1: any. */
  readonly lotMultiple: number
  /** What is ordered of a bought one now is there then; a lead time from now when absent. */
  readonly earliestAt?: Instant
  /** A receipt that comes later than a new purchase would is not waited for. */
  readonly buyRatherThanWait?: boolean
}

/** A manufacturing order whose kitting is asked for. */
export interface KittedOrder {
  readonly id: string
  /** A person has locked its material (`material_locked`). */
  readonly locked: boolean
  /** When its material should be there: planned start, else due date less lead time. Demands may be stricter by operation. */
  readonly neededAt: Instant
}

export interface Demand {
  readonly id: string
  /** tentative: of orders that hold nothing yet; served after all others, before safety stock. */
  readonly kind: 'component' | 'sales' | 'stock_order' | 'tentative' | 'safety'
  readonly material: string
  readonly quantity: number
  /** MO and operation that consume it; only of components. */
  readonly order?: string
  readonly operation?: string
  /** When it should be there. */
  readonly neededAt: Instant
  /** Whole, 1 is first. */
  readonly priority: number
  readonly due: Instant
  /** Document number, the last tie-break. */
  readonly number: string
  /** What may stand in, the preferred one first. */
  readonly substitutes?: readonly Substitute[]
}

export interface Substitute {
  readonly material: string
  /** Steps of the substitute for one step of the material. */
  readonly ratio: Ratio
  /** Of a part of a step that substitutes have covered already: steps of this one that its first step takes less. */
  readonly begun?: number
}

export interface Supply {
  readonly id: string
  readonly kind: 'stock' | 'transit' | 'production'
  readonly material: string
  /** Free quantity, locked part included; only what may be used (quality finished, not occupied otherwise). */
  readonly quantity: number
  /**
   * Stock: now or earlier. Transit: ETA. Production: planned finish, or null when the order is not scheduled: then its own
   * kit date plus the lead time of the material is taken.
   */
  readonly availableAt: Instant | null
  /** Stock: first expired is used first; null never expires. What expires before it is needed is not used. */
  readonly expiresAt?: Instant | null
  /** Stock: first in is used first. */
  readonly receivedAt?: Instant | null
  /** On its way: orders that it is made or bought for; what they need of it, as far as they asked, comes before the rest. */
  readonly madeFor?: readonly MadeFor[]
  /** On its way, and set not to count: no need has it, but nothing is proposed for what it is going to cover. */
  readonly uncounted?: boolean
  /** Production: the MO that makes it, so that its own kitting counts. */
  readonly order?: string
  /**
   * Of what is on its way. whole: its date may be moved or all of it cancelled, its quantity stays; dates: it may be moved.
   * all when absent.
   */
  readonly changeable?: 'all' | 'whole' | 'dates' | 'nothing'
}

export interface MadeFor {
  readonly order: string
  /** Steps that were asked for it; absent: as much as it needs. */
  readonly quantity?: number
}

export interface Lock {
  readonly supply: string
  readonly demand: string
  /** Steps of the supply's material. */
  readonly quantity: number
  /** No choice of a person but what stood: it yields when there is less of the supply, or less is needed. */
  readonly kept?: Kept
}
export interface Kept {
  /** Of an order that is firm: before all that is made for anybody. */
  readonly firm: boolean
  /** The supply was made or bought for it. */
  readonly made: boolean
}
