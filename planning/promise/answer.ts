/** Output of an order promise. Quantities are whole steps, see `snapshot.ts`. Plain JSON. */
import type { Instant } from '@qitao/core/time.ts'

export interface Answer {
  /** Of the wish. */
  readonly id: string
  /** The earliest for the whole quantity at once; null: it cannot be promised, see `impossible`. */
  readonly full: Delivery | null
  /** What can be had by the wanted instant; null when none was wanted. */
  readonly wanted: { readonly met: boolean; readonly quantity: number } | null
  /** In parts: as much as possible at once and by the wanted instant, the rest as soon as possible. In order of time. */
  readonly parts: readonly Delivery[]
  readonly impossible: Impossible | null
  /** What the promise takes, in the way that was asked for (in full or in parts). */
  readonly takes: Takings
}

export interface Delivery {
  readonly at: Instant
  readonly quantity: number
  /** More than one: a step that must not pause leaves no room for all of it in one run, so it is made in so many lots. */
  readonly lots: number
  /** Of these, how many come from supply that is there or on its way; the others are made or bought for it. */
  readonly fromSupply: number
  /** What decides the date: the longest step of the way. */
  readonly because: Because
  /** The steps that follow one another without slack up to the date, the last first. */
  readonly chain: readonly Because[]
}

export type Because = { readonly from: Instant; readonly until: Instant } & (
  | { readonly kind: 'stock'; readonly material: string }
  /** Supply on its way is waited for. */
  | { readonly kind: 'supply'; readonly material: string; readonly supply: string }
  /** Has to be bought: so much is needed, however much the lot makes of it. */
  | { readonly kind: 'lead_time'; readonly material: string; readonly quantity: number }
  /** The machine, or the people it needs, are taken or closed until then. */
  | { readonly kind: 'machine'; readonly material: string; readonly operation: string; readonly machine: string }
  /** The work itself. */
  | { readonly kind: 'work'; readonly material: string; readonly operation: string; readonly machine: string }
)

export interface Impossible {
  readonly cause: 'no_recipe' | 'no_machine' | 'cycle_time_missing' | 'no_calendar' | 'no_resource' | 'beyond_horizon'
  readonly material: string
  readonly operation: string | null
}

export interface Takings {
  readonly supplies: readonly {
    readonly supply: string
    readonly material: string
    readonly quantity: number
    /** Goes to the customer as it is, or is a component. */
    readonly use: 'product' | 'component'
  }[]
  readonly tasks: readonly PromisedTask[]
  readonly productions: readonly Lot[]
  readonly purchases: readonly Lot[]
}

/** What is made or bought, rounded up to the material's lots, and when it is there. */
export interface Lot {
  /** The delivery that it is for, from 1. */
  readonly part: number
  /** Counted over the whole promise, from 1: tasks with the same run belong together. */
  readonly run: number
  readonly material: string
  readonly quantity: number
  readonly at: Instant
}

export interface PromisedTask {
  /** As of `Lot`. */
  readonly part: number
  readonly run: number
  readonly material: string
  readonly operation: string
  readonly machine: string
  /** Set-up lies in [setupStart, start), the run in [start, end). */
  readonly setupStart: Instant
  readonly start: Instant
  readonly end: Instant
  readonly setupSeconds: number
}
