import type { Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Recipe } from '@qitao/manufacturing/model/mo/recipe.rules.ts'
import type { ScheduleFacts } from '@qitao/scheduling/model/problem/facts.ts'
import type { StandingHours } from '@qitao/scheduling/model/problem/taken-hours.rules.ts'

/** Everything that an order promise reads of a company, as its tables hold it, for the products asked for. */
export interface PromiseFacts {
  readonly now: Instant
  readonly time_zone: string
  /** The products and all that they are made of. */
  readonly materials: readonly MaterialOfPromise[]
  readonly recipes: readonly RecipeOfPromise[]
  readonly processes: readonly {
    readonly id: string
    readonly name: string
    readonly may_pause: boolean
    readonly outsourced?: boolean
  }[]
  readonly stock: readonly {
    readonly inventory_id: string
    readonly material_id: string
    readonly quantity: Quantity
    readonly expire_time: Instant | null
    readonly first_in_time: Instant
    readonly arrives_time: Instant | null
    /** Not yet inspected; `arrives_time` is that of the release. */
    readonly to_inspect?: boolean
  }[]
  readonly transit: readonly {
    readonly id: string
    readonly part: number
    readonly order_no: string
    readonly material_id: string
    readonly open_quantity: Quantity
    readonly eta: Instant | null
  }[]
  /** Work orders that are planned and made for nobody in particular. */
  readonly production: readonly {
    readonly id: string
    readonly no: string
    readonly material_id: string
    readonly open_quantity: Quantity
    readonly finish_time: Instant
  }[]
  /** Pegged to work orders, and held by other promises, by source. */
  readonly taken: readonly { readonly source_id: string; readonly quantity: Quantity }[]
  /** Of work orders and sales orders, as far as nothing is pegged to them. */
  readonly claims: readonly {
    readonly id: string
    readonly no: string
    readonly material_id: string
    readonly quantity: Quantity
    readonly priority: number
    readonly due: Instant
  }[]
  /** Machines that can take part, and what runs on them. */
  readonly capacity: ScheduleFacts
  /** What stands on them and what other promises hold. */
  readonly standing: readonly StandingHours[]
  /** Orders of lower classes, that may lose what they have; absent: nobody may. Who loses first comes first. */
  readonly losers?: readonly LoserOfPromise[]
}
/** A work order with what is pegged to it, or an order with what it claims. */
export interface LoserOfPromise {
  readonly kind: 'mo' | 'order'
  readonly id: string
  readonly no: string
  /** Null: for nobody in particular. */
  readonly order_no: string | null
  readonly customer_name: string | null
  readonly level: string | null
  readonly priority: number
  readonly due: Instant
  readonly pegs: readonly {
    readonly component_id: string
    readonly source_id: string
    readonly material_id: string
    readonly quantity: Quantity
  }[]
  /** Of its components or lines, with the material. */
  readonly claims: readonly { readonly id: string; readonly material_id: string }[]
}
export interface MaterialOfPromise {
  readonly id: string
  readonly code: string
  readonly name: string
  /** 0 is bought. */
  readonly kind: number
  readonly series: string | null
  readonly unit_precision: number
  readonly supply_lead_time: number
  readonly minimum_lot: Quantity
  readonly packaging_size: Quantity
}
export interface RecipeOfPromise extends Recipe {
  readonly lines: readonly (Recipe['lines'][number] & {
    readonly substitutes: readonly { readonly material_id: string; readonly ratio: Quantity | number }[]
  })[]
}
