import type { Quantity } from '@qitao/core/quantity.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { moStatus } from '../mo/mo.status.ts'
import type { Transfer } from './reallocation.rules.ts'

/** The result of the job of `preview_reallocation`. */
export interface ReallocationPreview {
  /** Come back to `reallocate_material`. */
  readonly transfers: readonly Transfer[]
  readonly orders: readonly ReallocationRow[]
}
interface KitState {
  readonly material_status: number
  readonly kitting_time: Instant | null
}
/** An order that takes or gives, or whose kit moves by it. */
export interface ReallocationRow {
  readonly id: string
  readonly no: string
  readonly material_code: string
  readonly material_name: string
  readonly status: CodeOf<typeof moStatus>
  readonly priority: number
  readonly delivery_date: Instant
  readonly planned_start_time: Instant | null
  readonly role: 'takes' | 'gives' | 'follows'
  readonly before: KitState
  readonly after: KitState
  /** What it takes or gives. */
  readonly parts: readonly {
    readonly material_code: string
    readonly material_name: string
    readonly unit_name: string
    readonly source_type: number
    readonly quantity: Quantity
  }[]
}

/** Its kit would be there later than its production is planned to begin. */
export const comesTooLate = ({ after, planned_start_time }: ReallocationRow): boolean =>
  planned_start_time !== null && after.kitting_time !== null && after.kitting_time > planned_start_time
