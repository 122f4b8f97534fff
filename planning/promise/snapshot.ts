/**
 * Input of an order promise: what is there, what is taken, and how things are made. Plain JSON; quantities are whole steps of
 * the material's unit precision, instants are seconds, ids are strings, unique within their list.
 */
import type { Instant } from '@qitao/core/time.ts'
import type { Ratio } from '../bom/bom.ts'
import type { PlannedMaterial, Substitute, Supply } from '../netting/snapshot.ts'
import type { Calendar, Changeover, Machine, Operation, Resource } from '../scheduling/problem/problem.ts'

export interface PromiseSnapshot {
  readonly now: Instant
  /** No promised task begins before, absent: now. An answer that is kept for a while must still be true at its end. */
  readonly startsFrom?: Instant
  /** Nothing is promised that is not made by then. */
  readonly limit: Instant
  readonly calendars: readonly Calendar[]
  readonly machines: readonly Machine[]
  readonly resources?: readonly Resource[]
  readonly changeovers?: readonly Changeover[]
  /** The plan in force, and what other promises hold on machines. None of it is ever moved. */
  readonly placed: readonly PlacedTask[]
  readonly materials: readonly PlannedMaterial[]
  /** Stock, transit and production with a date; production without one is not promised from, so it is left out. */
  readonly supplies: readonly (Supply & {
    readonly availableAt: Instant /** Taken from others: used last. */
    readonly lent?: true
  })[]
  /** What is pegged, locked or held for others already. More than there is of a supply takes all of it. */
  readonly taken: readonly { readonly supply: string; readonly quantity: number }[]
  /** Needs of orders that nothing is pegged to yet: they come before any inquiry. */
  readonly claims: readonly Claim[]
  readonly recipes: readonly Recipe[]
}

export interface Claim {
  readonly id: string
  readonly material: string
  readonly quantity: number
  /** 1 is first; then what is due first, then the document number. */
  readonly priority: number
  readonly due: Instant
  readonly number: string
}

export interface PlacedTask {
  readonly id: string
  readonly machine: string
  readonly setupStart: Instant
  readonly start: Instant
  readonly end: Instant
  readonly family?: string | null
  readonly holds?: Operation['holds']
}

/** The released way to make a material. Without operations it takes the lead time of the material, from its kit on. */
export interface Recipe {
  readonly material: string
  /** In an order in which each comes after its predecessors. */
  readonly operations: readonly RecipeOperation[]
  readonly components: readonly RecipeComponent[]
}

export interface RecipeOperation {
  /** Unique within the recipe. */
  readonly id: string
  /** Seconds of run for one step of the product; null: no cycle time is maintained. */
  readonly machines: readonly {
    readonly machine: string
    readonly setupSeconds: number
    readonly secondsPerStep: Ratio | null
  }[]
  /** Operations of the recipe, and the wait after their end. Each is waited for until all of it is done. */
  readonly predecessors: readonly { readonly operation: string; readonly waitSeconds?: number }[]
  /** Wait after the end before the product can be used, of a last operation. */
  readonly waitSeconds?: number
  readonly mayPause: boolean
  readonly family?: string | null
  readonly holds?: Operation['holds']
}

export interface RecipeComponent {
  readonly material: string
  /** Steps of the component for one step of the product, scrap included. */
  readonly ratio: Ratio
  /** The operation that consumes it; null: the first ones. */
  readonly operation: string | null
  readonly substitutes?: readonly Substitute[]
}

/** One line of an inquiry. */
export interface Wish {
  readonly id: string
  readonly material: string
  readonly quantity: number
  /** The last instant of the wanted day; null: as soon as possible. */
  readonly wantedAt: Instant | null
}
